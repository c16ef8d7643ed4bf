import type { OpenedMessage, Participants, Room } from '@tempshare/sdk/open';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';

/** So many messages are fetched at once, newest first. */
const AT_ONCE = 40;
const LOOK_AGAIN_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

/** The next that are not known yet. */
async function next(
  messages: AsyncIterator<OpenedMessage>,
  known: ReadonlySet<string> = new Set(),
): Promise<OpenedMessage[]> {
  const taken: OpenedMessage[] = [];
  while (taken.length < AT_ONCE) {
    const one = await messages.next();
    if (one.done) break;
    if (!known.has(one.value.id)) taken.push(one.value);
  }
  return taken;
}

const NOBODY: Participants = { names: [], unnamed: 0 };

const idsOf = (messages: OpenedMessage[]): Set<string> => new Set(messages.map(({ id }) => id));

/** Returns the added messages that are not among `all`. */
function unknownTo(all: OpenedMessage[], added: OpenedMessage[]): OpenedMessage[] {
  const known = idsOf(all);
  return added.filter(({ id }) => !known.has(id));
}

interface Follower {
  signal: AbortSignal;
  /** Loads the newest messages. Returns the id of the last one, if there is one. */
  begin: () => Promise<string | undefined>;
  add: (added: OpenedMessage[]) => void;
  remove: (id: string) => void;
  onParticipants: (participants: Participants) => void;
  /** Called when the line breaks, and without a failure before it is tried again. */
  onFailure: (failure?: Failure) => void;
  onClosed: () => void;
}

/** Follows a room until it closes or the page is left, however often the line breaks. */
async function follow(room: Room, follower: Follower): Promise<void> {
  const { signal, begin, add, remove, onParticipants, onFailure, onClosed } = follower;
  let after: string | undefined;
  let failures = 0;
  const look = async (): Promise<void> => {
    const newest = await begin();
    after ??= newest;
  };
  /** The last that was said, then what comes. */
  const listen = async (): Promise<void> => {
    if (after === undefined) await look();
    // Messages posted to an empty room before it is followed would be missed: look once more.
    if (after === undefined) setTimeout(() => void look().catch(() => undefined), LOOK_AGAIN_MS);
    for await (const event of room.events({ signal, after, onDeleted: remove, onParticipants })) {
      failures = 0;
      if (event.type === 'closed') break;
      after = event.message.id;
      add([event.message]);
    }
    onClosed();
  };
  while (!signal.aborted) {
    try {
      return await listen();
    } catch (error) {
      const broken = failureOf(error);
      if (broken.kind === 'gone') return onClosed();
      if (broken.kind === 'cancelled') return;
      onFailure(broken);
      // Nobody knows who is here, as long as nothing comes.
      onParticipants(NOBODY);
      const asked = 'retryMs' in broken ? broken.retryMs : 0;
      const pause = Math.max(asked, Math.min(LONGEST_PAUSE_MS, 5_000 * 2 ** failures++));
      await new Promise((resolve) => setTimeout(resolve, pause));
      onFailure();
    }
  }
}

/** The messages of a room, oldest first, as they come, for as long as the page is open and however often the line breaks. */
export function useMessages(room: Room) {
  const [messages, setMessages] = useState<OpenedMessage[]>([]);
  const [closed, setClosed] = useState(false);
  const [participants, setParticipants] = useState<Participants>(NOBODY);
  const [failure, setFailure] = useState<Failure>();
  const [hasEarlier, setHasEarlier] = useState(false);
  const earlier = useRef<AsyncIterator<OpenedMessage>>(undefined);

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const add = (added: OpenedMessage[]): void => setMessages((all) => [...all, ...unknownTo(all, added)]);
    const remove = (deleted: string): void => setMessages((all) => all.filter(({ id }) => id !== deleted));
    const begin = async (): Promise<string | undefined> => {
      earlier.current = room.messages({ signal })[Symbol.asyncIterator]();
      const before = await next(earlier.current);
      setHasEarlier(before.length === AT_ONCE);
      const newest = before[0]?.id;
      // Messages between two looks at an empty room are older than those received since.
      before.reverse();
      setMessages((all) => [...before, ...unknownTo(before, all)]);
      return newest;
    };
    void follow(room, {
      ...{ signal, begin, add, remove, onParticipants: setParticipants, onFailure: setFailure },
      onClosed: () => setClosed(true),
    });
    return () => ended.abort();
  }, []);

  return {
    messages,
    closed,
    /** Participants present. */
    participants,
    /** Why nothing comes at the moment. */
    failure,
    hasEarlier,
    /** Fetches those before the first. */
    goBack: async (): Promise<void> => {
      earlier.current ??= room.messages()[Symbol.asyncIterator]();
      try {
        const before = await next(earlier.current, idsOf(messages));
        setHasEarlier(before.length === AT_ONCE);
        setMessages((all) => [...unknownTo(all, before.reverse()), ...all]);
      } catch (error) {
        // It gives no more; another one begins at the newest.
        earlier.current = undefined;
        throw error;
      }
    },
  };
}
