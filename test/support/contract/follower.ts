/** A client that follows the events of a room. */
import { expect } from 'vitest';
import { document, faultsOf } from './schemas.ts';
import type { Stage } from './stage.ts';

export interface RoomEvent {
  /** The event as it came, its lines without the empty one after them. */
  block: string;
  id: string | undefined;
  name: string;
  data: any;
}

export interface Follower {
  /** The next event, comments passed over; null when the stream has ended. */
  next(): Promise<RoomEvent | null>;
  /** Goes away without a word, as a client does. */
  leave(): void;
}

const AT_MOST_MS = 120_000;

/** Follows a room, from the stream's first comment on: what is posted when this has resolved will come. */
export async function follow(
  stage: Stage,
  roomId: string,
  headers: Record<string, string> = {},
): Promise<Follower> {
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(AT_MOST_MS)]);
  const response = await stage.recipient.public.rooms.events(roomId, { headers, signal, timeout: Infinity });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream\b/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const blocks = readBlocks(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, signal);
  expect((await blocks.next()).value).toMatch(/^:/);
  return {
    async next() {
      for (;;) {
        const { done, value } = await blocks.next();
        if (done) return null;
        if (!value.startsWith(':')) return readEvent(value);
      }
    },
    leave: () => gone.abort(),
  };
}

/**
 * Reads events. The signal ends the stream itself, because a `Request` between a caller and `fetch` follows its signal
 * weakly: once it is collected, an abort no longer reaches the response (undici).
 */
async function* readBlocks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }), { signal })) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() as string;
    yield* blocks;
  }
  expect(rest).toBe('');
}

/** Reads an event by the letter: `id` if any, `event`, and one line of `data`. */
function readEvent(block: string): RoomEvent {
  const [, id, name, data] = /^(?:id: (\S+)\n)?event: (\w+)\ndata: (.+)$/.exec(block) ?? [];
  expect(data, block).toBeDefined();
  const event = { block, id, name: name as string, data: JSON.parse(data as string) };
  if (event.name === 'message') {
    expect(faultsOf(document.components.schemas.RoomMessage, event.data)).toEqual([]);
    expect(event.id).toBe(event.data.id);
  }
  return event;
}
