import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

/** Each process goes by its name in the database, too. */
const NAMES = ['one', 'two', 'three'];
/** Maximum delay of the contract: a minute, on a machine that is not busy with something else; a slot is 10 seconds. */
const SOON = { timeout: 90_000, interval: 100 };

let database: TestDatabase;
let servers: ServerProcess[];
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
  const limits = { RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000' };
  // All at once, on a database where none of them has been before.
  servers = await Promise.all(
    NAMES.map((name) =>
      startServerProcess({
        DATABASE_URL: `${database.url}&application_name=${name}`,
        ENCRYPTION_KEYS,
        ...limits,
        LOG_LEVEL: 'warn',
      }),
    ),
  );
  key = servers.map(({ apiKey }) => apiKey).join('');
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await database.drop();
});

const base = (i: number): string => (servers[i % servers.length] as ServerProcess).baseUrl;

/** The ids of rows that `INSERT` makes. */
const idsOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => prefix + String(i + 1).padStart(22 - prefix.length, '0'));
const ID = `$1 || lpad(n::text, 22 - length($1), '0')`;
const IN_AN_HOUR = `now(), now() + interval '1 hour' FROM generate_series(1, $2) n`;
const INSERT_TRANSFERS = `
  INSERT INTO transfers (id, short_code, type, max_views, account_id, api_key_id, livemode, encryption, content, snippet,
    wrapped_key, created_at, expires_at)
  SELECT ${ID}, $1 || n, $3, $4, 'acc', 'key', false, 'server', 'c', 's', 'w', ${IN_AN_HOUR}`;
const INSERT_SECRETS = `
  INSERT INTO secrets (id, account_id, api_key_id, livemode, encryption, content, wrapped_key, created_at, expires_at)
  SELECT ${ID}, 'acc', 'key', false, 'server', 'c', 'w', ${IN_AN_HOUR}`;

/** A thousand things that `expire` at the same moment, two seconds after it; 50 of them have been consumed before. */
async function makeThings() {
  const consumed = await atOnce(50, async (i) => {
    const json = { type: 'text', text: 'x', oneTime: true };
    const id = (await send(base(i), 'POST /transfers', { key, json })).body.id as string;
    expect(await send(base(i + 1), `POST /public/transfers/${id}/open`)).toMatchObject({ status: 200 });
    return id;
  });
  await database.query(INSERT_TRANSFERS, ['t', 600, 'text', null]);
  await database.query(INSERT_TRANSFERS, ['d', 150, 'debug', null]);
  await database.query(INSERT_SECRETS, ['s', 200]);
  const [ended, debug, secrets] = [idsOf('t', 600), idsOf('d', 150), idsOf('s', 200)];
  const ids = [...ended, ...debug, ...secrets, ...consumed];
  const expire = () =>
    database.query(
      `WITH moment AS (SELECT now() + interval '2 seconds' AS at),
         secrets AS (UPDATE secrets SET expires_at = at FROM moment WHERE id = ANY ($1))
       UPDATE transfers SET expires_at = at FROM moment WHERE id = ANY ($1)`,
      [ids],
    );
  return { ids, ended, consumed, expire };
}
type Things = Awaited<ReturnType<typeof makeThings>>;

/** How many `transfer.deleted` there are of each thing that has one, with their reason. */
async function deletions(ids: string[]): Promise<Record<string, string>> {
  const found = await database.query<{ id: string; ended: string }>(
    `SELECT object->>'id' AS id, count(*) || ' ' || string_agg(DISTINCT concat(object->>'reason', ' ', object->>'status'), ' ') AS ended
     FROM events WHERE type = 'transfer.deleted' AND object->>'id' = ANY ($1) GROUP BY 1`,
    [ids],
  );
  return Object.fromEntries(found.map(({ id, ended }) => [id, ended]));
}

async function living(ids: string[]): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM transfers WHERE id = ANY ($1) AND num_nonnulls(content, snippet, wrapped_key, short_code) > 0)::int
       + (SELECT count(*) FROM secrets WHERE id = ANY ($1) AND num_nonnulls(content, wrapped_key) > 0)::int AS count`,
    [ids],
  );
  return (row as { count: number }).count;
}

/** Waits for the end of all, and holds it against what should have been told. */
async function expectSwept({ ids, ended, consumed }: Things): Promise<void> {
  await vi.waitFor(async () => expect(await living(ids)).toBe(0), SOON);
  expect(await deletions(ids)).toEqual({
    ...Object.fromEntries(ended.map((id) => [id, '1 expired expired'])),
    ...Object.fromEntries(consumed.map((id) => [id, '1 consumed consumed'])),
  });
  const states = await database.query(
    `SELECT state, count(*)::int FROM (SELECT id, state FROM transfers UNION ALL SELECT id, state FROM secrets) things
     WHERE id = ANY ($1) GROUP BY 1 ORDER BY 1`,
    [ids],
  );
  expect(states).toEqual([
    { state: 'consumed', count: 50 },
    { state: 'expired', count: 950 },
  ]);
}

it('three servers wipe what has expired within a minute and tell of it once, though the one that is at it is killed', async () => {
  const things = await makeThings();
  // Holds the sweep up in the middle of a batch, so that somebody can be caught at it.
  const holder = await database.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE events IN SHARE MODE');
  await things.expire();
  const name = await vi.waitFor(async () => {
    const [at] = await database.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%expired AS (%' LIMIT 1`,
    );
    expect(at).toBeDefined();
    return at!.name;
  }, SOON);
  const [caught] = servers.splice(NAMES.indexOf(name), 1);
  await caught?.stop('SIGKILL');
  await holder.query('ROLLBACK');
  await holder.end();
  await expectSwept(things);
  const lines = servers.flatMap(({ stderr }) => stderr.split('\n').slice(0, -1));
  // That the database does not answer in time is a warning.
  expect(lines.filter((line) => !line.startsWith('{"level":40,'))).toEqual([]);
});
