import { visibleName } from '@tempshare/sdk/names';
import { peekRequest, type OpenedRequest } from '@tempshare/sdk/open';
import { useState } from 'preact/hooks';
import { cleanLink } from '../address.ts';
import type { Failure } from '../failure.ts';
import { Card } from '../kit/card.tsx';
import { Field } from '../kit/field.tsx';
import { useFiles } from '../kit/files.tsx';
import { Handle } from '../kit/handle.tsx';
import { PassOn } from '../kit/pass-on.tsx';
import { SendForm } from '../kit/send-form.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { useWork } from '../kit/work.ts';
import { start } from '../start.tsx';
import { t } from '../i18n.ts';
import { readPin } from '../typed.ts';

/** The sending of files to the one who asks for them, with the PIN that they gave. */
function useSending(request: OpenedRequest) {
  const files = useFiles();
  const { busy, failure, during } = useWork();
  const [typed, setTyped] = useState('');
  const [finished, setFinished] = useState(false);
  useUnsaved(!finished && files.unsent.length > 0);

  const pin = readPin(typed) ?? '';
  const withPin = (work: () => Promise<Failure | undefined>): void =>
    void during(async () => (pin === '' ? { kind: 'password' } : work()));
  const send = (): void =>
    withPin(async () => {
      const { failure } = await files.send((all, options) => request.sendAll(all, { pin }, options));
      return failure;
    });
  const finish = (): void =>
    withPin(async () => {
      await request.finish({ pin });
      setFinished(true);
      return undefined;
    });
  return { files, busy, failure, typed, setTyped, finished, send, finish };
}

/** Takes files for the one who asks for them. */
function Sending({ request }: { request: OpenedRequest }) {
  const { files, busy, failure, typed, setTyped, finished, send, finish } = useSending(request);
  if (finished) {
    return (
      <Card title={t('request.finished')} follows>
        <p class="lead">{t('request.finished.lead')}</p>
      </Card>
    );
  }
  const { unsent, arrived } = files;
  const title = visibleName(request.title);
  return (
    <Card title={t('request.title')}>
      {title && (
        <p>
          <strong>{t('request.about', { title })}</strong>
        </p>
      )}
      <p class="lead">{t('request.lead')}</p>
      <SendForm
        {...{ files, busy, failure }}
        room={request.limits}
        label={unsent.length === 0 ? t('send') : t('files.send', { count: unsent.length })}
        isEmpty={unsent.length === 0}
        onSend={send}
        done={
          arrived > 0 && (
            <button type="button" class="main" onClick={finish}>
              {t('request.finish')}
            </button>
          )
        }
      >
        <Field
          label={t('request.pin')}
          type="pin"
          value={typed}
          onValue={setTyped}
          wrong={failure?.kind === 'password' ? t('request.pin.wrong') : undefined}
        />
      </SendForm>
      <p role="status" class="note">
        {arrived > 0 && t('request.sent', { count: arrived })}
      </p>
      {arrived > 0 && !busy && (
        <>
          <p class="note">{t('request.finish.lead')}</p>
          {unsent.length > 0 && (
            <div class="buttons">
              <button type="button" onClick={finish}>
                {t('request.finish')}
              </button>
            </div>
          )}
        </>
      )}
      <PassOn link={cleanLink()} />
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
  <Handle peek={peekRequest} title="request.title">
    {(request) => <Request request={request} />}
  </Handle>
));
