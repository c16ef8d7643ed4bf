import pg, { type ClientConfig } from 'pg';

const PROBE_MS = 1_000;
const TOO_MANY_CONNECTIONS = '53300';

/** Checks over a connection outside the pool that PostgreSQL answers. Having no connection left is an answer, too. */
export async function answers(connection: ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
  } finally {
    client.end().catch(() => undefined);
  }
}
