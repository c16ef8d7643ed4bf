import type { Scope } from '../gen/types.gen.ts';
import type { WebhookEvent } from '../types.ts';
import type { StoredDebugShare } from './debug-shares.ts';
import type { StoredDrop } from './drops.ts';
import { sweepFiles, type Download, type Upload } from './file.ts';
import type { StoredAnswer } from './idempotency.ts';
import { DAY, hasExpired, timestamp } from './lifetime.ts';
import { MockProblem } from './problem.ts';
import { endRoom, sweepRooms, type StoredRoom } from './room.ts';
import type { StoredSecret } from './secrets.ts';
import { apiKey, prefixedId } from './tokens.ts';
import { sweepTransfers, type StoredTransfer } from './transfer.ts';
import { sweepRequests, type StoredUploadRequest } from './upload-request.ts';
import { schedule } from './webhook-delivery.ts';
import { sweepEndpoints, type StoredEndpoint } from './webhook-endpoint.ts';

/** An API key as the mock knows it. */
export interface Key {
  id: string;
  text: string;
  environment: 'live' | 'test';
  scopes: readonly Scope[];
  createdAt: number;
}

/** What is left of a caller's quota. */
export interface Quota {
  policy: 'key' | 'anonymous';
  limit: number;
  remaining: number;
  resetSeconds: number;
}

interface Owned {
  keyId: string;
  livemode: boolean;
}

type EventFacts<Event> = Event extends WebhookEvent
  ? { type: Event['type']; object: Event['data']['object'] }
  : never;

export const WINDOW_SECONDS = 60;

/** Everything that the mock remembers. */
export class State {
  readonly limits: { readonly key: number; readonly anonymous: number };
  readonly appUrl: string;
  keys = new Map<string, Key>();
  transfers = new Map<string, StoredTransfer>();
  secrets = new Map<string, StoredSecret>();
  debugShares = new Map<string, StoredDebugShare>();
  requests = new Map<string, StoredUploadRequest>();
  drops = new Map<string, StoredDrop>();
  /** What waits for bytes, by the token of its URL. */
  uploads = new Map<string, Upload>();
  downloads = new Map<string, Download>();
  rooms = new Map<string, StoredRoom>();
  webhookEndpoints = new Map<string, StoredEndpoint>();
  answers = new Map<string, StoredAnswer>();
  /** What was emitted, oldest first, with the key of the thing it happened to. */
  events: { keyId: string; event: WebhookEvent }[] = [];
  #calls = new Map<string, number[]>();
  #ahead = 0;

  constructor(appUrl: string, limits: State['limits']) {
    this.appUrl = appUrl;
    this.limits = limits;
  }

  /** Milliseconds since 1970: the real clock and what `advance` has added to it. */
  get now(): number {
    return Date.now() + this.#ahead;
  }

  advance(ms: number): void {
    this.#ahead += ms;
    this.sweep();
  }

  /** Forgets everything but the given keys. */
  reset(keys: readonly Key[]): void {
    for (const room of this.rooms.values()) endRoom(this, room, 'deleted');
    this.keys = new Map(keys.map((key) => [key.text, key]));
    for (const kept of [
      this.transfers,
      this.secrets,
      this.debugShares,
      this.requests,
      this.drops,
      this.uploads,
      this.downloads,
      this.rooms,
      this.webhookEndpoints,
      this.answers,
      this.#calls,
    ])
      kept.clear();
    this.events = [];
    this.#ahead = 0;
  }

  addKey(scopes: readonly Scope[], environment: 'live' | 'test', text = apiKey(environment)): Key {
    const key: Key = { id: prefixedId('key'), text, environment, scopes: [...scopes], createdAt: this.now };
    this.keys.set(text, key);
    return key;
  }

  /**
   * Counts a request against a limit, in a sliding window.
   * @throws MockProblem `rate_limited`; a refused request is not counted.
   */
  admit(policy: Quota['policy'], caller: string): Quota {
    const { now } = this;
    const limit = this.limits[policy];
    const calls = (this.#calls.get(caller) ?? []).filter((at) => at > now - WINDOW_SECONDS * 1000);
    const admitted = calls.length < limit;
    if (admitted) calls.push(now);
    this.#calls.set(caller, calls);
    const resetSeconds = Math.ceil(((calls[0] as number) + WINDOW_SECONDS * 1000 - now) / 1000);
    const quota: Quota = { policy, limit, remaining: limit - calls.length, resetSeconds };
    if (admitted) return quota;
    const headers = { ...quotaHeaders(quota), 'Retry-After': String(resetSeconds) };
    const detail = `The limit is ${limit} requests per minute. Retry after ${resetSeconds} seconds.`;
    throw new MockProblem('rate_limited', detail, { headers });
  }

  /** Records what happened to a thing. */
  emit({ keyId, livemode }: Owned, { type, object }: EventFacts<WebhookEvent>): void {
    const [id, createdAt] = [prefixedId('evt'), timestamp(this.now)];
    const event = { id, type, apiVersion: '1.0.0', createdAt, livemode, data: { object } } as WebhookEvent;
    this.events.push({ keyId, event });
    schedule(this, keyId, event);
  }

  /** Wipes what has expired since the last time, and forgets what ended 30 days ago. */
  sweep(): void {
    const { now } = this;
    for (const secret of this.secrets.values()) {
      if (secret.state === 'waiting' && hasExpired(secret, now)) secret.state = 'expired';
    }
    sweepFiles(this);
    sweepTransfers(this);
    sweepRequests(this);
    sweepRooms(this);
    sweepEndpoints(this);
    for (const [slot, answer] of this.answers) if (answer.at <= now - DAY) this.answers.delete(slot);
  }
}

/** `RateLimit` headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function quotaHeaders({ policy, limit, remaining, resetSeconds }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}
