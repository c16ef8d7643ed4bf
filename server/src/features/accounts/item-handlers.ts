import type { AccountSchema } from '@tempshare/contract/account';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { beginsWith, indexRanges } from '../../crypto/label-index.ts';
import { isLinkId, parseShortCode } from '../../crypto/tokens.ts';
import type { ItemFilter, ListedItem, ListedRow } from '../../domain/listed-item.ts';
import { findListed } from '../../domain/page.ts';
import type { MemberContext, PanelHandlersOf } from '../../domain/panel.ts';
import { notFound } from '../../domain/problem.ts';
import { toViewedAt } from '../../domain/view-times.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { FeatureDeps } from '../feature.ts';
import { changePin, makePin } from '../requests/request.ts';
import { change } from '../users/session.ts';
import { deliveriesOfEvent } from '../webhooks/deliveries/delivery.ts';
import { eventsOfItem } from '../webhooks/event.ts';
import { auditedBy, deletedBy, recordAudit } from './audit.ts';
import { hasMember, sharingKeys, type SharingKey } from './store.ts';

type Keys = ReadonlyMap<string, SharingKey>;
type User = MemberContext['signedIn']['user'];
type LoggedEvents = Awaited<ReturnType<typeof eventsOfItem>>;

/** Operations on items that people and their keys have shared. */
export function itemPanelHandlers({
  items,
  vault,
}: Pick<FeatureDeps, 'items' | 'vault'>): PanelHandlersOf<'items'> {
  /** An item that the caller sees. @throws ServiceProblem `not_found` */
  const found = async (db: Db, keys: Keys, id: string) => {
    const page = { limit: 1, after: null };
    const [row] = await items.list(db, { keyIds: [...keys.keys()], filter: { search: { id } }, page });
    if (!row) throw notFound();
    return row;
  };

  const namesOf = (row: ListedRow, isOwners: boolean): Names =>
    isOwners ? { title: items.titleOf(row), label: items.labelOf(row) } : NAMELESS;

  return {
    listItems: async ({ db, query, signedIn: { user } }) => {
      const { kind, state, keyId, memberId, limit, cursor } = query;
      const keys = await keysOf(db, user);
      const chosen = [...keys.values()].filter(
        ({ id, user_id: userId }) =>
          (keyId === undefined || id === keyId) && (memberId === undefined || userId === memberId),
      );
      if (chosen.length === 0 && (keyId !== undefined || memberId !== undefined)) {
        const isEmpty = keyId === undefined && memberId !== undefined && (await isSeen(db, user, memberId));
        if (!isEmpty) throw notFound();
      }
      const isWhole = chosen.length === keys.size && user.role !== 'member';
      const accountId = isWhole ? user.accountId : undefined;
      const term = query.search?.trim();
      const own = chosen.filter(({ user_id: userId }) => userId === user.id);
      const search = term === undefined ? undefined : searchOf(vault, term, { user, own });
      const call = { list: ['items', user.id, kind, state, keyId, memberId, query.search], limit, cursor };
      const { rows, page } = await findListed(
        call,
        async (place) => ({
          rows: await items.list(db, {
            keyIds: chosen.map(({ id }) => id),
            filter: { accountId, kind, state, search },
            page: place,
          }),
          total: 0,
          totalIsExact: false,
        }),
        ({ createdAt }) => createdAt,
      );
      const listed = rows
        .map((row) => toItem(row, keys, namesOf(row, isOwn(user.id, keys, row.keyId))))
        .filter((item) => term === undefined || isFound(item, term));
      const isAsked = (item: AccountSchema<'Item'>): boolean =>
        (kind === undefined || item.kind === kind) && (state === undefined || item.state === state);
      return { items: search ? listed.filter(isAsked) : listed, nextCursor: page.nextCursor };
    },

    getItem: async ({ db, params: { id }, signedIn: { user } }) => {
      const keys = await keysOf(db, user);
      const events = await eventsOfItem(db, { itemId: id, keyIds: [...keys.keys()] });
      const row = await found(db, keys, id);
      return {
        item: toItem(row, keys, namesOf(row, isOwn(user.id, keys, row.keyId))),
        deletedBy: row.endReason === 'deleted' ? await deletedBy(db, id, user.accountId) : null,
        wrongAttempts: await items.attemptsOf(db, id),
        events: await Promise.all(events.toReversed().map((event) => toEvent(db, event))),
      };
    },

    deleteItem: async (context) => {
      const { db, signedIn, params } = context;
      const keys = await keysOf(db, signedIn.user);
      await change(db, signedIn, async (trx) => {
        const item = await found(trx, keys, params.id);
        const { id, kind } = item;
        await items.end(trx, item);
        await recordAudit(trx, { action: 'items delete', target: id, details: { kind } }, auditedBy(context));
      });
    },

    updateItem: async (context) => {
      const { db, signedIn, params, body, now } = context;
      const keys = await keysOf(db, signedIn.user);
      await change(db, signedIn, async (trx) => {
        const item = await found(trx, keys, params.id);
        const { id, kind, keyId } = item;
        if (body.label !== undefined && !isOwn(signedIn.user.id, keys, keyId)) throw notFound();
        await items.update(trx, item, { input: body, now });
        const { label, expiresAt } = body;
        const details = {
          kind,
          ...(label !== undefined && { label: 'changed' }),
          ...(expiresAt && { expiresAt }),
        };
        await recordAudit(trx, { action: 'items update', target: id, details }, auditedBy(context));
      });
    },

    changeItemPin: async (context) => {
      const { db, signedIn, params } = context;
      const keys = await keysOf(db, signedIn.user);
      const { id, kind, keyId } = await found(db, keys, params.id);
      if (kind !== 'request' || !isOwn(signedIn.user.id, keys, keyId)) throw notFound();
      // Not in the transaction, whose connection others would wait for: sealing a PIN takes its turn.
      const { pin, lock } = await makePin(db, vault, { id, keyId });
      await change(db, signedIn, async (trx) => {
        await changePin(trx, { id, keyId }, lock);
        await recordAudit(trx, { action: 'items pin', target: id, details: { kind } }, auditedBy(context));
      });
      return { pin };
    },

    unlockItem: async (context) => {
      const { db, signedIn, params } = context;
      const keys = await keysOf(db, signedIn.user);
      await change(db, signedIn, async (trx) => {
        const { id, kind, endedAt } = await found(trx, keys, params.id);
        if (endedAt !== null) throw notFound();
        await items.unlock(trx, id);
        await recordAudit(trx, { action: 'items unlock', target: id, details: { kind } }, auditedBy(context));
      });
    },
  };
}

/** The keys whose items somebody sees: members those of their pages and those they made. */
async function keysOf(db: Db, user: User): Promise<Keys> {
  const keys = await sharingKeys(db, user.accountId, user.role === 'member' ? user.id : null);
  return new Map(keys.map((key) => [key.id, key]));
}

/** Whether somebody may see what a member has shared. */
const isSeen = async (db: Db, user: User, memberId: string): Promise<boolean> =>
  memberId === user.id || (user.role !== 'member' && (await hasMember(db, user.accountId, memberId)));

/** The meanings of a search: an id, or the beginning of a short code or of the label of an own item. */
function searchOf(
  vault: ItemVault,
  term: string,
  { user, own }: { user: User; own: readonly SharingKey[] },
): NonNullable<ItemFilter['search']> {
  return {
    id: isLinkId(term) ? term : undefined,
    code: codeOf(term) ?? undefined,
    label: { keyIds: own.map(({ id }) => id), ranges: indexRanges(vault, user.accountId, term) },
  };
}

const codeOf = (term: string): string | null => parseShortCode(term.replaceAll(/[\s-]/g, ''));

/** Whether a search means an item: of others than its owner no label is looked at. */
function isFound({ id, kind, shortCode, label, title }: AccountSchema<'Item'>, term: string): boolean {
  const code = codeOf(term);
  const name = kind === 'drop' ? title : label;
  return (
    id === term ||
    (code !== null && shortCode?.startsWith(code) === true) ||
    (name !== null && beginsWith(name, term))
  );
}

/** Whether somebody's own key made an item: titles and labels are shown to them, and to nobody else. */
const isOwn = (userId: string, keys: Keys, keyId: string): boolean => keys.get(keyId)?.user_id === userId;

async function toEvent(db: Db, event: LoggedEvents[number]): Promise<AccountSchema<'ItemEvent'>> {
  const { id, type, createdAt, keyId } = event;
  const deliveries = await deliveriesOfEvent(db, { id, keyId });
  return {
    ...{ id, type, createdAt: createdAt.toISOString() },
    deliveries: deliveries.map(({ endpointId, state }) => ({ endpointId, state })),
  };
}

/** Names that only the person sees whose key made the item. */
type Names = Pick<AccountSchema<'Item'>, 'title' | 'label'>;
const NAMELESS: Names = { title: null, label: null };

function toItem(row: ListedItem, keys: Keys, names: Names): AccountSchema<'Item'> {
  const key = keys.get(row.keyId) as SharingKey;
  return {
    ...{ id: row.id, kind: row.kind, ...names, shortCode: row.shortCode, encryption: row.encryption },
    ...{ requiresPassword: row.requiresPassword, state: row.state },
    ...{ views: row.views, maxViews: row.maxViews, received: row.received, endReason: row.endReason },
    viewedAt: row.views === null ? null : toViewedAt(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    key: key.hidden ? null : { id: key.id, name: key.name },
    member: key.user_id !== null && key.user_name !== null ? { id: key.user_id, name: key.user_name } : null,
    livemode: row.livemode,
  };
}
