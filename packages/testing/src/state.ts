import type { Scope } from '@tempshare/sdk/types';
import type { WebhookEvent } from '@tempshare/sdk';
import { DEFAULTS, type Capacities } from './domain/capacity.ts';
import type { StoredDebugShare } from './features/debug-shares.ts';
import type { StoredDrop } from './features/drops.ts';
import { Failures } from './failures/failures.ts';
import { sweepFiles, type Download, type Upload } from './features/files/file.ts';
import type { StoredAnswer } from './http/idempotency.ts';
import { DAY, hasExpired, timestamp } from './domain/lifetime.ts';
import { Quotas, type Limits } from './http/quota.ts';
import type { Received } from './http/received.ts';
import { endRoom, sweepRooms, type StoredRoom } from './features/rooms/room.ts';
import type { StoredSecret } from './features/secrets.ts';
import { apiKey, prefixedId } from './domain/tokens.ts';
import { sweepTransfers, type StoredTransfer } from './features/transfers/transfer.ts';
import { sweepRequests, type StoredUploadRequest } from './features/requests/upload-request.ts';
import { schedule } from './features/webhooks/deliveries.ts';
import { sweepEndpoints, type StoredEndpoint } from './features/webhooks/endpoint.ts';

/** An API key as the mock knows it. */
export interface Key {
  id: string;
  text: string;
  environment: 'live' | 'test';
  scopes: readonly Scope[];
  createdAt: number;
}

interface Owned {
  keyId: string;
  livemode: boolean;
}

type EventFacts<Event> = Event extends WebhookEvent
  ? { type: Event['type']; object: Event['data']['object'] }
  : never;

/** Everything that the mock remembers. */
export class State {
  readonly baseUrl: string;
  /** Where the pages behind links would be. */
  readonly appUrl: string;
  readonly failures = new Failures();
  readonly quotas: Quotas;
  readonly capacity: Capacities;
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
  /** The requests of the program under test, oldest first. */
  received: Received[] = [];
  readonly #start: number | undefined;
  #ahead = 0;

  /** @param start where the clock stands until `advance` moves it; left out, it follows the real one */
  constructor(baseUrl: string, limits: Limits, start?: number, capacity: Capacities = DEFAULTS) {
    this.baseUrl = baseUrl;
    this.appUrl = baseUrl.replace(/\/api\/v1$/, '');
    this.quotas = new Quotas(limits);
    this.capacity = capacity;
    this.#start = start;
  }

  /** Milliseconds since 1970, with what `advance` has added. */
  get now(): number {
    return (this.#start ?? Date.now()) + this.#ahead;
  }

  /** Ends failures and changed limits. */
  recover(): void {
    this.failures.clear();
    this.quotas.reset();
  }

  /** @throws TypeError for a time that is not to come */
  advance(ms: number): void {
    if (!(Number.isFinite(ms) && ms >= 0)) throw new TypeError('advance: milliseconds, from 0');
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
    ])
      kept.clear();
    this.events = [];
    this.received = [];
    this.#ahead = 0;
    this.recover();
  }

  addKey(scopes: readonly Scope[], environment: 'live' | 'test', text = apiKey(environment)): Key {
    const key: Key = { id: prefixedId('key'), text, environment, scopes: [...scopes], createdAt: this.now };
    this.keys.set(text, key);
    return key;
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
      if (secret.state === 'waiting' && hasExpired(secret, now))
        Object.assign(secret, { state: 'expired', content: '' });
    }
    sweepFiles(this);
    sweepTransfers(this);
    sweepRequests(this);
    sweepRooms(this);
    sweepEndpoints(this);
    for (const [slot, answer] of this.answers) if (answer.at <= now - DAY) this.answers.delete(slot);
  }
}
