import { limits } from '@tempshare/contract';
import { peekDrop, type OpenedDrop } from '@tempshare/sdk/open';
import { useState } from 'preact/hooks';
import { cleanLink } from '../address.ts';
import { Card } from '../kit/card.tsx';
import { Area, excessOf, withoutSent } from '../kit/field.tsx';
import { FileList, useFiles } from '../kit/files.tsx';
import { Handle } from '../kit/handle.tsx';
import { Name } from '../kit/names.tsx';
import { useOnce } from '../kit/once.ts';
import { PassOn } from '../kit/pass-on.tsx';
import { SendForm } from '../kit/send-form.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { useWork } from '../kit/work.ts';
import { start } from '../start.tsx';
import { t } from '../i18n.ts';

/** Takes a message and files for the owner of an inbox. */
function Leaving({ drop }: { drop: OpenedDrop }) {
  const files = useFiles();
  const { busy, failure, during } = useWork();
  const [message, setMessage] = useState('');
  const [arrived, setArrived] = useState(false);
  const once = useOnce();
  const isTooLong = excessOf(message, limits.messageLength) > 0;
  const isEmpty = (isTooLong || message.trim() === '') && files.unsent.length === 0;
  useUnsaved(!arrived && (message.trim() !== '' || files.unsent.length > 0));

  const leave = () =>
    during(async () => {
      const hasMessage = message.trim() !== '' && !isTooLong;
      // By itself: with a file it would be there only once that has arrived, and might never be.
      if (hasMessage) {
        await once(message, (idempotencyKey) => drop.leave({ message }, { idempotencyKey }));
        setMessage((typed) => withoutSent(typed, message));
      }
      if (files.unsent.length === 0) {
        setArrived(true);
        return undefined;
      }
      const { arrived, failure } = await files.send((all, options) => drop.leaveAll(all, {}, options));
      setArrived(failure === undefined && !isTooLong && arrived + Number(hasMessage) > 0);
      return failure;
    });

  if (arrived)
    return (
      <Arrived
        files={files}
        again={() => {
          files.forget();
          setArrived(false);
        }}
      />
    );
  return (
    <Card title={t('drop.title')}>
      {drop.label && (
        <p class="host">
          <Name of={drop.label} />
        </p>
      )}
      <p class="lead">{t('drop.lead')}</p>
      <SendForm
        {...{ files, busy, failure, isEmpty }}
        room={drop.limits}
        label={t('send')}
        onSend={() => void leave()}
      >
        <Area label={t('drop.message')} value={message} onValue={setMessage} most={limits.messageLength} />
      </SendForm>
      <PassOn link={cleanLink()} />
    </Card>
  );
}

const Arrived = ({ files, again }: { files: ReturnType<typeof useFiles>; again: () => void }) => (
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

start(() => (
  <Handle peek={peekDrop} title="drop.title">
    {(drop) => <Leaving drop={drop} />}
  </Handle>
));
