import { describe, expect, it } from 'vitest';
import { migrationNames } from '../../../server/src/storage/postgres/migrations/migration-files.ts';
import { applyMigrations, migrate } from '../../../server/src/storage/postgres/migrations/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { further } from '../../support/further.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';

describe('a migration', () => {
  /** A database as it was before the migration of a number. */
  async function before(number: string): Promise<{ old: TestDatabase; next: string }> {
    const old = await createTestDatabase({ empty: true });
    const names = migrationNames();
    const next = names.find((name) => name.startsWith(number))!;
    await applyMigrations(old.connection, { only: names.slice(0, names.indexOf(next)) });
    return { old, next };
  }
  const poll = (query: () => Promise<unknown>) => expect.poll(query, { timeout: 60_000 });
  const isWaiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'transfers'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

  it('holds up nobody for long while it waits for a table that somebody uses for hours', async () => {
    const { old, next } = await before('0027');
    const dump = await old.connect();
    await dump.query('BEGIN; LOCK TABLE transfers IN ACCESS SHARE MODE');
    const busy: string[] = [];
    const migrating = migrate(old.connection, { onBusy: (migration) => void busy.push(migration) });
    await poll(() => old.query(isWaiting)).toHaveLength(1);
    // Somebody who reads stands behind the migration, which gives way.
    await old.query('SELECT FROM transfers');
    await poll(async () => busy[0]).toBe(next);
    await poll(() => old.query(isWaiting)).toHaveLength(1);
    await dump.end();
    await migrating;
    await old.drop();
  });

  it.runIf(further)('that waits holds no table of those before it, and does not undo them', async () => {
    const { old, next: first } = await before('0022');
    const dump = await old.connect();
    await dump.query('BEGIN; LOCK TABLE transfers IN ACCESS SHARE MODE');
    const migrating = migrate(old.connection);
    await poll(() => old.query(isWaiting)).toHaveLength(1);
    expect(await old.query('SELECT FROM knex_migrations WHERE name = $1', [first])).toHaveLength(1);
    // It has changed this table, and is done.
    await old.query(`BEGIN; SET LOCAL lock_timeout = '1s'; SELECT FROM webhook_deliveries; COMMIT`);
    await dump.end();
    await migrating;
    await old.drop();
  });

  it.runIf(further)(
    'goes on when a start that was killed is gone, for which the time-outs of its role have no say',
    async () => {
      const { old } = await before('0027');
      const killed = await old.connect();
      await killed.query('BEGIN; UPDATE knex_migrations_lock SET is_locked = 1');
      const migrating = migrate({
        ...old.connection,
        options: '-c lock_timeout=100 -c statement_timeout=100',
      });
      const longer = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query_start < clock_timestamp() - interval '0.5 s'`;
      await Promise.race([migrating, poll(() => old.query(longer)).toHaveLength(1)]);
      await killed.end();
      await migrating;
      await old.drop();
    },
  );

  it.runIf(further)('ends with the start that was killed in the middle of its statement', async () => {
    const { old } = await before('0028');
    await old.query(`
      INSERT INTO secrets (id, account_id, api_key_id, livemode, state, encryption, created_at)
        VALUES ('slow', '', '', true, 'revoked', 'server', now());
      CREATE FUNCTION slow() RETURNS boolean LANGUAGE sql AS 'SELECT pg_sleep(3600) IS NOT NULL';
      ALTER TABLE secrets DROP CONSTRAINT secrets_check, ADD CONSTRAINT secrets_check CHECK (slow()) NOT VALID;
    `);
    const proxy = await startPostgresProxy(old.connection);
    const migrating = migrate(proxy.connection).catch(() => undefined);
    const working = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
    await poll(() => old.query(working)).toHaveLength(1);
    await proxy.cut();
    await poll(() => old.query(working)).toHaveLength(0);
    await migrating;
    await old.drop();
  });
});
