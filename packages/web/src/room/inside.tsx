import { limits } from '@tempshare/contract';
import { visibleName } from '@tempshare/sdk/names';
import type { Room } from '@tempshare/sdk/open';
import { useState } from 'preact/hooks';
import { Card } from '../kit/card.tsx';
import { Chips } from '../kit/chips.tsx';
import { FailedLine } from '../kit/failed-line.tsx';
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

/** A room that somebody has entered under a name. */
export function Inside({ room, author, link }: { room: Room; author: string; link: string }) {
  const { messages, participants, closed, failure: broken, hasEarlier, goBack } = useMessages(room);
  const { busy, failure, during } = useWork();
  const [text, setText] = useState('');
  const unread = useUnread(messages.map(({ id }) => id));
  const files = useFiles();
  const sending = useWork();
  const measure = room.encryption === 'e2e' ? 'bytes' : 'characters';
  const canSay = text.trim() !== '' && excessOf(text, limits.messageLength, measure) === 0;
  useUnsaved((!closed && (busy || files.unsent.length > 0)) || text.trim() !== '');

  const once = useOnce();
  const say = () =>
    during(async () => {
      unread.forgetFirst();
      unread.toEnd();
      const message = { text, ...(author !== '' && { author }) };
      await once(text, (idempotencyKey) => room.post(message, { idempotencyKey }));
      setText((typed) => withoutSent(typed, text));
      return undefined;
    });
  const sendFiles = () =>
    sending.during(async () => {
      await files.send(sendOneByOne(room, author));
      files.forget('arrived');
      return undefined;
    });
  const name = visibleName(room.name);

  return (
    <Card title={name || t('room.title')} theirs={name !== ''} follows>
      <Chips {...room} expiresAt={closed ? null : room.expiresAt} />
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
            disabled={busy}
            onClick={() => void during(() => goBack().then(() => undefined))}
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
      {closed && (
        <p class="lead" role="status">
          {t('room.closed')}
        </p>
      )}
      <Form onSend={() => void (busy || closed || !canSay || say())}>
        {/* What somebody was writing when the room closed is still theirs. */}
        {(!closed || text.trim() !== '') && (
          <Area
            label={t('room.message')}
            value={text}
            onValue={setText}
            readOnly={closed}
            most={limits.messageLength}
            measure={measure}
            onEnter={() => void (busy || closed || !canSay || say())}
          />
        )}
        {!closed && (
          <>
            <FailedLine failure={failure ?? broken} />
            <div class="buttons">
              <button type="submit" class="main" disabled={busy || !canSay}>
                {t('send')}
              </button>
              <label class="button">
                {t('room.file')}
                <input
                  class="unseen"
                  type="file"
                  multiple
                  disabled={sending.busy}
                  onChange={({ currentTarget: input }) => {
                    files.add(input.files ?? []);
                    input.value = '';
                    void sendFiles();
                  }}
                />
              </label>
            </div>
            <p class="note">{t('files.each', { size: size(limits.fileBytes) })}</p>
            <FileList files={files.files} remove={files.remove} />
            <div class="buttons">
              {sending.busy && (
                <button type="button" onClick={files.cancel}>
                  {t('cancel')}
                </button>
              )}
              {!sending.busy && files.unsent.length > 0 && (
                <button type="button" onClick={() => void sendFiles()}>
                  {t('retry')}
                </button>
              )}
            </div>
          </>
        )}
      </Form>
      {!closed && <People {...participants} />}
      {!closed && <PassOn link={link} />}
    </Card>
  );
}
