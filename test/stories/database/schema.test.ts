import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doctorCommands } from '../../../server/src/admin/doctor.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { readCatalog } from '../../../server/src/storage/postgres/migrations/catalog.ts';
import { migrationNames } from '../../../server/src/storage/postgres/migrations/migration-files.ts';
import { dump } from '../../../server/src/storage/backup/dump.ts';
import { migrate } from '../../../server/src/storage/postgres/migrations/migrate.ts';
import {
  checkSchema,
  SCHEMA_FILE,
  SchemaError,
} from '../../../server/src/storage/postgres/migrations/schema.ts';
import { VERSION } from '../../../server/src/package.ts';
import { findAgainAndDelete } from '../../support/contract/share-everything.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import {
  FIXTURE_ENCRYPTION_KEY,
  historicSchemas,
  loadSchema,
} from '../../support/database/schema-fixtures.ts';
import { startApp } from '../../support/server/app.ts';
import { useInstallation } from '../../support/server/data-dir.ts';

const installation = useInstallation();
const expected = readFileSync(SCHEMA_FILE, 'utf8').trim().split('\n');
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('the schema', () => {
  /** Each test changes it in a transaction that is rolled back. */
  const change = (sql: string) => client.query(`BEGIN; ${sql}`);
  afterEach(() => client.query('ROLLBACK').then(() => undefined));

  it('that the migrations lead to is the one that the server expects', async () => {
    expect(await readCatalog(client), 'run: npm run schema').toEqual(expected);
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
      `CREATE TRIGGER of_the_operator BEFORE UPDATE ON rooms FOR EACH ROW
       EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      'trigger rooms.of_the_operator is not expected (CREATE TRIGGER ',
    ],
    [
      `CREATE OR REPLACE FUNCTION iso_ms(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$ SELECT '' $$`,
      'function iso_ms(moment timestamp with time zone) is text sql ',
    ],
  ])('changed by %s is refused, and what is wrong is named', async (sql, difference) => {
    await change(sql);
    const refused = await checkSchema(client).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaError);
    expect((refused as SchemaError).message).toContain(
      `The tables of the database are not those that this version works with: ${difference}`,
    );
  });

  it('changed in many places is refused with the first differences and the number of the others', async () => {
    const changed = await createTestDatabase();
    await changed.query('DROP TABLE wipes, keyring_checks, attempts, rate_limits, idempotency_keys');
    await expect(migrate(changed.connection)).rejects.toThrow(
      /: table \w+ is missing .*; table .*; table .*; and 2 more\. .* undo that, or restore a backup and start again\.$/,
    );
    await changed.drop();
  });

  it('with an index that could not be built to its end is refused', async () => {
    const changed = await createTestDatabase();
    await changed.query(`DROP INDEX api_keys_hidden_of_user; INSERT INTO accounts (id, name) VALUES ('a', 'a');
      INSERT INTO api_keys (id, account_id, user_id, name, environment, last4, scopes, hidden)
      SELECT n, 'a', 'u', 'x', 'test', 'xxxx', '{}', true FROM generate_series(1, 2) AS n`);
    const build =
      'CREATE UNIQUE INDEX CONCURRENTLY api_keys_hidden_of_user ON api_keys (user_id) WHERE hidden';
    await expect(changed.query(build)).rejects.toThrow('could not create unique index');
    await expect(migrate(changed.connection)).rejects.toThrow(/api_keys_hidden_of_user .*\(invalid\)/);
    await changed.drop();
  });

  it('may be tuned, and have neighbours', async () => {
    await change(`
      CREATE INDEX of_the_operator ON transfers (ended_at, views);
      ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.01);
      CREATE TABLE of_the_operator_too (id int PRIMARY KEY);
      CREATE VIEW busy AS SELECT api_key_id, count(*) FROM transfers GROUP BY 1;
    `);
    await checkSchema(client);
  });

  it('is made once by servers that start at the same time', async () => {
    const empty = await createTestDatabase({ empty: true });
    await Promise.all([1, 2, 3].map(() => migrate(empty.connection)));
    const applied = await empty.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id');
    expect(applied.map(({ name }) => name.replace('.ts', ''))).toEqual(migrationNames());
    await empty.drop();
  });

  it('of the oldest version becomes the one of today, and all that was shared then opens', async () => {
    const old = await createTestDatabase({ empty: true });
    const [oldest] = historicSchemas();
    await loadSchema(old, oldest!);
    await migrate(old.connection);
    const reader = await old.connect();
    expect(await readCatalog(reader)).toEqual(expected);
    await reader.end();
    const env = { ENCRYPTION_KEYS: FIXTURE_ENCRYPTION_KEY, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:1' };
    const app = await startApp(env, old);
    const { apiKey, items } = oldest!.rows!.shared;
    for (const item of items) await findAgainAndDelete(app.baseUrl, apiKey, item);
    await app.close();
  });
});

describe('a database that a newer version has used', () => {
  const newest = migrationNames().at(-1);
  let newer: TestDatabase;
  beforeEach(async () => {
    newer = await createTestDatabase();
    await newer.query(
      `INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('9998-later', 2, '2026-11-20 12:00:59Z'), ('9999-latest', 2, now())`,
    );
  });
  afterEach(() => newer.drop());
  const note = (works: { later: string | null; latest: string | null }) =>
    newer.query(
      `INSERT INTO migration_versions VALUES ('9998-later', '8.0.0', $1, '7.0.0'), ('9999-latest', '9.1.0', $2, '8.0.0')`,
      [works.later, works.latest],
    );

  it('is left alone by a server, which says the version and the backup that are needed', async () => {
    await expect(migrate(newer.connection)).rejects.toThrow('a newer version of Tempshare: this one');
    await note({ later: '9998-later', latest: '9998-later' });
    await newer.query(`INSERT INTO audit_entries (id, at, action, target, actor, details) VALUES
      ('1', '2026-11-20 02:00Z', 'backup', 'of-friday.gz', 'o', '{}'), ('2', '2026-11-21 02:00Z', 'backup', 'of-saturday.gz', 'o', '{}')`);
    const sentence =
      `The database has been used by a newer version of Tempshare (9.1.0): this one (${VERSION}) does not work with its ` +
      'migration 9999-latest. Start 8.0.0 or a later one, or restore a backup from before 2026-11-20 12:00 UTC: the last ' +
      'one is of-friday.gz, of 2026-11-20 02:00 UTC.\n';
    const refused = await installation.refusal({ DATABASE_URL: newer.url });
    expect(refused).toBe(`the server ended with 1: ${sentence}`);
  });

  it('is used if each of its migrations says that this one works with it', async () => {
    await newer.query('ALTER TABLE secrets ADD COLUMN later int; DROP TABLE wipes');
    await note({ later: newest!, latest: '9998-later' });
    await expect(migrate(newer.connection)).rejects.toThrow(
      'does not work with its migration 9999-latest. Start 8.0.0',
    );
    await newer.query(
      `UPDATE migration_versions SET works_with = '0005-one-schema' WHERE migration = '9999-latest'`,
    );
    await migrate(newer.connection, { process: 'mine' });
    expect(await newer.query('SELECT id, version, newest_migration FROM server_processes')).toEqual([
      { id: 'mine', version: VERSION, newest_migration: newest },
    ]);
    const config = readConfig({ DATABASE_URL: newer.url });
    const database = openDatabase({ connection: newer.connection, poolSize: 4 });
    const context = { config, connection: newer.connection, database };
    const found = await doctorCommands.doctor!.run(context, { operands: [], json: false }).catch(String);
    await database.close();
    expect(found).toMatch(
      /note +schema +A newer version has used the database \(9998-later, 9999-latest\)\. This one works/,
    );
    const rows = dump(newer.connection, new Date(), []);
    await expect(rows.next()).rejects.toThrow(
      '9998-later, 9999-latest), of whose tables this one knows nothing',
    );
  });

  it('says of each migration which version applied it', async () => {
    expect(
      await database.query(`SELECT version FROM migration_versions WHERE migration = '0005-one-schema'`),
    ).toEqual([{ version: VERSION }]);
  });
});
