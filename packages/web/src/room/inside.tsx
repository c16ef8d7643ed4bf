import { limits } from '@tempshare/contract';
import { visibleName } from '@tempshare/sdk/names';
import type { Room } from '@tempshare/sdk/open';
import { useState } from 'preact/hooks';
import { Card } from '../kit/card.tsx';
import { Chips } from '../kit/chips.tsx';
import { FailedLine, type FullProps } from '../kit/failed-line.tsx';
import { Area, excessOf, Form, withoutSent } from '../kit/field.tsx';
import { FileList, useFiles } from '../kit/files.tsx';
import { useOnce } from '../kit/once.ts';
import { PassOn } from '../kit/pass-on.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { useWork } from '../kit/work.ts';
import { size, t } from '../i18n.ts';
import { useMessages } from './messages.ts';
import { People } from './people.tsx';
import { Said } from './said.tsx';
import { sendOneByOne } from './send-files.ts';
import { useUnread } from './unread.ts';

interface InsideProps extends FullProps {
  room: Room;
  author: string;
  link: string;
}

/** A room that somebody has entered under a name. */
export function Inside({ room, author, link, full }: InsideProps) {
  const said = useMessages(room);
  const { closed, participants } = said;
  const unread = useUnread(said.messages.map(({ id }) => id));
  const { work, text, setText, measure, canSay, say } = useSay(room, author, unread);
  const sending = useSendFiles(room, author);
  const { unsent } = sending.files;
  useUnsaved((!closed && (work.busy || unsent.length > 0)) || text.trim() !== '');

  const trySay = (): void => void (work.busy || closed || !canSay || say());
  const name = visibleName(room.name);

  return (
    <Card title={name || t('room.title')} theirs={name !== ''} follows>
      <Chips {...room} expiresAt={closed ? null : room.expiresAt} />
      <Messages said={said} unread={unread} work={work} />
      {closed && (
        <p class="lead" role="status">
          {t('room.closed')}
        </p>
      )}
      <Form onSend={trySay}>
        {/* What somebody was writing when the room closed is still theirs. */}
        {(!closed || text.trim() !== '') && (
          <Area
            label={t('room.message')}
            value={text}
            onValue={setText}
            readOnly={closed}
            most={limits.messageLength}
            measure={measure}
            onEnter={trySay}
          />
        )}
        {!closed && (
          <>
            <FailedLine failure={work.failure ?? said.failure} full={full} />
            <div class="buttons">
              <button type="submit" class="main" disabled={work.busy || !canSay}>
                {t('send')}
              </button>
              <ChooseFiles sending={sending} />
            </div>
            <SentFiles sending={sending} full={full} />
          </>
        )}
      </Form>
      {!closed && <People {...participants} />}
      {!closed && <PassOn link={link} />}
    </Card>
  );
}

/** The message that somebody writes. */
function useSay(room: Room, author: string, unread: ReturnType<typeof useUnread>) {
  const work = useWork();
  const [text, setText] = useState('');
  const once = useOnce();
  const say = () =>
    work.during(async () => {
      unread.forgetFirst();
      unread.toEnd();
      const message = { text, ...(author !== '' && { author }) };
      await once(text, (idempotencyKey) => room.post(message, { idempotencyKey }));
      setText((typed) => withoutSent(typed, text));
      return undefined;
    });
  const measure = room.encryption === 'e2e' ? 'bytes' : 'characters';
  const canSay = text.trim() !== '' && excessOf(text, limits.messageLength, measure) === 0;
  return { work, text, setText, measure, canSay, say } as const;
}

/** Files of this page, each sent as a message as soon as it is chosen. */
function useSendFiles(room: Room, author: string) {
  const files = useFiles();
  const { busy, during } = useWork();
  const send = (): void =>
    void during(async () => {
      await files.send(sendOneByOne(room, author));
      files.forget('arrived');
      return undefined;
    });
  return { files, busy, send };
}

interface SendingProps extends FullProps {
  sending: ReturnType<typeof useSendFiles>;
}

const ChooseFiles = ({ sending: { files, busy, send } }: SendingProps) => (
  <label class="button">
    {t('room.file')}
    <input
      class="unseen"
      type="file"
      multiple
      disabled={busy}
      onChange={({ currentTarget: input }) => {
        files.add(input.files ?? []);
        input.value = '';
        send();
      }}
    />
  </label>
);

/** How large files may be, and how far each is. */
const SentFiles = ({ sending: { files, busy, send }, full }: SendingProps) => (
  <>
    <p class="note">{t('files.each', { size: size(limits.fileBytes) })}</p>
    <FileList files={files.files} remove={files.remove} full={full} />
    <div class="buttons">
      {busy && (
        <button type="button" onClick={files.cancel}>
          {t('cancel')}
        </button>
      )}
      {!busy && files.unsent.length > 0 && (
        <button type="button" onClick={send}>
          {t('retry')}
        </button>
      )}
    </div>
  </>
);

interface MessagesProps {
  said: ReturnType<typeof useMessages>;
  unread: ReturnType<typeof useUnread>;
  work: ReturnType<typeof useWork>;
}

/** The messages, with the way to earlier and to unread messages. */
const Messages = ({ said: { messages, closed, hasEarlier, goBack }, unread, work }: MessagesProps) => (
  <div
    class="messages"
    ref={unread.list}
    onScroll={unread.onScroll}
    onPointerMove={unread.hold}
    onPointerDown={unread.hold}
    tabIndex={0}
    role="log"
    aria-label={t('room.messages')}
  >
    {hasEarlier && (
      <button
        type="button"
        disabled={work.busy}
        onClick={() => void work.during(() => goBack().then(() => undefined))}
      >
        {t('room.earlier')}
      </button>
    )}
    {messages.length === 0 && !closed && <p class="lead">{t('room.empty')}</p>}
    <ol>
      {messages.map((message) => (
        <Said key={message.id} message={message} isNew={message.id === unread.first} />
      ))}
    </ol>
    {unread.count > 0 && (
      <button type="button" class="jump" onClick={unread.toEnd}>
        {t('room.unread', { count: unread.count })}
      </button>
    )}
  </div>
);
