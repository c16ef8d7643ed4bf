import pg, { type ClientConfig } from 'pg';
import { isLockTimeout } from '../postgres/database-errors.ts';

/**
 * Room inside the tables. What is deleted leaves their files as long as they were, and is used again where VACUUM has
 * been.
 */
export class TableSpace {
  readonly #superuser: ClientConfig;
  #client: Promise<pg.Client> | undefined;
  /** Since when the counts of dead rows that are vacuumed by are whole. */
  #countedSince: string | undefined;
  #again: string[] = [];

  constructor(superuser: ClientConfig) {
    this.#superuser = superuser;
  }

  /** Makes usable what has been deleted, and cuts off the free ends of files. */
  async vacuum(): Promise<void> {
    const client = await this.#connect();
    // A crash loses the count of what is dead; so does a VACUUM, of what is deleted meanwhile.
    const [{ since }] = (await client.query<{ since: string }>(COUNTED_SINCE)).rows as [{ since: string }];
    const { rows } = await client.query<{ name: string }>(DEAD, [since === this.#countedSince ? 100 : 0]);
    const dead = rows.map(({ name }) => name);
    const names = new Set([...dead, ...this.#again]);
    this.#again = dead;
    for (const name of names) {
      await client.query(`VACUUM ${name}`).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
        this.#again.push(name);
      });
    }
    this.#countedSince = since;
  }

  /** The file of the log that is written at present. */
  async logSegment(): Promise<string> {
    const client = await this.#connect();
    const { rows } = await client.query<{ name: string }>(
      'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name',
    );
    return (rows[0] as { name: string }).name;
  }

  /** How many bytes of new rows fit into the files as they are. */
  async reusable(): Promise<number> {
    const client = await this.#connect();
    const { rows } = await client.query<{ bytes: number }>(REUSABLE);
    return (rows[0] as { bytes: number }).bytes;
  }

  /** Writes everything to the tables, so that the log can be used anew from its beginning. */
  async checkpoint(): Promise<void> {
    // Not behind a VACUUM.
    const client = await this.#open();
    await client.query('CHECKPOINT').finally(() => client.end());
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then((connected) => connected.end()).catch(() => undefined);
  }

  /** The connection that is kept while room is scarce. */
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
        // Such as on a full disk, on which nobody has connections to spare.
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

/** The map that PostgreSQL looks for room in. A function of the session, for an extension would be in every backup. */
const FREE_SPACE = `
  CREATE FUNCTION pg_temp.free_space(regclass, bigint) RETURNS int2
  LANGUAGE c STRICT AS '$libdir/pg_freespacemap', 'pg_freespace'`;

/** Tables of a megabyte and more with their rows out of line. */
const TABLES = `
  SELECT c.oid, coalesce(nullif(c.reltoastrelid, 0), c.oid) AS toast FROM pg_class c
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND pg_table_size(c.oid) > 1048576`;

const COUNTED_SINCE = 'SELECT stats_reset::text AS since FROM pg_stat_bgwriter';

const DEAD = `
  SELECT oid::regclass::text AS name FROM (${TABLES}) tables
  WHERE greatest(pg_stat_get_dead_tuples(oid), pg_stat_get_dead_tuples(toast)) >= $1`;

/**
 * A row out of line is cut into pieces of 2 KB, four to a page. Of large tables 50,000 pages are looked at, evenly spread.
 */
const REUSABLE = `
  WITH relations AS (
    SELECT file, pg_relation_size(file) / 8192 AS pages
    FROM (${TABLES}) tables, LATERAL (SELECT oid UNION SELECT toast) parts (file)
  )
  SELECT coalesce(sum(pg_temp.free_space(file, page) / 2032 * 2048::float8 * step), 0)::float8 AS bytes
  FROM relations, LATERAL (SELECT greatest(1, pages / 50000) AS step) AS steps, generate_series(0, pages - 1, step) AS page`;
