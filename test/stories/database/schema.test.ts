import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCatalog } from '../../../server/src/storage/catalog.ts';
import { migrationNames } from '../../../server/src/storage/migration-files.ts';
import { applyMigrations, migrate } from '../../../server/src/storage/migrate.ts';
import { SCHEMA_FILE, SchemaError } from '../../../server/src/storage/schema.ts';
import { VERSION } from '../../../server/src/version.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { useInstallation } from '../../support/server/data-dir.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';

const installation = useInstallation();
let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  await installation.stopAll();
  await database.drop();
});
const refusal = () => installation.refusal({ DATABASE_URL: database.url });

describe('the schema', () => {
  it('that the migrations lead to is the one that the server expects', async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    const lines = await readCatalog(client);
    await client.end();
    expect(lines, 'run: npm run schema').toEqual(readFileSync(SCHEMA_FILE, 'utf8').trim().split('\n'));
  });

  it.each([
    ['DROP TABLE wipes', 'table wipes is missing (permanent). '],
    ['ALTER TABLE downloads DROP completed', 'column downloads.completed is missing (boolean NOT NULL '],
    [
      'ALTER TABLE transfers ALTER max_views TYPE bigint',
      'column transfers.max_views is bigint in place of integer. ',
    ],
    ['ALTER TABLE rooms ADD size int NOT NULL', 'column rooms.size is not expected (integer NOT NULL). '],
    [
      'ALTER TABLE room_messages ADD CONSTRAINT in_a_room FOREIGN KEY (room_id) REFERENCES rooms (id)',
      'constraint room_messages.in_a_room is not expected (FOREIGN KEY (room_id) REFERENCES rooms(id)). ',
    ],
    ['DROP INDEX transfers_by_state', 'index transfers.transfers_by_state is missing (CREATE INDEX '],
    ['DROP TRIGGER wipe_blob ON files', 'trigger files.wipe_blob is missing (CREATE TRIGGER '],
    ['ALTER TABLE files DISABLE TRIGGER wipe_blob', 'trigger files.wipe_blob is CREATE TRIGGER '],
    [
      `CREATE OR REPLACE FUNCTION iso_ms(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$ SELECT '' $$`,
      'function iso_ms(moment timestamp with time zone) is text sql ',
    ],
  ])('changed by %s is refused, and what is wrong is named', async (change, difference) => {
    await database.query(change);
    const refused = await migrate(database.connection).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaError);
    expect((refused as SchemaError).message).toContain(
      `The tables of the database are not those that this version works with: ${difference}`,
    );
  });

  it('that has changed stops the start, which names the first differences and counts the others', async () => {
    await database.query('DROP TABLE wipes, keyring_checks, attempts, rate_limits, idempotency_keys');
    const said = await refusal();
    expect(said).toMatch(
      /: table \w+ is missing .*; table .*; table .*; and 2 more\. .* undo that, or restore a backup and start again\.\n$/,
    );
    expect(said).not.toMatch(/\n +at /);
  });

  it('may be tuned, and have neighbours', async () => {
    await database.query(`
      CREATE INDEX of_the_operator ON transfers (ended_at, views);
      ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.01);
      CREATE TABLE of_the_operator_too (id int PRIMARY KEY);
      CREATE VIEW busy AS SELECT api_key_id, count(*) FROM transfers GROUP BY 1;
    `);
    await migrate(database.connection);
  });
});

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
    const dump = new pg.Client(old.connection);
    await dump.connect();
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

  it('that waits holds no table of those before it, and does not undo them', async () => {
    const { old, next: first } = await before('0022');
    const dump = new pg.Client(old.connection);
    await dump.connect();
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

  it('goes on when a start that was killed is gone, for which the time-outs of its role have no say', async () => {
    const { old } = await before('0027');
    const killed = new pg.Client(old.connection);
    await killed.connect();
    await killed.query('BEGIN; UPDATE knex_migrations_lock SET is_locked = 1');
    const migrating = migrate({ ...old.connection, options: '-c lock_timeout=100 -c statement_timeout=100' });
    const longer = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query_start < clock_timestamp() - interval '0.5 s'`;
    await Promise.race([migrating, poll(() => old.query(longer)).toHaveLength(1)]);
    await killed.end();
    await migrating;
    await old.drop();
  });

  it('ends with the start that was killed in the middle of its statement', async () => {
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

describe('a database that a newer version has used', () => {
  it('is left alone, with the version that is needed', async () => {
    await database.query(`
      INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('9998-later', 2, now()), ('9999-latest', 2, now());
      INSERT INTO migration_versions VALUES ('9998-later', '8.0.0'), ('9999-latest', '9.1.0');
    `);
    const sentence =
      `The database has been used by a newer version of Tempshare (9.1.0): this one (${VERSION}) does not know its ` +
      'migration 9999-latest. There is no way back to an older version: start 9.1.0 or a later one, or restore a ' +
      'backup from before the upgrade.\n';
    expect(await refusal()).toContain(sentence);
    expect(await runAdmin(['migrate'], { DATABASE_URL: database.url })).toMatchObject({
      code: 2,
      stderr: sentence,
    });
  });

  it('is told apart even when it does not say which', async () => {
    await database.query(
      `INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('9999-latest', 2, now())`,
    );
    await expect(migrate(database.connection)).rejects.toThrow('a newer version of Tempshare: this one');
  });

  it('says of each migration who applied it', async () => {
    expect(
      await database.query(`SELECT version FROM migration_versions WHERE migration = '0005-one-schema'`),
    ).toEqual([{ version: VERSION }]);
  });
});
