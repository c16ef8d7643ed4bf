import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { handOver } from '../../../server/src/items/hand-over.ts';
import { countItems, deleteItems, listItems } from '../../../server/src/items/items.ts';
import { wrappedColumns } from '../../../server/src/modules.ts';
import { deleteLimitedTransfers } from '../../../server/src/features/transfers/jobs.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { checkKeyring, markKeyInUse } from '../../../server/src/storage/keys/keyring-check.ts';
import { countByKey, rewrapAll } from '../../../server/src/storage/keys/wrapped-keys.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { fillTransfers } from '../../support/rows/big-tables.ts';
import { statementsOf, type SentStatement } from '../../support/database/sent-statements.ts';

/** More than a statement reads of a table. */
const MANY = 60_000;
/** Rows of one key. */
const FEW = 40;

let testDatabase: TestDatabase;
let database: Database;
const query = (sql: string, values?: unknown[]) => testDatabase.query(sql, values);
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ connection: testDatabase.connection, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Step[];
}
const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

/** How statements get at the rows of `transfers`. */
async function waysOf(statements: SentStatement[]): Promise<Set<string>> {
  const ways = new Set<string>();
  const client = await testDatabase.connect();
  try {
    for (const { text, values } of statements) {
      if (/^\s*(BEGIN|COMMIT|ROLLBACK|SET)\b/.test(text) || text.includes('enable_seqscan')) {
        await client.query(text);
      } else if (/\btransfers\b/.test(text)) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
          `EXPLAIN (FORMAT JSON) ${text}`,
          values,
        );
        for (const step of stepsOf(rows[0]!['QUERY PLAN'][0].Plan)) {
          if (step['Relation Name'] === 'transfers' && step['Node Type'] !== 'ModifyTable')
            ways.add(step['Index Name'] ?? step['Node Type']);
        }
      }
    }
  } finally {
    await client.end();
  }
  return ways;
}

describe('with many transfers of other keys', { shuffle: false }, () => {
  beforeAll(async () => {
    await fillTransfers(query, { prefix: 'a', keyId: 'key_other', count: MANY });
    await fillTransfers(query, { prefix: 'b', keyId: 'key_old', count: FEW, living: true });
    await testDatabase.query('VACUUM ANALYZE transfers');
  });

  const commands: Record<string, () => Promise<unknown>> = {
    'keyring list': () => countByKey(database, wrappedColumns),
    'keyring rewrap': () =>
      rewrapAll(database, wrappedColumns, {
        from: ['00000000'],
        rewrap: {
          key: (_item, _part, wrapped) => wrapped,
          index: (_item, _part, { label }) => label,
        },
      }),
    'items list': async () => expect((await listItems(database, 'key_old', 10)).total).toBe(FEW),
    'keys revoke': async () => expect(await countItems(database, 'key_old')).toEqual({ 'debug-share': FEW }),
    'keys hand-over': async () => expect(await handOver(database, ['key_old'], 'key_heir')).toBe(FEW),
    'restore --one-time end': () => deleteLimitedTransfers(database),
    'items delete': async () => expect(await deleteItems(database, ['key_heir'])).toBe(FEW),
  };
  it.each(Object.keys(commands))('%s reads them part by part, or one by its id', async (name) => {
    const statements = await statementsOf(commands[name]!);
    const parts = statements.filter(({ text }) => /FROM transfers\s+WHERE ctid/.test(text));
    expect(parts.length).toBeGreaterThan(1);
    for (const way of await waysOf(statements)) expect(['Tid Range Scan', 'transfers_pkey']).toContain(way);
  });

  it('none is missed or met twice, however rows move and however many there are', async () => {
    await fillTransfers(query, { prefix: 'c', keyId: 'key_much', count: 5_000 });
    const progress = { over: false };
    const moving = (async () => {
      while (!progress.over)
        await testDatabase.query(`UPDATE transfers SET views = 0 WHERE id IN (
        SELECT id FROM transfers WHERE api_key_id = 'key_much' ORDER BY random() LIMIT 500 FOR UPDATE SKIP LOCKED)`);
    })();
    try {
      expect(await handOver(database, ['key_much'], 'key_heir')).toBe(5_000);
    } finally {
      progress.over = true;
      await moving;
    }
    const [{ left }] = (await testDatabase.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM transfers WHERE api_key_id = 'key_much'`,
    )) as [{ left: number }];
    expect(left).toBe(0);
  });
});

describe('an encryption key that is not given', { shuffle: false }, () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const [oldOnly, freshOnly, both] = [new Keyring([old]), new Keyring([fresh]), new Keyring([fresh, old])];
  /** How many statements of a start look through what is sealed. */
  const looks = async (keyring: Keyring): Promise<number> =>
    (await statementsOf(() => checkKeyring(database, wrappedColumns, keyring))).filter(({ text }) =>
      text.includes('ctid'),
    ).length;
  /** As if nobody had sealed under either for a while. */
  const later = () =>
    testDatabase.query(`UPDATE keyring_checks SET sealing_at = sealing_at - interval '1 hour'`);

  it('is looked for until it was not found, by nobody sealing under it any more', async () => {
    await checkKeyring(database, wrappedColumns, oldOnly);
    await checkKeyring(database, wrappedColumns, both);
    expect(await looks(freshOnly)).toBeGreaterThan(0);
    // A server that seals under the old key may have been running a moment ago.
    expect(await looks(freshOnly)).toBeGreaterThan(0);
    await later();
    expect(await looks(freshOnly)).toBe(0);
  });

  it('is looked for again when a server that still runs seals under it', async () => {
    expect(await looks(freshOnly)).toBe(0);
    const stop = markKeyInUse(database, oldOnly, 50);
    try {
      const empty = () =>
        query(`SELECT FROM keyring_checks WHERE key_id = $1 AND emptied_at IS NOT NULL`, oldOnly.ids);
      await expect.poll(empty).toEqual([]);
    } finally {
      stop();
    }
    expect(await looks(freshOnly)).toBeGreaterThan(0);
  });

  it('is looked for again after a server has sealed under it, and named', async () => {
    await checkKeyring(database, wrappedColumns, oldOnly);
    const vault = new ItemVault(oldOnly, new PasswordKdf());
    const { lock, sealed } = await vault.seal({ kind: 'drop', id: 'd' }, { label: Buffer.from('x') });
    await testDatabase.query(
      `INSERT INTO drops (id, account_id, api_key_id, livemode, wrapped_key, label, created_at) VALUES ('d', 'acc', 'key', false, $1, $2, now())`,
      [lock.wrappedKey, sealed.label],
    );
    await later();
    await expect(checkKeyring(database, wrappedColumns, freshOnly)).rejects.toThrow(oldOnly.ids[0]);
  });
});
