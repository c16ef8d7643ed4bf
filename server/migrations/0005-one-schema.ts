import type { Knex } from 'knex';

/**
 * Leads every schema that 0001 to 0004 have ever made to one. They were edited after they had been applied, so what is
 * there depends on the day on which a database was begun. Nothing changes where all of it is there already. Also notes
 * from now on which version applied a migration.
 */
export async function up(knex: Knex): Promise<void> {
  const constraint = async (table: string, name: string): Promise<string | undefined> => {
    const found = await knex.raw<{ rows: { definition: string }[] }>(
      'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = to_regclass(?) AND conname = ?',
      [table, name],
    );
    return found.rows[0]?.definition;
  };

  await knex.raw(`
    CREATE TABLE migration_versions (
      migration text PRIMARY KEY,
      version text NOT NULL
    );
  `);

  // 0001: debug shares among the transfers, the log of events by key, room for updates in place.
  if (!(await constraint('transfers', 'transfers_type_check'))?.includes('debug'))
    await knex.raw(`
      ALTER TABLE transfers
        DROP CONSTRAINT transfers_type_check,
        ADD CONSTRAINT transfers_type_check CHECK (type IN ('text', 'url', 'file', 'debug'));
    `);
  await knex.raw(`
    CREATE INDEX IF NOT EXISTS events_by_key ON events (api_key_id, created_at DESC, id DESC);
    ALTER TABLE transfers SET (fillfactor = 85);
    ALTER TABLE secrets SET (fillfactor = 85);
  `);

  // 0002: it dropped the wrong constraint of transfers; files of transfers have no metadata of their own; neither what
  // was said in a room nor what was left in an inbox refers to it.
  await knex.raw('ALTER TABLE transfers DROP CONSTRAINT IF EXISTS transfers_check3');
  if (!(await constraint('transfers', 'transfers_check1')))
    await knex.raw('ALTER TABLE transfers ADD CONSTRAINT transfers_check1 CHECK (views <= max_views)');
  if (!(await constraint('files', 'files_check4')))
    await knex.raw(`
      ALTER TABLE files RENAME CONSTRAINT files_check3 TO files_check4;
      ALTER TABLE files RENAME CONSTRAINT files_check2 TO files_check3;
      ALTER TABLE files RENAME CONSTRAINT files_check1 TO files_check2;
      ALTER TABLE files
        ALTER COLUMN metadata DROP NOT NULL,
        ADD CONSTRAINT files_check1
          CHECK (num_nulls(wrapped_key, metadata) = CASE WHEN transfer_id IS NULL THEN 0 ELSE 2 END);
      ALTER TABLE downloads
        DROP COLUMN last,
        ADD COLUMN completed boolean NOT NULL DEFAULT false;
    `);
  await knex.raw(`
    ALTER TABLE room_messages DROP CONSTRAINT IF EXISTS room_messages_room_id_fkey;
    ALTER TABLE drop_items DROP CONSTRAINT IF EXISTS drop_items_drop_id_fkey;
    CREATE TABLE IF NOT EXISTS wipes (
      kind text CHECK (kind IN ('room', 'drop')),
      id text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, id)
    );
  `);

  // 0003: deliveries that outlive their endpoint, attempts by lease.
  if (!(await knex.schema.hasColumn('webhook_endpoints', 'host')))
    await knex.raw(`
      ALTER TABLE webhook_endpoints
        ADD COLUMN host text,
        ADD COLUMN secret_number int NOT NULL DEFAULT 1,
        ADD COLUMN failures int NOT NULL DEFAULT 0;
      UPDATE webhook_endpoints
        SET host = split_part(url, '/', 3), failures = (failing_since IS NOT NULL)::int;
      ALTER TABLE webhook_endpoints
        ALTER COLUMN host SET NOT NULL,
        ADD CONSTRAINT webhook_endpoints_check2 CHECK ((failing_since IS NULL) = (failures = 0)),
        SET (fillfactor = 70);

      ALTER TABLE webhook_deliveries
        DROP CONSTRAINT webhook_deliveries_endpoint_id_fkey,
        ADD COLUMN test boolean NOT NULL DEFAULT false,
        ADD COLUMN once boolean NOT NULL DEFAULT false;
      UPDATE webhook_deliveries SET test = true WHERE test_event IS NOT NULL;
      ALTER TABLE webhook_deliveries
        DROP COLUMN test_event,
        SET (autovacuum_vacuum_scale_factor = 0.05);
      DROP INDEX webhook_deliveries_due;
      CREATE INDEX webhook_deliveries_queue ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending';
      CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

      ALTER TABLE webhook_attempts
        ADD COLUMN lease int,
        DROP CONSTRAINT webhook_attempts_pkey;
      UPDATE webhook_attempts a SET lease = n.lease FROM (
        SELECT delivery_id, started_at, row_number() OVER (PARTITION BY delivery_id ORDER BY started_at) AS lease
        FROM webhook_attempts
      ) n WHERE n.delivery_id = a.delivery_id AND n.started_at = a.started_at;
      UPDATE webhook_deliveries d SET lease = greatest(d.lease, a.lease) FROM (
        SELECT delivery_id, max(lease) AS lease FROM webhook_attempts GROUP BY delivery_id
      ) a WHERE a.delivery_id = d.id;
      ALTER TABLE webhook_attempts
        ADD PRIMARY KEY (delivery_id, lease),
        ADD CONSTRAINT webhook_attempts_error_check CHECK (error IN
          ('dns', 'blocked_address', 'connect', 'tls', 'timeout', 'connection_lost', 'redirect', 'http_status'));
    `);

  // 0004: blobs are swept by doomed_at alone.
  await knex.raw('DROP INDEX IF EXISTS blobs_by_age');
}
