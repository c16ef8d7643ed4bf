import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCatalog } from '../../server/src/storage/catalog.ts';
import { migrationNames } from '../../server/src/storage/migration-files.ts';
import { applyMigrations, migrate } from '../../server/src/storage/migrate.ts';
import { SCHEMA_FILE, SchemaError } from '../../server/src/storage/schema.ts';
import { VERSION } from '../../server/src/version.ts';
import { runAdmin } from '../support/admin.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { useInstallation } from '../support/data-dir.ts';

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
  it('holds up nobody for long while it waits for a table that somebody uses for hours', async () => {
    const old = await createTestDatabase({ empty: true });
    const names = migrationNames();
    const changing = names.find((name) => name.startsWith('0027'))!;
    await applyMigrations(old.connection, { only: names.slice(0, names.indexOf(changing)) });
    const dump = new pg.Client(old.connection);
    await dump.connect();
    await dump.query('BEGIN; LOCK TABLE transfers IN ACCESS SHARE MODE');
    const busy: string[] = [];
    const migrating = migrate(old.connection, { onBusy: (migration) => void busy.push(migration) });
    const isWaiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'transfers'::regclass`;
    await expect.poll(() => old.query(isWaiting), { timeout: 60_000 }).toHaveLength(1);
    // Somebody who reads stands behind the migration, which gives way.
    await old.query('SELECT FROM transfers');
    await expect.poll(() => busy[0], { timeout: 60_000 }).toBe(changing);
    await expect.poll(() => old.query(isWaiting), { timeout: 60_000 }).toHaveLength(1);
    await dump.end();
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
