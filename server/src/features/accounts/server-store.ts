import type { Db } from '../../storage/postgres/database.ts';

export const findVersion = async (db: Db): Promise<string> => {
  const [row] = await db.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  return (row as { version: string }).version;
};

export const findSize = async (db: Db): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return (row as { bytes: number }).bytes;
};

export interface Queue {
  pending: number;
  oldestAt: Date | null;
}

/** Counts waiting rows of a queue, up to `most`. */
const findWaiting =
  (rows: string) =>
  async (db: Db, most: number): Promise<Queue> => {
    const [row] = await db.query<Queue>(
      `SELECT count(*)::int AS pending, min(created_at) AS "oldestAt" FROM (${rows} LIMIT $1) pending`,
      [most],
    );
    return row as Queue;
  };

export const findDeliveries = findWaiting(
  `SELECT created_at FROM webhook_deliveries WHERE state = 'pending'`,
);
export const findMails = findWaiting('SELECT created_at FROM mails');

export interface Endpoints {
  failing: number;
  disabled: number;
}

export const countEndpoints = async (db: Db): Promise<Endpoints> => {
  const [row] = await db.query<Endpoints>(
    `SELECT count(*) FILTER (WHERE e.enabled AND (e.failures >= 10 OR e.hangs >= 2))::int AS failing,
       count(*) FILTER (WHERE NOT e.enabled AND e.disabled_reason <> 'owner')::int AS disabled
     FROM webhook_endpoints e JOIN api_keys k ON k.id = e.api_key_id
     WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
  );
  return row as Endpoints;
};

export const findLastBackup = async (db: Db): Promise<Date | null> => {
  const [row] = await db.query<{ at: Date }>(
    `SELECT at FROM audit_entries WHERE account_id IS NULL AND action = 'backup' ORDER BY at DESC, id DESC LIMIT 1`,
  );
  return row?.at ?? null;
};

export const findMigrations = async (db: Db): Promise<string[]> => {
  const rows = await db.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY name');
  return rows.map(({ name }) => name);
};
