/** Calls whose statements no scenario sends: of operators, webhooks and interrupted transfers. */
import knex, { type Knex } from 'knex';
import { reportOfStart } from '../../../server/src/start/report.ts';
import type { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import type { ItemFilter } from '../../../server/src/domain/listed-item.ts';
import type { Config } from '../../../server/src/config.ts';
import { auditing, deletedBy, listAudit } from '../../../server/src/features/accounts/audit.ts';
import { listApiKeys, revokeApiKey } from '../../../server/src/features/accounts/store.ts';
import { findItemOfUpload } from '../../../server/src/features/files/awaited-store.ts';
import { isKept } from '../../../server/src/features/files/blob-store.ts';
import {
  findTransferOfDownload,
  giveUpFinish,
  renewDownload,
  renewFinish,
} from '../../../server/src/features/files/download-store.ts';
import { findCompleted } from '../../../server/src/features/files/store.ts';
import * as notices from '../../../server/src/features/notices/store.ts';
import { revokeAllSecrets } from '../../../server/src/features/secrets/jobs.ts';
import { deleteLimitedTransfers } from '../../../server/src/features/transfers/jobs.ts';
import { deleteDebugShare } from '../../../server/src/features/transfers/store.ts';
import {
  rewriteEndpoints,
  sealClearTexts,
} from '../../../server/src/features/webhooks/endpoints/clear-text-store.ts';
import { deleteEndpointsOf } from '../../../server/src/features/webhooks/endpoints/endpoint.ts';
import {
  countPending,
  findFailing,
  setSkips,
} from '../../../server/src/features/webhooks/sender/backlog-store.ts';
import { findDue } from '../../../server/src/features/webhooks/sender/due-store.ts';
import {
  disable,
  judge,
  settle,
  type Outcome,
} from '../../../server/src/features/webhooks/sender/outcome-store.ts';
import { claim, endTrials, release } from '../../../server/src/features/webhooks/sender/queue-store.ts';
import { eventsOfItem } from '../../../server/src/features/webhooks/store.ts';
import { handOver } from '../../../server/src/items/hand-over.ts';
import { idempotently } from '../../../server/src/http/idempotency/carry-out.ts';
import { countItems, deleteItems, findItem, listItems } from '../../../server/src/items/items.ts';
import { Lifetimes } from '../../../server/src/domain/lifetime.ts';
import { itemLists } from '../../../server/src/items/listed-items.ts';
import { inBatches } from '../../../server/src/jobs/batches.ts';
import { countTry } from '../../../server/src/limits/attempt-store.ts';
import { usedByKey } from '../../../server/src/limits/rate-limit.ts';
import { wrappedColumns } from '../../../server/src/modules.ts';
import { recordQuotas } from '../../../server/src/storage/capacity.ts';
import { lookUpIn, type Database, type Lookup } from '../../../server/src/storage/postgres/database.ts';
import { indexBatch, lastExpiryUnder, rewrapAll } from '../../../server/src/storage/keys/wrapped-keys.ts';

const HASH = Buffer.alloc(32);
const VAULT = undefined as unknown as ItemVault;
const PAGE = { limit: 1, after: null };
const BLOB = { id: 'x', itemId: 'x' };
const DOWNLOAD = { transferId: 'x', tokenHash: HASH };
const GRANT = { endpointId: 'x', trial: false, count: 1 };
const DELIVERY = { id: 'x', itemId: 'x', endpointId: 'x', lease: 1, test: false, trial: true };
const OUTCOME: Outcome = {
  ...{ status: 200, durationMs: 1, error: null, startedMsAgo: 1, retryInMs: null },
  ...{ gone: false, sealedResponse: null, hung: false, pausesMs: [] },
};

export const rest: readonly ((database: Database) => Promise<unknown>)[] = [
  (database) => auditing(database, { action: 'restore', target: 'x', details: {} }, async () => ({})),
  (database) => listAudit(database, 1),
  (database) => deletedBy(database, 'x', 'y'),
  (database) => listApiKeys(database),
  (database) => revokeApiKey(database, 'x'),
  (database) => findItem(database, 'x'),
  (database) => listItems(database, 'x', 1),
  (database) => countItems(database, 'x'),
  (database) => deleteItems(database, ['x']),
  ...[
    {},
    { kind: 'text', state: 'opened' },
    { accountId: 'x' },
    { accountId: 'x', kind: 'room', state: 'deleted' },
    { search: { id: 'x' } },
    { search: { code: 'x' } },
    { search: { label: { keyIds: ['x'], ranges: [{ from: HASH, to: HASH }] } } },
  ].map(
    (filter) => (database: Database) =>
      itemLists({ vault: VAULT, lifetimes: new Lifetimes('forever') }).list(database, {
        keyIds: ['x', 'y', 'z'],
        filter: filter as ItemFilter,
        page: PAGE,
      }),
  ),
  (database) => eventsOfItem(database, { itemId: 'x', keyIds: ['x'] }),
  (database) => handOver(database, ['x'], 'y'),
  (database) => lastExpiryUnder(database, wrappedColumns, []),
  (database) =>
    rewrapAll(database, wrappedColumns, { from: ['x'], rewrap: { key: () => HASH, index: () => HASH } }),
  ...wrappedColumns
    .filter(({ labels }) => labels)
    .map(
      (column) => (database: Database) =>
        inBatches((limit) => indexBatch(database, column, { index: () => HASH, keyIds: ['x'], limit })),
    ),
  (database) => reportOfStart(database, {} as Config, { url: 'x', appUrl: 'x', pooled: false }),
  (database) =>
    recordQuotas(database, { keyBytes: undefined, totalBytes: undefined, anonymousBytes: undefined }),
  (database) => findDue(database),
  (database) => claim(database, [GRANT, { ...GRANT, trial: true }], 1),
  (database) => release(database, [DELIVERY]),
  (database) => endTrials(database, ['x']),
  (database) => settle(database, DELIVERY, OUTCOME),
  (database) => judge(database, DELIVERY, OUTCOME),
  (database) => disable(database, { endpointId: 'x', reason: 'gone', notify: undefined }),
  (database) => sealClearTexts(database, () => ({ url: HASH, description: HASH }), 1),
  (database) => findFailing(database),
  (database) => countPending(database, ['x'], 1),
  (database) => setSkips(database, ['x'], true),
  (database) => setSkips(database, ['x'], false),
  (database) => rewriteEndpoints(database),
  (database) => deleteEndpointsOf(database, ['x']),
  (database) => deleteDebugShare(database, 'x', 'y'),
  (database) => deleteLimitedTransfers(database),
  (database) => revokeAllSecrets(database),
  (database) => findItemOfUpload(database, HASH),
  (database) => findTransferOfDownload(database, HASH),
  (database) => isKept(database, BLOB),
  (database) => findCompleted(database, { itemId: 'x', id: 'x', blobId: 'x' }),
  (database) => renewDownload(database, DOWNLOAD),
  (database) => renewFinish(database, DOWNLOAD, 'x'),
  (database) => giveUpFinish(database, DOWNLOAD, 'x'),
  (database) => countTry(database, 'x', 'y'),
  (database) => usedByKey(database, ['x']),
  (database) => notices.findSettings(database, 'x'),
  (database) => notices.saveSettings(database, 'x', { opened: true }),
  (database) => notices.insertLink(database, HASH, 'x'),
  (database) => notices.stop(database, HASH),
  (database) => notices.findRecipient(database, 'x', 'opened'),
  (database) => notices.readOpenings(database),
  (database) => notices.countMail(database, 'x', 'opened'),
  (database) => inBatches((limit) => notices.takeDue(database, limit).then(({ length }) => length)),
  createTwice,
];

/** The second finds neither a name nor a response. */
async function createTwice(database: Database): Promise<void> {
  const use = {
    ...{
      keyId: 'x',
      secret: 'x',
      replayAfterItemEnded: false,
      keyring: undefined,
      idempotencyKey: 'x',
      operation: 'x',
      payload: HASH,
    },
    ...{ itemId: undefined, now: new Date(0), idFrom: () => 'x' },
  };
  const ctes = 'created AS (INSERT INTO secrets (id) VALUES ($1) RETURNING id)';
  const creation = { ctes, values: ['x'], keyId: use.keyId };
  for (let i = 0; i < 3; i++)
    await idempotently(database, use, async () => ({
      kind: 'creation',
      creation,
      reply: { status: 201, body: '' },
    })).catch(() => undefined);
}

/** How often a statement is sent that goes on until nothing is left. */
const MOST = 5;

/** A database that carries nothing out, and has a row of everything at first. */
export function emptyDatabase(): Database {
  const times = new Map<string, number>();
  const row = {
    ...{ blocks: 1, id: 'x', kind: 'secret', keyId: 'x', createdAt: new Date(0), count: 0 },
    ...{ wrapped: HASH, version: '', at: 'x', tier: '*first', counted: true },
  };
  const query = async (sql: string): Promise<object[]> => {
    const before = times.get(sql) ?? 0;
    times.set(sql, before + 1);
    if (before === MOST) throw new Error('There is an end to it.');
    return before === 0 ? [row] : [];
  };
  const database = {
    query,
    lookUp: (lookup: Lookup) => lookUpIn({ query: query as Database['query'] }, lookup),
    build: async (builder: (knex: Knex) => unknown) => {
      builder(knex({ client: 'pg' }));
      return [];
    },
    transaction: (work: (db: Database) => Promise<unknown>) => work(database as unknown as Database),
  };
  return database as unknown as Database;
}
