import type { OpenedMessage, Room } from '@tempshare/sdk/open';
import { useEffect, useRef } from 'preact/hooks';
import { newestOf } from './messages.ts';

interface Posting {
  room: Room;
  messages: OpenedMessage[];
  author: string;
  /** It has arrived. */
  arrived: (text: string) => void;
}

/**
 * Posts messages. One whose response was lost may have been posted all the same: it is looked for among those that come,
 * and among the newest before it is posted again, so that it is not there twice.
 */
export function usePosting({ room, messages, author, arrived }: Posting) {
  const lost = useRef<{ text: string; known: Set<string> }>(undefined);
  const foundAmong = (all: OpenedMessage[]): boolean => {
    const sought = lost.current;
    if (!sought) return false;
    return all.some(
      ({ id, text, from, author: by = '' }) =>
        from === 'guest' && text === sought.text && by === author && !sought.known.has(id),
    );
  };
  const found = (): void => {
    const { text } = lost.current!;
    lost.current = undefined;
    arrived(text);
  };
  useEffect(() => {
    if (foundAmong(messages)) found();
  }, [messages]);

  return async (text: string): Promise<void> => {
    if (lost.current?.text === text && foundAmong(await newestOf(room))) return found();
    const known = new Set(messages.map(({ id }) => id));
    lost.current = undefined;
    try {
      await room.post({ text, ...(author !== '' && { author }) });
    } catch (error) {
      lost.current = { text, known };
      throw error;
    }
    arrived(text);
  };
}
