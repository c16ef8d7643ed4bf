import type { OpenedDrop } from '@tempshare/sdk/open';
import { useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';
import { Card, Theirs } from '../kit/card.tsx';
import { FailedLine } from '../kit/failed-line.tsx';
import { Area, Form, withoutSent } from '../kit/field.tsx';
import { FileList, Picker, useFiles } from '../kit/files.tsx';
import { Handle } from '../kit/handle.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { start } from '../start.tsx';
import { t } from '../words.ts';

/** Takes a message and files for the owner of an inbox. */
function Leaving({ drop }: { drop: OpenedDrop }) {
  const files = useFiles();
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [arrived, setArrived] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isEmpty = message.trim() === '' && files.unsent.length === 0;
  useUnsaved(!arrived && !isEmpty);

  /** The message first: it says what the files are. */
  const leave = async (): Promise<{ arrived: number; failure?: Failure }> => {
    const hasMessage = message.trim() !== '';
    if (hasMessage) {
      try {
        await drop.leave({ message });
        setMessage((typed) => withoutSent(typed, message));
      } catch (error) {
        return { arrived: 0, failure: failureOf(error) };
      }
    }
    const { arrived, ...rest } = await files.send((file, options) =>
      drop.leave({ file, fileName: file.name, mediaType: file.type || undefined }, options),
    );
    return { arrived: arrived + Number(hasMessage), ...rest };
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const left = await leave();
    setFailure(left.failure);
    setBusy(false);
    setArrived(left.failure === undefined && left.arrived > 0);
  };

  if (arrived) {
    const again = (): void => {
      files.forget();
      setArrived(false);
    };
    return (
      <Card title={t('drop.arrived')} follows>
        <p class="lead">{t('drop.lead')}</p>
        <FileList files={files.files} remove={files.remove} />
        <div class="buttons">
          <button type="button" onClick={again}>
            {t('drop.again')}
          </button>
        </div>
      </Card>
    );
  }
  return (
    <Card title={t('drop.title')}>
      {drop.label && (
        <p class="host">
          <Theirs>{drop.label}</Theirs>
        </p>
      )}
      <p class="lead">{t('drop.lead')}</p>
      <Form onSend={() => void (busy || isEmpty || send())}>
        <Area label={t('drop.message')} value={message} onValue={setMessage} />
        <Picker add={files.add} busy={busy} />
        <FileList files={files.files} remove={files.remove} />
        <FailedLine failure={failure} />
        <div class="buttons">
          <button type="submit" class="main" disabled={busy || isEmpty}>
            {t(busy ? 'files.sending' : 'send')}
          </button>
          {busy && (
            <button type="button" onClick={files.cancel}>
              {t('cancel')}
            </button>
          )}
        </div>
      </Form>
    </Card>
  );
}

start(() => (
  <Handle kind="drop" title="drop.title">
    {(drop) => <Leaving drop={drop} />}
  </Handle>
));
