import { longestTimer, sleep } from '../internal/attempt.ts';
import type { APIError } from '../core/errors.ts';
import { isPassing, statusOf } from '../internal/failure.ts';
import type { RoomMessage, RoomState } from '../gen/types.gen.ts';
import { checkedResponse } from '../internal/checked-response.ts';
import { readEvents } from './server-sent-events.ts';
import { IdleTimeoutError } from './idle-timeout.ts';

/** How a room is read. */
export interface Feed {
  /** Opens the stream of events: those after a message, or else those from now on. */
  connect(lastEventId: string | undefined): Promise<Response>;
  /** The messages of the room, newest first. */
  messages(): AsyncIterable<RoomMessage>;
  /** The state of the room when it is not there any more. */
  ended(): RoomState;
  signal: AbortSignal | undefined;
  /** Called with who is in the room, now and whenever that has changed. */
  participants: (event: unknown) => Promise<void>;
  /** Called with each message that the owner has deleted. */
  deleted: (event: unknown) => void;
  /** The longest `Retry-After` that is waited for, in milliseconds; default 60,000. */
  maxRetryAfter: number | undefined;
}

export type FeedEvent = { message: RoomMessage } | { closed: RoomState };

/**
 * Follows a room over as many connections as it takes, from the message `after`, or else from now on. Each message that
 * comes from then on is given once, in the room's order, since each connection names the last one. Of an empty room
 * there is none to name; what is in its list once a connection is open has come in between.
 *
 * @throws what the first connection fails with; later, what no further attempt would mend, or none before long
 */
export async function* follow(feed: Feed, after: string | undefined): AsyncGenerator<FeedEvent> {
  let last = after ?? (await newest(feed));
  let connected = false;
  for (let failures = 0; ; failures += 1) {
    let retryAfterMs = 0;
    let body: Response['body'] | undefined;
    try {
      ({ body } = await feed.connect(last));
      connected = true;
      const listed = new Set<string>();
      for (const message of last === undefined ? await oldestFirst(feed) : []) {
        listed.add(message.id);
        last = message.id;
        yield { message };
      }
      for await (const { id, event, data } of body ? readEvents(body) : []) {
        failures = 0;
        if (event === 'closed') {
          yield { closed: checkedResponse(data as { state: RoomState }, 'state').state };
          return;
        }
        if (event === 'participants') await feed.participants(data);
        if (event === 'deleted') {
          feed.deleted(data);
          last = id ?? last;
        }
        if (event !== 'message' || (id !== undefined && listed.has(id))) continue;
        last = id ?? last;
        yield { message: data as RoomMessage };
      }
    } catch (error) {
      if (connected && statusOf(error) === 404) {
        yield { closed: feed.ended() };
        return;
      }
      if (!connected || !(isPassing(error) || error instanceof IdleTimeoutError)) throw error;
      if (statusOf(error) !== undefined) retryAfterMs = (error as APIError).retryAfterMs ?? 0;
      if (retryAfterMs > Math.min(feed.maxRetryAfter ?? 60_000, longestTimer)) throw error;
    } finally {
      await body?.cancel().catch(() => undefined);
    }
    // Ends early when the signal aborts; the connection that follows then fails with its reason.
    await sleep(Math.max(retryAfterMs, Math.min(10_000, 500 * 2 ** failures)), feed.signal);
  }
}

async function newest(feed: Feed): Promise<string | undefined> {
  for await (const { id } of feed.messages()) return id;
  return undefined;
}

async function oldestFirst(feed: Feed): Promise<RoomMessage[]> {
  const found: RoomMessage[] = [];
  for await (const message of feed.messages()) found.push(message);
  return found.reverse();
}
