import type { ItemVault } from '../../crypto/item-vault.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { isUnavailable, type Db } from '../../storage/postgres/database.ts';
import type { Notifications } from '../../storage/postgres/notifications.ts';
import { markAbsent, markPresent, PRESENCE_HEARTBEAT_MS, type Presence } from '../../sessions/presence.ts';
import { LiveRoom } from './live-room.ts';
import { presenceOf } from './participants.ts';
import { NOBODY, placeOf, readOn, type Updates } from './updates.ts';
import { topicOf } from './store.ts';

/** Maximum numbers of followers in this process. */
export interface FeedLimits {
  inAll: number;
  perAddress: number;
  perRoomAndAddress: number;
}

const LIMITS: FeedLimits = { inAll: 1_000, perAddress: 100, perRoomAndAddress: 20 };
const COMMENT = Buffer.from(':\n\n');
/** Interval of comments while nothing happens, and of checks for lost notifications. */
const QUIET_MS = 15_000;
/** Minimum interval between two `participants` events of a stream, so that fast changes cost the others no more. */
const PARTICIPANTS_MS = 1_000;
/** Interval of checks while the database is away. */
const AWAY_MS = 1_000;
const RETRY_SECONDS = 10;

export interface Follower {
  roomId: string;
  /** Last message seen. Undefined: start with the next. */
  lastEventId: string | undefined;
  address: string;
  /** Session whose holder is present meanwhile. */
  tokenHash: Buffer | undefined;
  signal: AbortSignal;
}

/** Live events of rooms: each follower gets the messages of its room in order, each once. */
export class RoomFeed {
  readonly #db: Db;
  readonly #vault: ItemVault;
  readonly #notifications: Notifications;
  readonly #limits: FeedLimits;
  readonly #rooms = new Map<string, { live: LiveRoom; followers: Set<Follower>; leave: () => void }>();
  readonly #addresses = new Map<string, number>();
  #count = 0;
  #stopped = false;

  constructor(
    deps: { database: Db; vault: ItemVault; notifications: Notifications },
    limits: Partial<FeedLimits> = {},
  ) {
    this.#db = deps.database;
    this.#vault = deps.vault;
    this.#notifications = deps.notifications;
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Server-sent events of a room. Notifications only say when to look; events are read from the database. @throws
   * ServiceProblem before the first piece: `not_found`, `rate_limited`, `service_unavailable`
   */
  async *follow(follower: Follower): AsyncGenerator<Buffer> {
    const live = this.#enter(follower);
    const { roomId, lastEventId: messageId, tokenHash, signal } = follower;
    const presence = tokenHash && presenceOf(roomId, tokenHash);
    try {
      const after = await placeOf(this.#db, { roomId, messageId });
      yield* this.#events(live, { after, presence, signal });
    } finally {
      this.#leave(follower);
      // If this fails, the presence times out.
      if (presence && !this.#isFollowedBy(presence))
        await markAbsent(this.#db, presence).catch(() => undefined);
    }
  }

  /** Ends all streams, so that their clients come back to another server. */
  stop(): void {
    this.#stopped = true;
    for (const { live } of this.#rooms.values()) live.notify();
  }

  async *#events(
    live: LiveRoom,
    { after, presence, signal }: { after: number; presence: Presence | undefined; signal: AbortSignal },
  ): AsyncGenerator<Buffer> {
    yield COMMENT;
    let spokeAt = performance.now();
    let stayedAt = -Infinity;
    let participants: Buffer = NOBODY;
    let reportedAt = -Infinity;
    while (!signal.aborted && !this.#stopped) {
      if (presence && performance.now() - stayedAt >= PRESENCE_HEARTBEAT_MS) {
        await markPresent(this.#db, presence).catch(whileAway);
        stayedAt = performance.now();
      }
      const { notified } = live;
      const updates = await live.readOn(after).catch(whileAway);
      for (const { seq, event } of updates.events) {
        yield event;
        after = seq;
        spokeAt = performance.now();
      }
      if (updates.closed) {
        yield updates.closed;
        return;
      }
      // Another server may have ended a stream of the same session.
      if (presence && updates.isPresent?.(presence.tokenHash) === false) {
        await markPresent(this.#db, presence).catch(whileAway);
      }
      let untilDue = Infinity;
      if (updates.participants && !updates.participants.equals(participants)) {
        untilDue = reportedAt + PARTICIPANTS_MS - performance.now();
        if (untilDue <= 0) {
          yield (participants = updates.participants);
          spokeAt = reportedAt = performance.now();
          untilDue = Infinity;
        }
      }
      if (!updates.upToDate) continue;
      if (performance.now() - spokeAt >= QUIET_MS) {
        yield COMMENT;
        spokeAt = performance.now();
      }
      const quietMs = spokeAt + QUIET_MS - performance.now();
      const waitMs = Math.min(quietMs, updates.remainingMs, untilDue);
      await live.until(notified, Math.max(0, waitMs), signal);
    }
  }

  #enter(follower: Follower): LiveRoom {
    const { roomId, address } = follower;
    if (this.#stopped || this.#count >= this.#limits.inAll) {
      throw new ServiceProblem('service_unavailable', 'This server has no place for another stream now.', {
        retryAfter: RETRY_SECONDS,
      });
    }
    const { perAddress, perRoomAndAddress } = this.#limits;
    const ofAddress = this.#addresses.get(address) ?? 0;
    if (ofAddress >= perAddress) {
      throw tooMany(`One address can follow rooms ${perAddress} times at once.`);
    }
    const room = this.#rooms.get(roomId) ?? this.#open(roomId);
    const fromHere = [...room.followers].filter((other) => other.address === address).length;
    if (fromHere >= perRoomAndAddress) {
      throw tooMany(`A room can be followed ${perRoomAndAddress} times at once from one address.`);
    }
    this.#count += 1;
    this.#addresses.set(address, ofAddress + 1);
    room.followers.add(follower);
    return room.live;
  }

  #open(roomId: string) {
    const live = new LiveRoom((after) => readOn(this.#db, this.#vault, { roomId, after }));
    const leave = this.#notifications.subscribe(topicOf(roomId), live.notify);
    const room = { live, followers: new Set<Follower>(), leave };
    this.#rooms.set(roomId, room);
    return room;
  }

  #isFollowedBy({ itemId, tokenHash }: Presence): boolean {
    const followers = [...(this.#rooms.get(itemId)?.followers ?? [])];
    return followers.some((other) => other.tokenHash?.equals(tokenHash));
  }

  #leave(follower: Follower): void {
    const room = this.#rooms.get(follower.roomId);
    if (!room?.followers.delete(follower)) return;
    this.#count -= 1;
    const left = (this.#addresses.get(follower.address) ?? 0) - 1;
    if (left > 0) this.#addresses.set(follower.address, left);
    else this.#addresses.delete(follower.address);
    if (room.followers.size > 0) return;
    room.leave();
    this.#rooms.delete(follower.roomId);
  }
}

const tooMany = (detail: string): ServiceProblem =>
  new ServiceProblem('rate_limited', detail, { retryAfter: RETRY_SECONDS });

/** Followers wait for a database that is away as for an event. */
function whileAway(error: unknown): Updates {
  if (!isUnavailable(error)) throw error;
  return { events: [], upToDate: true, remainingMs: AWAY_MS };
}
