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

/** Writes a server-sent event. */
const eventOf = (event: string, data: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The event of what happened, or undefined for a message that was deleted since. */
function changeIn(room: StoredRoom, change: StoredMessage | Deletion): string | undefined {
  if (!('messageId' in change))
    return room.messages.includes(change) ? eventOf('message', messageRecord(change), change.id) : undefined;
  const { id, messageId, fileId } = change;
  return eventOf('deleted', { messageId, fileId }, id);
}

/** Reads the events of a room from a message or from now on. Gives undefined when nothing has happened. */
function readerOf(room: StoredRoom, lastEventId: string | undefined): () => string | undefined {
  const seen = room.happened.findIndex(({ id }) => id === lastEventId);
  let position = seen < 0 ? room.happened.length : seen + 1;
  let sent = JSON.stringify({ names: [], unnamed: 0 });
  return () => {
    const participants = participantsIn(room);
    if (room.state === 'open' && JSON.stringify(participants) !== sent) {
      sent = JSON.stringify(participants);
      return eventOf('participants', participants);
    }
    while (position < room.happened.length) {
      const event = changeIn(room, room.happened[position++]!);
      if (event !== undefined) return event;
    }
    return undefined;
  };
}

const closed = ({ id: roomId, state }: StoredRoom): string => eventOf('closed', { roomId, state });

function enter(room: StoredRoom, session: Session): void {
  room.present.push(session);
  wakeFollowers(room);
}

function leave(room: StoredRoom, session: Session): void {
  const place = room.present.indexOf(session);
  if (place < 0) return;
  room.present.splice(place, 1);
  wakeFollowers(room);
}

/** Waits until something happens in a room, it expires, or a keep-alive is due. */
function waiterFor(state: State, room: StoredRoom) {
  let wake = (): void => undefined;
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), Math.min(KEEP_ALIVE_MS, room.expiresAt - state.now));
      wake = () => {
        clearTimeout(timer);
        room.followers.delete(wake);
        resolve();
      };
      room.followers.add(wake);
    });
  return { wait, wake: () => wake() };
}

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
  let begun = false;
  let over = false;
  const read = readerOf(room, lastEventId);
  const { wait, wake } = waiterFor(state, room);

  const end = (): void => {
    over = true;
    if (session) leave(room, session);
  };

  const next = async (woken = false): Promise<string | undefined> => {
    if (over) return undefined;
    if (!begun) {
      begun = true;
      if (session) enter(room, session);
      return COMMENT;
    }
    const event = read();
    if (event !== undefined) return event;
    if (room.state !== 'open') {
      end();
      return closed(room);
    }
    if (woken) return COMMENT;
    await wait();
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
      end();
      wake();
      return { done: true, value: undefined };
    },
  };
}
