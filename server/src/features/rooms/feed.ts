import type { ItemVault } from '../../crypto/item-vault.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { isUnavailable, type Db } from '../../storage/postgres/database.ts';
import type { Notifications } from '../../storage/postgres/notifications.ts';
import { markAbsent, markPresent, PRESENCE_HEARTBEAT_MS, type Presence } from '../../sessions/presence.ts';
import { LiveRoom } from './live-room.ts';
import { presenceOf } from './participants.ts';
import { NOBODY, placeOf, readOn, type Updates } from './updates.ts';
import { topicOf } from './store.ts';

/** Maximum number of concurrent followers. */
export interface FeedLimits {
  /** In this process. */
  inAll: number;
  /** In this process from one address. */
  perAddress: number;
  /** One room from one address. */
  perRoomAndAddress: number;
}

const LIMITS: FeedLimits = { inAll: 1_000, perAddress: 100, perRoomAndAddress: 20 };
const COMMENT = Buffer.from(':\n\n');
/** Between two comments, when nothing happens. At each the room is looked at, lest a notification got lost. */
const QUIET_MS = 15_000;
/** The shortest interval between two `participants` events of a stream: who comes and goes in a loop costs the others no more. */
const PARTICIPANTS_MS = 1_000;
/** Between two looks while the database is away. */
const AWAY_MS = 1_000;
/** Retry-After of a refusal, in seconds. */
const RETRY_SECONDS = 10;

/** Somebody who follows a room. */
export interface Follower {
  roomId: string;
  /** The last message seen; without one the stream starts with the next. */
  lastEventId: string | undefined;
  address: string;
  /** Id of the follower's session; its holder is in the room meanwhile. */
  tokenHash: Buffer | undefined;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** Live events of rooms: each follower of this process gets the messages of its room in order, each once. */
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
   * Server-sent events of a room, until it or the connection ends. Notifications only say when to look; what there is
   * to send is read from the database, after the last message sent.
   * @throws ServiceProblem before the first piece: `not_found`, `rate_limited`, `service_unavailable`.
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
      // Should it fail, they are gone a moment later.
      if (presence && !this.#isFollowedBy(presence))
        await markAbsent(this.#db, presence).catch(() => undefined);
    }
  }

  /** Ends all streams, for their clients to come back to another server. */
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
      // Another stream of theirs may have ended, at another server.
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

  /** Whether somebody follows a room from here by another stream. */
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

/** Followers wait for a database that is away as they wait for an event. */
function whileAway(error: unknown): Updates {
  if (!isUnavailable(error)) throw error;
  return { events: [], upToDate: true, remainingMs: AWAY_MS };
}
