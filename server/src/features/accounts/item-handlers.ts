import type { AccountSchema } from '@tempshare/contract/account';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { beginsWith, indexRanges } from '../../crypto/label-index.ts';
import { isLinkId, parseShortCode } from '../../crypto/tokens.ts';
import type { ItemFilter, ListedRow } from '../../domain/listed-item.ts';
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
import { audit, deletedBy } from './audit.ts';
import { hasMember, sharingKeys, type SharingKey } from './store.ts';

type Keys = ReadonlyMap<string, SharingKey>;
type Items = FeatureDeps['items'];
type User = MemberContext['signedIn']['user'];
type LoggedEvents = Awaited<ReturnType<typeof eventsOfItem>>;

type Deps = Pick<FeatureDeps, 'items' | 'vault'>;

export const itemPanelHandlers = (deps: Deps): PanelHandlersOf<'items'> => ({
  ...readingHandlers(deps),
  ...changingHandlers(deps),
});

const readingHandlers = ({ items, vault }: Deps) =>
  ({
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
        .map((row) => toItem(items, row, { keys, userId: user.id }))
        .filter((item) => term === undefined || matchesSearch(item, term));
      const matchesFilter = (item: AccountSchema<'Item'>): boolean =>
        (kind === undefined || item.kind === kind) && (state === undefined || item.state === state);
      return { items: search ? listed.filter(matchesFilter) : listed, nextCursor: page.nextCursor };
    },

    getItem: async ({ db, params: { id }, signedIn: { user } }) => {
      const keys = await keysOf(db, user);
      const events = await eventsOfItem(db, { itemId: id, keyIds: [...keys.keys()] });
      const row = await findVisible(db, items, { keys, id });
      return {
        item: toItem(items, row, { keys, userId: user.id }),
        deletedBy: row.endReason === 'deleted' ? await deletedBy(db, id, user.accountId) : null,
        wrongAttempts: await items.attemptsOf(db, id),
        events: await Promise.all(events.toReversed().map((event) => toEvent(db, event))),
      };
    },
  }) satisfies Partial<PanelHandlersOf<'items'>>;

const changingHandlers = ({ items, vault }: Deps) =>
  ({
    deleteItem: (context) =>
      changeVisible(context, items, async (trx, item) => {
        const { id, kind } = item;
        await items.end(trx, item);
        await audit(context, trx, { action: 'items delete', target: id, details: { kind } });
      }),

    updateItem: (context) =>
      changeVisible(context, items, async (trx, item, keys) => {
        const { signedIn, body, now } = context;
        const { id, kind, keyId } = item;
        if (body.label !== undefined && !isOwn(signedIn.user.id, keys, keyId)) throw notFound();
        await items.update(trx, item, { input: body, now });
        const { label, expiresAt } = body;
        const details = {
          kind,
          ...(label !== undefined && { label: 'changed' }),
          ...(expiresAt && { expiresAt }),
        };
        await audit(context, trx, { action: 'items update', target: id, details });
      }),

    changeItemPin: async (context) => {
      const { db, signedIn, params } = context;
      const keys = await keysOf(db, signedIn.user);
      const { id, kind, keyId } = await findVisible(db, items, { keys, id: params.id });
      if (kind !== 'request' || !isOwn(signedIn.user.id, keys, keyId)) throw notFound();
      // Outside the transaction: sealing a PIN waits for its turn, and would hold a connection meanwhile.
      const { pin, lock } = await makePin(db, vault, { id, keyId });
      await change(context, async (trx) => {
        await changePin(trx, { id, keyId }, lock);
        await audit(context, trx, { action: 'items pin', target: id, details: { kind } });
      });
      return { pin };
    },

    unlockItem: (context) =>
      changeVisible(context, items, async (trx, { id, kind, endedAt }) => {
        if (endedAt !== null) throw notFound();
        await items.unlock(trx, id);
        await audit(context, trx, { action: 'items unlock', target: id, details: { kind } });
      }),
  }) satisfies Partial<PanelHandlersOf<'items'>>;

/** Changes an item that the caller may see. @throws ServiceProblem `not_found` */
async function changeVisible(
  context: MemberContext & { params: { id: string } },
  items: Items,
  work: (trx: Db, item: ListedRow, keys: Keys) => Promise<void>,
): Promise<void> {
  const keys = await keysOf(context.db, context.signedIn.user);
  await change(context, async (trx) =>
    work(trx, await findVisible(trx, items, { keys, id: context.params.id }), keys),
  );
}

/** @throws ServiceProblem `not_found` if the caller may not see it */
async function findVisible(
  db: Db,
  items: Items,
  { keys, id }: { keys: Keys; id: string },
): Promise<ListedRow> {
  const page = { limit: 1, after: null };
  const [row] = await items.list(db, { keyIds: [...keys.keys()], filter: { search: { id } }, page });
  if (!row) throw notFound();
  return row;
}

/** Returns the keys whose items a person sees. Members see those of their pages and those they created. */
async function keysOf(db: Db, user: User): Promise<Keys> {
  const keys = await sharingKeys(db, user.accountId, user.role === 'member' ? user.id : null);
  return new Map(keys.map((key) => [key.id, key]));
}

const isSeen = async (db: Db, user: User, memberId: string): Promise<boolean> =>
  memberId === user.id || (user.role !== 'member' && (await hasMember(db, user.accountId, memberId)));

/** Interprets a search term: an id, or a prefix of a short code or of a label of the person's own items. */
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

/** Matches an item against a search term. Labels of other people are null here. */
function matchesSearch({ id, kind, shortCode, label, title }: AccountSchema<'Item'>, term: string): boolean {
  const code = codeOf(term);
  const name = kind === 'drop' ? title : label;
  return (
    id === term ||
    (code !== null && shortCode?.startsWith(code) === true) ||
    (name !== null && beginsWith(name, term))
  );
}

/** Checks that a person's own key created an item. Only they see titles and labels. */
const isOwn = (userId: string, keys: Keys, keyId: string): boolean => keys.get(keyId)?.user_id === userId;

async function toEvent(db: Db, event: LoggedEvents[number]): Promise<AccountSchema<'ItemEvent'>> {
  const { id, type, createdAt, keyId } = event;
  const deliveries = await deliveriesOfEvent(db, { id, keyId });
  return {
    ...{ id, type, createdAt: createdAt.toISOString() },
    deliveries: deliveries.map(({ endpointId, state }) => ({ endpointId, state })),
  };
}

function toItem(
  items: Items,
  row: ListedRow,
  { keys, userId }: { keys: Keys; userId: string },
): AccountSchema<'Item'> {
  const key = keys.get(row.keyId) as SharingKey;
  const names = isOwn(userId, keys, row.keyId)
    ? { title: items.titleOf(row), label: items.labelOf(row) }
    : { title: null, label: null };
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
