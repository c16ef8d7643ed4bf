import type { AccountSchema } from '@tempshare/contract/account';
import { parseShortCode } from '../../../../testing/src/domain/tokens.ts';
import { hasExpired } from '../../../../testing/src/domain/lifetime.ts';
import { requiresPassword, wrongAttempts } from '../../../../testing/src/domain/protection.ts';
import { sharesOf, type StoredDebugShare } from '../../../../testing/src/features/debug-shares.ts';
import { dropsOf, type StoredDrop } from '../../../../testing/src/features/drops.ts';
import { hasArrived } from '../../../../testing/src/features/files/file.ts';
import { handlers as v1 } from '../../../../testing/src/features/index.ts';
import {
  requestsOf,
  stateOf,
  type StoredUploadRequest,
} from '../../../../testing/src/features/requests/upload-request.ts';
import { roomsOf, type StoredRoom } from '../../../../testing/src/features/rooms/room.ts';
import { secretsOf, type StoredSecret } from '../../../../testing/src/features/secrets.ts';
import { transfersOf, type StoredTransfer } from '../../../../testing/src/features/transfers/transfer.ts';
import { endpointsOf, itemOf } from '../../../../testing/src/features/webhooks/endpoint.ts';
import { eventLog } from '../../../../testing/src/features/webhooks/events.ts';
import { cutPage } from '../../../../testing/src/http/page.ts';
import type { State } from '../../../../testing/src/state.ts';
import {
  audit,
  found,
  iso,
  isoOrNull,
  type Demo,
  type HandlersOf,
  type MemberContext,
  type StoredKey,
  type User,
} from './account.ts';

type Item = AccountSchema<'Item'>;
type Kind = Item['kind'];

/** An item of any kind, as the list has it. */
export interface Shared {
  /** The object of the mock. A hand-over changes its key. */
  stored: { id: string; keyId: string };
  createdAt: number;
  title: string | null;
  label: string | null;
  wrong: number[];
  shown: Omit<Item, 'id' | 'title' | 'label' | 'createdAt' | 'key' | 'member'>;
}

const UNVIEWED = { views: null, maxViews: null, viewedAt: null } as const;
const UNENCRYPTED = { shortCode: null, encryption: null } as const;

const became = (isOpened: boolean, isExpired: boolean): Item['state'] =>
  isOpened ? 'opened' : isExpired ? 'expired_unread' : 'waiting';

function sharedTransfer(stored: StoredTransfer): Shared {
  const { type, status, views, maxViews, firstViewedAt, lastViewedAt, expiresAt, livemode, lock } = stored;
  const endReason = status === 'consumed' || status === 'expired' ? status : null;
  return {
    ...{ stored, createdAt: stored.createdAt, title: null, label: stored.label, wrong: lock.attempts },
    shown: {
      ...{ kind: type, shortCode: stored.shortCode, encryption: stored.encryption, livemode },
      ...{ requiresPassword: requiresPassword(lock), views, maxViews, received: null, endReason },
      state: became(views > 0 || status === 'consumed', status === 'expired'),
      viewedAt: { first: isoOrNull(firstViewedAt), last: isoOrNull(lastViewedAt) },
      ...{ expiresAt: isoOrNull(expiresAt), endedAt: isoOrNull(stored.endedAt) },
    },
  };
}

function sharedDebugShare(stored: StoredDebugShare, now: number): Shared {
  const isExpired = hasExpired(stored, now);
  const end = isoOrNull(stored.expiresAt);
  return {
    ...{ stored, createdAt: stored.createdAt, title: null, label: null, wrong: [] },
    shown: {
      ...{ kind: 'debug', shortCode: null, encryption: 'server', livemode: true, requiresPassword: false },
      ...{ views: 0, maxViews: null, viewedAt: { first: null, last: null }, received: null },
      ...{ state: became(false, isExpired), endReason: isExpired ? 'expired' : null },
      ...{ expiresAt: end, endedAt: isExpired ? end : null },
    },
  };
}

function sharedSecret(stored: StoredSecret): Shared {
  const { state: was, consumedAt, expiresAt, endedAt, encryption, livemode, lock } = stored;
  const at = isoOrNull(consumedAt);
  const ends = { waiting: null, consumed: 'consumed', expired: 'expired', revoked: 'deleted' } as const;
  return {
    ...{ stored, createdAt: stored.createdAt, title: null, label: stored.label, wrong: lock.attempts },
    shown: {
      ...{
        kind: 'secret',
        shortCode: null,
        encryption,
        livemode,
        requiresPassword: requiresPassword(lock),
      },
      ...{ views: was === 'consumed' ? 1 : 0, maxViews: 1, viewedAt: { first: at, last: at } },
      ...{ received: null, endReason: ends[was], expiresAt: isoOrNull(expiresAt) },
      state: was === 'revoked' ? 'deleted' : became(was === 'consumed', was === 'expired'),
      endedAt: isoOrNull(endedAt),
    },
  };
}

function sharedRequest(stored: StoredUploadRequest, now: number): Shared {
  const { title, label, fileCount, expiresAt, closedAt, livemode } = stored;
  const was = stateOf(stored, now);
  const end = isoOrNull(expiresAt);
  return {
    ...{ stored, createdAt: stored.createdAt, title, label, wrong: stored.attempts },
    shown: {
      ...{ kind: 'request', ...UNENCRYPTED, ...UNVIEWED, livemode, requiresPassword: true },
      ...{ received: fileCount, endReason: was === 'open' ? null : was, expiresAt: end },
      state: became(fileCount > 0 || was === 'closed', was === 'expired'),
      endedAt: was === 'closed' ? isoOrNull(closedAt) : was === 'expired' ? end : null,
    },
  };
}

function sharedRoom(stored: StoredRoom): Shared {
  const { name: title, label, encryption, lock, messages, expiresAt, livemode } = stored;
  const isExpired = stored.state !== 'open';
  return {
    ...{ stored, createdAt: stored.createdAt, title, label, wrong: lock.attempts },
    shown: {
      ...{ kind: 'room', shortCode: null, encryption, ...UNVIEWED, livemode },
      ...{ requiresPassword: requiresPassword(lock), received: messages.length },
      state: became(messages.length > 0, isExpired),
      ...{ endReason: isExpired ? 'expired' : null, expiresAt: iso(expiresAt) },
      endedAt: isExpired ? iso(expiresAt) : null,
    },
  };
}

function sharedDrop(stored: StoredDrop): Shared {
  const received = stored.items.filter(({ file }) => !file || hasArrived(file)).length;
  return {
    ...{ stored, createdAt: stored.createdAt, title: stored.label, label: null, wrong: [] },
    shown: {
      ...{ kind: 'drop', ...UNENCRYPTED, ...UNVIEWED, livemode: stored.livemode, requiresPassword: false },
      ...{ received, state: became(received > 0, false), endReason: null, expiresAt: null, endedAt: null },
    },
  };
}

/** Everything that was shared, in the order of its making. */
export function everythingIn(state: State): Shared[] {
  state.sweep();
  const { now } = state;
  return [
    ...Array.from(transfersOf(state).values(), sharedTransfer),
    ...Array.from(sharesOf(state).values(), (stored) => sharedDebugShare(stored, now)),
    ...Array.from(secretsOf(state).values(), sharedSecret),
    ...Array.from(requestsOf(state).values(), (stored) => sharedRequest(stored, now)),
    ...Array.from(roomsOf(state).values(), sharedRoom),
    ...Array.from(dropsOf(state).values(), sharedDrop),
  ];
}

/** The keys whose items somebody sees: members those of their pages and those they made. */
const keysSeenBy = ({ account }: Demo, user: User): StoredKey[] =>
  account.keys.filter(({ createdBy }) => user.role !== 'member' || createdBy === user.id);

function toItem({ account }: Demo, user: User, { stored, createdAt, title, label, shown }: Shared): Item {
  const key = account.keys.find(({ id }) => id === stored.keyId)!;
  const isOwn = key.createdBy === user.id;
  const member = account.users.find(({ id }) => id === key.createdBy);
  return {
    ...shown,
    ...{ id: stored.id, createdAt: iso(createdAt) },
    // Names are for those alone whose key made the item.
    ...(isOwn ? { title, label } : { title: null, label: null }),
    key: key.hidden ? null : { id: key.id, name: key.name },
    member: member ? { id: member.id, name: member.name } : null,
  };
}

const seenBy = (demo: Demo, user: User): Shared[] => {
  const keys = new Set(keysSeenBy(demo, user).map(({ id }) => id));
  return everythingIn(demo.state).filter(({ stored }) => keys.has(stored.keyId));
};

/** @throws MockProblem `not_found` */
const seen = (context: MemberContext, id: string): Shared =>
  found(seenBy(context, context.user).find(({ stored }) => stored.id === id));

/** @throws MockProblem `not_found` for an item that another person's key made */
function own(context: MemberContext, id: string): Shared {
  const item = seen(context, id);
  const isOwn = ({ id: keyId, createdBy }: StoredKey): boolean =>
    keyId === item.stored.keyId && createdBy === context.user.id;
  return found(context.account.keys.some(isOwn) ? item : undefined);
}

/** Operations of the public API that end, change and unlock an item of a kind. */
const OPERATIONS: Record<
  Kind,
  { end?: keyof typeof v1; update?: keyof typeof v1; unlock?: keyof typeof v1 }
> = {
  text: { end: 'transfers.delete', update: 'transfers.update', unlock: 'transfers.unlock' },
  url: { end: 'transfers.delete', update: 'transfers.update', unlock: 'transfers.unlock' },
  file: { end: 'transfers.delete', update: 'transfers.update', unlock: 'transfers.unlock' },
  debug: {},
  secret: { end: 'secrets.delete', update: 'secrets.update', unlock: 'secrets.unlock' },
  request: { end: 'requests.delete', update: 'requests.update', unlock: 'requests.unlock' },
  room: { end: 'rooms.delete', update: 'rooms.update' },
  drop: { end: 'drops.delete', update: 'drops.update' },
};

/** Runs an operation of the public API on an item, as its key would. */
const run = (state: State, operation: keyof typeof v1, { stored }: Shared, body?: object): unknown =>
  (v1[operation] as (call: object) => unknown)({
    ...{ state, now: state.now, body, query: {}, headers: {} },
    ...{ key: { id: stored.keyId }, params: { id: stored.id } },
  });

/** Ends an item, whoever's it is. @throws MockProblem `not_found` for one that has ended */
export function endItem(state: State, item: Shared): void {
  const { end } = OPERATIONS[item.shown.kind];
  if (!end) {
    sharesOf(state).delete(item.stored.id);
    return;
  }
  run(state, end, item);
  const last = eventLog(state).at(-1)?.event;
  if (last?.type === 'transfer.deleted' && last.data.object.id === item.stored.id)
    last.data.object.reason = 'panel';
}

/** Whether an item can still be opened. */
export const isLiving = ({ shown }: Shared): boolean => shown.endedAt === null;

const codeOf = (text: string): string | null => parseShortCode(text.replaceAll(/[\s-]/g, ''));

/** Whether an item has this id, a short code or a label that begins so. */
function isFound({ id, kind, shortCode, label, title }: Item, term: string): boolean {
  const [code, name] = [codeOf(term), kind === 'drop' ? title : label];
  return (
    id === term ||
    (code !== null && shortCode?.startsWith(code) === true) ||
    name?.toLowerCase().startsWith(term.toLowerCase()) === true
  );
}

/** A deleted transfer, as its last event tells of it. */
function deletedTransfer({ state }: Demo, id: string): Shared | undefined {
  const events = eventLog(state).filter(({ event }) => itemOf(event) === id);
  const last = events.at(-1);
  if (last?.event.type !== 'transfer.deleted') return undefined;
  const { type: kind, views, maxViews, createdAt, expiresAt, reason } = last.event.data.object;
  const viewed = events.filter(({ event }) => event.type === 'transfer.completed');
  const [first, latest] = [viewed[0], viewed.at(-1)].map((each) => each?.event.createdAt ?? null);
  const endReason = reason === 'api' || reason === 'panel' ? 'deleted' : reason;
  return {
    ...{
      stored: { id, keyId: last.keyId },
      createdAt: Date.parse(createdAt),
      title: null,
      label: null,
      wrong: [],
    },
    shown: {
      ...{ kind, ...UNENCRYPTED, livemode: last.event.livemode, requiresPassword: false, views, maxViews },
      ...{ viewedAt: { first: first!, last: latest! }, received: null, endReason, expiresAt },
      state: endReason === 'deleted' ? 'deleted' : became(views > 0, true),
      endedAt: last.event.createdAt,
    },
  };
}

/** Returns the person who deleted an item, as the audit log has it. */
function deleterOf({ account }: MemberContext, id: string): { id: string; name: string } | null {
  const entry = account.entries.find(({ action, target }) => action === 'items delete' && target === id);
  return entry?.actorId == null ? null : { id: entry.actorId, name: entry.actor };
}

type Operations = 'listItems' | 'getItem' | 'updateItem' | 'deleteItem' | 'changeItemPin' | 'unlockItem';

export const itemHandlers: HandlersOf<Operations> = {
  listItems: (context) => {
    const { user, query } = context;
    const { kind, state, keyId, memberId, limit, cursor } = query;
    const term = query.search?.trim();
    const matching = seenBy(context, user)
      .map((shared) => ({
        id: shared.stored.id,
        createdAt: shared.createdAt,
        item: toItem(context, user, shared),
      }))
      .filter(
        ({ item }) =>
          (kind ?? item.kind) === item.kind &&
          (state ?? item.state) === item.state &&
          (keyId === undefined || item.key?.id === keyId) &&
          (memberId === undefined || item.member?.id === memberId) &&
          (term === undefined || isFound(item, term)),
      );
    const { rows, page } = cutPage(matching, ['items', user.id, kind, state, keyId, memberId], {
      limit,
      cursor,
    });
    return { items: rows.map(({ item }) => item), nextCursor: page.nextCursor };
  },

  getItem: (context) => {
    const { state, user, params } = context;
    const keys = keysSeenBy(context, user);
    const deleted = deletedTransfer(context, params.id);
    const isSeen = keys.some(({ id }) => id === deleted?.stored.keyId);
    const shared =
      deleted && isSeen && !transfersOf(state).has(params.id) ? deleted : seen(context, params.id);
    const events = eventLog(state).filter(({ event }) => itemOf(event) === params.id);
    const endpoints = [...endpointsOf(state).values()];
    return {
      item: toItem(context, user, shared),
      deletedBy: deleterOf(context, params.id),
      wrongAttempts: wrongAttempts(shared.wrong),
      events: events.map(({ event: { id, type, createdAt } }) => ({
        ...{ id, type, createdAt },
        deliveries: endpoints.flatMap(({ id: endpointId, deliveries }) =>
          deliveries
            .filter(({ event }) => event.id === id)
            .map((delivery) => ({ endpointId, state: delivery.state })),
        ),
      })),
    };
  },

  updateItem: (context) => {
    const { state, params, body } = context;
    const shared = body.label === undefined ? seen(context, params.id) : own(context, params.id);
    const { kind } = shared.shown;
    run(state, found(OPERATIONS[kind].update), shared, body);
    const { label, expiresAt } = body;
    const details = {
      kind,
      ...(label !== undefined && { label: 'changed' }),
      ...(expiresAt && { expiresAt }),
    };
    audit(context, 'items update', params.id, details);
  },

  deleteItem: (context) => {
    const shared = seen(context, context.params.id);
    endItem(context.state, shared);
    audit(context, 'items delete', shared.stored.id, { kind: shared.shown.kind });
  },

  changeItemPin: (context) => {
    const shared = own(context, context.params.id);
    const { kind } = shared.shown;
    const reply = run(context.state, found(kind === 'request' ? 'requests.rotatePin' : undefined), shared);
    audit(context, 'items pin', shared.stored.id, { kind });
    const { body } = reply as { body: { pin: string } };
    return { pin: body.pin };
  },

  unlockItem: (context) => {
    const shared = seen(context, context.params.id);
    run(context.state, found(isLiving(shared) ? OPERATIONS[shared.shown.kind].unlock : undefined), shared);
    audit(context, 'items unlock', shared.stored.id, { kind: shared.shown.kind });
  },
};
