import type { State } from '../../state.ts';
import type { Session } from '../../domain/session.ts';
import {
  messageRecord,
  participantsIn,
  wakeFollowers,
  type Deletion,
  type StoredMessage,
  type StoredRoom,
} from './room.ts';

const KEEP_ALIVE_MS = 15_000;
const COMMENT = ':\n\n';

/**
 * Streams the events of a room as server-sent events: a comment, what came after the message `lastEventId` names or else what
 * comes from now on, and in the end that the room is closed. It waits for nothing but while it is read, so that one
 * nobody reads holds nothing.
 */
export function follow(
  state: State,
  room: StoredRoom,
  { lastEventId, session }: { lastEventId: string | undefined; session: Session | undefined },
): AsyncIterableIterator<Uint8Array> {
  const seen = room.happened.findIndex(({ id }) => id === lastEventId);
  let position = seen < 0 ? room.happened.length : seen + 1;
  let begun = false;
  let sent = JSON.stringify({ names: [], unnamed: 0 });
  let over = false;
  let wake = (): void => undefined;

  const arrive = (): void => {
    begun = true;
    if (!session) return;
    room.present.push(session);
    wakeFollowers(room);
  };
  const leave = (): void => {
    over = true;
    const place = session ? room.present.indexOf(session) : -1;
    if (place < 0) return;
    room.present.splice(place, 1);
    wakeFollowers(room);
  };

  /** Null when nothing has happened. */
  const happened = (): string | null => {
    const participants = JSON.stringify(participantsIn(room));
    if (room.state === 'open' && participants !== sent) {
      sent = participants;
      return `event: participants\ndata: ${participants}\n\n`;
    }
    while (position < room.happened.length) {
      const next = room.happened[position] as StoredMessage | Deletion;
      position += 1;
      if ('messageId' in next) {
        const { id, messageId, fileId } = next;
        return `id: ${id}\nevent: deleted\ndata: ${JSON.stringify({ messageId, fileId })}\n\n`;
      }
      if (!room.messages.includes(next)) continue;
      return `id: ${next.id}\nevent: message\ndata: ${JSON.stringify(messageRecord(next))}\n\n`;
    }
    if (room.state === 'open') return null;
    leave();
    return `event: closed\ndata: ${JSON.stringify({ roomId: room.id, state: room.state })}\n\n`;
  };

  const something = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), Math.min(KEEP_ALIVE_MS, room.expiresAt - state.now));
      wake = () => {
        clearTimeout(timer);
        room.followers.delete(wake);
        resolve();
      };
      room.followers.add(wake);
    });

  const next = async (woken = false): Promise<string | undefined> => {
    if (over) return undefined;
    if (!begun) {
      arrive();
      return COMMENT;
    }
    const event = happened();
    if (event !== null) return event;
    if (woken) return COMMENT;
    await something();
    state.sweep();
    return next(true);
  };

  const encoder = new TextEncoder();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const text = await next();
      return text === undefined
        ? { done: true, value: undefined }
        : { done: false, value: encoder.encode(text) };
    },
    async return() {
      leave();
      wake();
      return { done: true, value: undefined };
    },
  };
}
