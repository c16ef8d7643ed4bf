import type { GuardedItems, Module, Table } from './domain/module.ts';
import type { PanelHandlers, PanelHandlersOf, PanelTag } from './domain/panel.ts';
import type { OperationHandlers, Tag } from './domain/operation.ts';
import { backups } from './storage/backup/module.ts';
import { events } from './events/module.ts';
import { accounts } from './features/accounts/feature.ts';
import { debugShares } from './features/debug-shares/feature.ts';
import { drops } from './features/drops/feature.ts';
import { endedItems } from './features/ended-items/feature.ts';
import { listedEnded } from './features/ended-items/store.ts';
import type { Feature, FeatureDeps, ItemEnds, Items, ItemUpdates, ListedTable } from './features/feature.ts';
import { files } from './features/files/feature.ts';
import type { Arrivals } from './features/files/upload.ts';
import { mail } from './features/mail/feature.ts';
import { notices } from './features/notices/feature.ts';
import { noticeHandlers } from './features/notices/handlers.ts';
import { requests } from './features/requests/feature.ts';
import { rooms } from './features/rooms/feature.ts';
import { secrets } from './features/secrets/feature.ts';
import { itemPanelHandlers } from './features/accounts/item-handlers.ts';
import { accountPanelHandlers } from './features/accounts/panel-handlers.ts';
import { transfers } from './features/transfers/feature.ts';
import { users } from './features/users/feature.ts';
import { userHandlers } from './features/users/handlers.ts';
import { webhooks } from './features/webhooks/feature.ts';
import { http } from './http/module.ts';
import { jobs } from './jobs/module.ts';
import { limits } from './limits/module.ts';
import type { Tokens } from './limits/url-limit.ts';
import { readings } from './readings/module.ts';
import { sessions } from './sessions/module.ts';
import { storage } from './storage/module.ts';
import { wrappedColumnsOf } from './storage/keys/wrapped-keys.ts';

/** Features by tag of the contract. A missing one is a compile error. */
const FEATURES = {
  accounts,
  transfers,
  secrets,
  requests,
  rooms,
  drops,
  'debug-shares': debugShares,
  files,
  webhooks,
} satisfies { [Of in Tag]: Feature<Of> };

const features: readonly Feature[] = Object.values(FEATURES as Record<string, Feature>);

export const modules: readonly Module[] = [
  ...features,
  users,
  mail,
  notices,
  endedItems,
  events,
  limits,
  sessions,
  readings,
  http,
  jobs,
  backups,
  storage,
];

type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;
type Declared = (typeof FEATURES)[Tag];

/** Handlers of arriving files by kind of parent. A missing one is a compile error. */
const arrivals: Arrivals = Object.assign({}, ...features.map((feature) => feature.arrivals)) as Merged<
  Extract<Declared, { arrivals: unknown }>['arrivals']
>;

/** Positions of tokens in paths of operations. A missing one is a compile error. */
export const tokens: Tokens = Object.assign({}, ...features.map((feature) => feature.tokens)) as Merged<
  Extract<Declared, { tokens: unknown }>['tokens']
>;

const { downloaded } = FEATURES.transfers;

export const allHandlers = (deps: FeatureDeps): OperationHandlers =>
  Object.assign(
    {},
    ...features.map(({ handlers }) => handlers({ ...deps, arrivals, downloaded })),
  ) as OperationHandlers;

/** Handlers of the panel by tag. A missing one is a compile error. */
const PANEL_HANDLERS = {
  accounts: accountPanelHandlers,
  items: itemPanelHandlers,
  notices: noticeHandlers,
  users: userHandlers,
} satisfies {
  [Of in PanelTag]: (deps: FeatureDeps) => PanelHandlersOf<Of>;
};

export const panelHandlers = (deps: FeatureDeps): PanelHandlers => ({
  ...PANEL_HANDLERS.accounts(deps),
  ...PANEL_HANDLERS.items(deps),
  ...PANEL_HANDLERS.notices(deps),
  ...PANEL_HANDLERS.users(deps),
});

/** Tables of the items that links lead to. */
export const itemSources: readonly Items[] = features.flatMap(({ items }) => items ?? []);

/** Tables in the list of all items. */
export const listedTables: readonly ListedTable[] = [...itemSources, listedEnded];

export const guardedItems: readonly GuardedItems[] = itemSources.flatMap(({ table, guarded }) =>
  guarded === undefined ? [] : { table, guarded },
);

/** End of items by kind. A missing one is a compile error. */
export const itemEnds: ItemEnds = Object.assign({}, ...itemSources.map(({ ends }) => ends)) as Merged<
  Extract<Declared, { items: unknown }>['items']['ends']
>;

/** Change of items by kind. A missing one is a compile error. */
export const itemUpdates: ItemUpdates = Object.assign(
  {},
  ...itemSources.map(({ updates }) => updates),
) as Merged<Extract<Declared, { items: unknown }>['items']['updates']>;

/** Functions that end one-time items after a restore, at the operator's request. */
export const oneTimeEnds = features.flatMap(({ endOneTime }) => endOneTime ?? []);

const tables: readonly (readonly [string, Table])[] = modules.flatMap((module) =>
  Object.entries(module.tables),
);

/** Column of each table with the item's id; null if rows belong to no item. */
export const itemColumns: Readonly<Record<string, string | null>> = Object.fromEntries(
  tables.map(([name, { item }]) => [name, item]),
);

/** Tables with local counters. */
export const countingTables: ReadonlySet<string> = new Set(
  tables.flatMap(([name, { counts = false }]) => (counts ? [name] : [])),
);

/** Tables whose rows belong to an API key, with SQL for the bytes that a row charges. */
export const tablesOfKeys: Readonly<Record<string, string>> = Object.fromEntries(
  tables.flatMap(([name, { bytesOfKey }]) => (bytesOfKey === undefined ? [] : [[name, bytesOfKey]])),
);

export const wrappedColumns = wrappedColumnsOf(tables);

/** Tables that backups omit. */
export const notBackedUp: readonly string[] = tables.flatMap(([name, { backedUp = true }]) =>
  backedUp ? [] : [name],
);
