import pg, { type ClientConfig } from 'pg';
import { isLockTimeout } from '../postgres/database-errors.ts';

/** Free space inside tables. Files keep their size after deletes; VACUUM makes the space reusable. */
export class TableSpace {
  readonly #superuser: ClientConfig;
  #client: Promise<pg.Client> | undefined;
  /** Start of the statistics that the last VACUUM relied on. */
  #countedSince: string | undefined;
  #postponed: string[] = [];

  constructor(superuser: ClientConfig) {
    this.#superuser = superuser;
  }

  /** Vacuums tables with dead rows. */
  async vacuum(): Promise<void> {
    const client = await this.#connect();
    // Counts of dead rows are lost in a crash, and during a VACUUM for rows deleted meanwhile.
    const [{ since }] = (await client.query<{ since: string }>(COUNTED_SINCE)).rows as [{ since: string }];
    const { rows } = await client.query<{ name: string }>(DEAD, [since === this.#countedSince ? 100 : 0]);
    const dead = rows.map(({ name }) => name);
    const names = new Set([...dead, ...this.#postponed]);
    this.#postponed = dead;
    for (const name of names) {
      await client.query(`VACUUM ${name}`).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
        this.#postponed.push(name);
      });
    }
    this.#countedSince = since;
  }

  async logSegment(): Promise<string> {
    const client = await this.#connect();
    const { rows } = await client.query<{ name: string }>(
      'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name',
    );
    return (rows[0] as { name: string }).name;
  }

  /** Bytes of new rows that fit into existing files. */
  async reusable(): Promise<number> {
    const client = await this.#connect();
    const { rows } = await client.query<{ bytes: number }>(REUSABLE);
    return (rows[0] as { bytes: number }).bytes;
  }

  /** Runs a checkpoint, so that the WAL is recycled. */
  async checkpoint(): Promise<void> {
    // A connection of its own, so that a VACUUM does not delay it.
    const client = await this.#open();
    await client.query('CHECKPOINT').finally(() => client.end());
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then((connected) => connected.end()).catch(() => undefined);
  }

  /** Connection that is kept open while space is scarce. */
  #connect(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const forget = (): void => {
      if (this.#client === connected) this.#client = undefined;
    };
    const connect = async (): Promise<pg.Client> => {
      const client = await this.#open();
      client.on('end', forget);
      try {
        await client.query(`SET lock_timeout = '5s'; SET deadlock_timeout = '100ms'; ${FREE_SPACE}`);
      } catch (error) {
        // Connections are scarce on a full disk.
        await client.end();
        throw error;
      }
      return client;
    };
    const connected = connect();
    this.#client = connected;
    connected.catch(forget);
    return connected;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#superuser, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

/** Reads the free space map. A temporary function, since an extension would be in every backup. */
const FREE_SPACE = `
  CREATE FUNCTION pg_temp.free_space(regclass, bigint) RETURNS int2
  LANGUAGE c STRICT AS '$libdir/pg_freespacemap', 'pg_freespace'`;

/** Tables of a megabyte and more, with their TOAST tables. */
const TABLES = `
  SELECT c.oid, coalesce(nullif(c.reltoastrelid, 0), c.oid) AS toast FROM pg_class c
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND pg_table_size(c.oid) > 1048576`;

const COUNTED_SINCE = 'SELECT stats_reset::text AS since FROM pg_stat_bgwriter';

const DEAD = `
  SELECT oid::regclass::text AS name FROM (${TABLES}) tables
  WHERE greatest(pg_stat_get_dead_tuples(oid), pg_stat_get_dead_tuples(toast)) >= $1`;

/** TOAST chunks have 2 KB, four to a page. Up to 50,000 evenly spread pages of a table are sampled. */
const REUSABLE = `
  WITH relations AS (
    SELECT file, pg_relation_size(file) / 8192 AS pages
    FROM (${TABLES}) tables, LATERAL (SELECT oid UNION SELECT toast) parts (file)
  )
  SELECT coalesce(sum(pg_temp.free_space(file, page) / 2032 * 2048::float8 * step), 0)::float8 AS bytes
  FROM relations, LATERAL (SELECT greatest(1, pages / 50000) AS step) AS steps, generate_series(0, pages - 1, step) AS page`;
