import type { OpenedRequest } from '@tempshare/sdk/open';
import { useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';
import { Card } from '../kit/card.tsx';
import { FailedLine } from '../kit/failed-line.tsx';
import { Field, Form } from '../kit/field.tsx';
import { FileList, Picker, useFiles } from '../kit/files.tsx';
import { Handle } from '../kit/handle.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { start } from '../start.tsx';
import { t } from '../words.ts';

/** Takes files for the one who asks for them. */
function Sending({ request }: { request: OpenedRequest }) {
  const files = useFiles();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [finished, setFinished] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useUnsaved(!finished && files.unsent.length > 0);

  // As people write it down, and as keyboards for other scripts type it.
  const pin = typed.normalize('NFKC').replace(/[\s-]/g, '');
  const isPin = /^\d{8}$/.test(pin);

  const during = async (work: () => Promise<Failure | undefined>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    setFailure(await work());
    setBusy(false);
  };
  const send = () =>
    during(async () => {
      if (!isPin) return { kind: 'password' };
      const { failure } = await files.send((file, options) =>
        request.send(file, { pin, fileName: file.name, mediaType: file.type || undefined }, options),
      );
      return failure;
    });
  const finish = () =>
    during(async () => {
      if (!isPin) return { kind: 'password' };
      try {
        await request.finish({ pin });
        setFinished(true);
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    });

  if (finished) {
    return (
      <Card title={t('request.finished')} follows>
        <p class="lead">{t('request.finished.lead')}</p>
      </Card>
    );
  }
  const { unsent, arrived } = files;
  return (
    <Card title={t('request.title')}>
      {request.title && (
        <p>
          <strong>{t('request.about', { title: request.title })}</strong>
        </p>
      )}
      <p class="lead">{t('request.lead')}</p>
      <Form onSend={() => void (busy || unsent.length === 0 || send())}>
        <Field
          label={t('request.pin')}
          type="pin"
          value={typed}
          onValue={setTyped}
          wrong={failure?.kind === 'password' ? t('request.pin.wrong') : undefined}
        />
        <Picker add={files.add} busy={busy} />
        <FileList files={files.files} remove={files.remove} />
        <FailedLine failure={failure} />
        <div class="buttons">
          <button type="submit" class="main" disabled={busy || unsent.length === 0}>
            {busy ? t('files.sending') : t('files.send', { count: unsent.length })}
          </button>
          {busy && (
            <button type="button" onClick={files.cancel}>
              {t('cancel')}
            </button>
          )}
        </div>
      </Form>
      <p role="status" class="note">
        {arrived > 0 && t('request.sent', { count: arrived })}
      </p>
      {arrived > 0 && !busy && (
        <>
          <p class="note">{t('request.finish.lead')}</p>
          <div class="buttons">
            <button type="button" onClick={() => void finish()}>
              {t('request.finish')}
            </button>
          </div>
        </>
      )}
    </Card>
  );
}

const Request = ({ request }: { request: OpenedRequest }) =>
  request.state === 'open' ? (
    <Sending request={request} />
  ) : (
    <Trouble failure={{ kind: 'gone' }} retry={() => location.reload()} byItself={false} />
  );

start(() => (
  <Handle kind="request" title="request.title">
    {(request) => <Request request={request} />}
  </Handle>
));
