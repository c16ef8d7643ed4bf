/**
 * `node test/faults/big-tables.ts [rows] [of the key]`: what operators do to one key or one encryption key among many
 * rows of others, by default 20,000 of 2,000,000. Prints how long each took, and its longest statement; a statement may
 * take 15 s, and ends with 1 when one took more than a tenth of that.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Keyring } from '../../server/src/crypto/keyring.ts';
import { handOver } from '../../server/src/items/hand-over.ts';
import { countItems, deleteItems, listItems } from '../../server/src/items/items.ts';
import { wrappedColumns } from '../../server/src/modules.ts';
import { openDatabase } from '../../server/src/storage/postgres/database.ts';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded/embedded-postgres.ts';
import { checkKeyring } from '../../server/src/storage/keys/keyring-check.ts';
import { migrate } from '../../server/src/storage/postgres/migrations/migrate.ts';
import { countByKey, rewrapAll } from '../../server/src/storage/keys/wrapped-keys.ts';
import { fillTransfers } from '../support/rows/big-tables.ts';

const [rows = 2_000_000, own = 20_000] = process.argv.slice(2).map(Number);
const FILL = 500_000;
const LONGEST_MS = 1_500;

const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-big-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const database = openDatabase({ connection: postgres.connection, poolSize: 4 });
let longest = 0;
try {
  await migrate(postgres.connection);
  await fill();
  const [old, fresh] = [new Keyring([randomBytes(32)]), new Keyring([randomBytes(32)])];
  await checkKeyring(database, wrappedColumns, old);
  const show = (value: unknown): string => JSON.stringify(value);
  await timed(
    'start without a key that is not in use',
    () => checkKeyring(database, wrappedColumns, fresh),
    () => '',
  );
  await database.query(`UPDATE keyring_checks SET sealing_at = sealing_at - interval '1 hour'`);
  await timed(
    'the next start',
    () => checkKeyring(database, wrappedColumns, fresh),
    () => '',
  );
  await timed('keyring list', () => countByKey(database, wrappedColumns), show);
  await timed(
    'keyring rewrap',
    () =>
      rewrapAll(database, wrappedColumns, {
        from: ['00000000'],
        rewrap: {
          key: (_item, _part, wrapped) => wrapped,
          index: (_item, _part, { label }) => label,
        },
      }),
    show,
  );
  await timed('keys revoke', () => countItems(database, 'key_old'), show);
  await timed(
    'items list',
    () => listItems(database, 'key_old', 500),
    ({ total }) => show(total),
  );
  await timed('keys hand-over', () => handOver(database, ['key_old'], 'key_heir'), show);
  await timed('items delete', () => deleteItems(database, ['key_heir']), show);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = longest > LONGEST_MS ? 1 : 0;

async function fill(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const query = (sql: string, values?: unknown[]) => client.query(sql, values);
  for (let filled = 0, part = 0; filled < rows; filled += FILL, part++) {
    const count = Math.min(FILL, rows - filled);
    await fillTransfers(query, { prefix: `a${part}_`, keyId: 'key_other', count });
  }
  await fillTransfers(query, { prefix: 'b', keyId: 'key_old', count: own, living: true });
  await client.query('VACUUM ANALYZE transfers');
  await client.end();
}

async function timed<Result>(
  name: string,
  work: () => Promise<Result>,
  show: (result: Result) => string,
): Promise<void> {
  type Sent = Promise<unknown> | { outcome: Promise<unknown> };
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => Sent };
  const { query } = client;
  let [slowest, count] = [0, 0];
  client.query = function (this: pg.Client, ...args: unknown[]) {
    const began = performance.now();
    const sent = query.apply(this, args);
    const end = (): void => {
      count++;
      slowest = Math.max(slowest, performance.now() - began);
    };
    ('outcome' in sent ? sent.outcome : sent).then(end, end);
    return sent;
  };
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  client.query = query;
  longest = Math.max(longest, slowest);
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${count} statements, the longest ${slowest.toFixed(0)} ms ${show(result)}`,
  );
}
