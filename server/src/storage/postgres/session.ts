import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { expectPostgres } from './migrations/engine.ts';
import { connectAllowed } from './migrations/privileges.ts';
import { withTimeout } from './retry.ts';
import { SchemaError } from './migrations/schema.ts';

/**
 * The most that sessions wait, in milliseconds. A lock is waited for as long as a concurrent Idempotency-Key may hold it;
 * the others end what would hold connections and locks for ever.
 */
const TIMEOUTS = {
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * A peer that is silent for longer than a minute is gone (tcp(7)). The time-outs above do not end a session that waits in the
 * middle of a batch for the rest of it, which will not come.
 */
const KEEPALIVE = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
};

/**
 * What a session is set to when it begins, by the startup parameter `options`. What the connection has there comes before it,
 * and behind the keepalives.
 */
export const startupOptions = (
  { options = '' }: Pick<ClientConfig, 'options'>,
  session: Readonly<Record<string, string | number>>,
): string =>
  [...toOptions(KEEPALIVE), options, ...toOptions({ ...TIMEOUTS, jit: 'off', ...session })]
    .filter(Boolean)
    .join(' ');

const toOptions = (settings: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);

/** How long the database may take for each of its responses here. */
const RESPONSE_MS = 10_000;
/** How long a statement may wait for a second connection of a pooler, which may have but one. */
const SECOND_MS = 2_000;

/**
 * Whether a pooler stands in between, which has its own sessions with the database: what a session is set to then reaches
 * none, or that of somebody else. The time-outs must be those of the role there.
 *
 * @throws SchemaError saying what to set, and where, when they are not, or when prepared statements get lost; or what to use in
 *   place of a database that the server does not work with
 * @throws SilentDatabaseError
 */
export async function isPooled(connection: ClientConfig): Promise<boolean> {
  if (await keepsOptions(connection)) return false;
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = await connectTo(connection);
    clients.push(client);
    return client;
  };
  try {
    const [first, second] = [await connect(), await connect()];
    await expectTimeouts(first);
    await expectPrepared(first, second);
    return true;
  } finally {
    await Promise.all(clients.map(close));
  }
}

/** Whether a setting that is sent with the start of a session arrives. Poolers drop such settings, or refuse them. */
async function keepsOptions(connection: ClientConfig): Promise<boolean> {
  let client: pg.Client | undefined;
  try {
    const options = [connection.options, '-c tempshare.arrives=yes'].filter(Boolean).join(' ');
    client = await connectTo({ ...connection, options });
    const { rows } = await withTimeout(
      RESPONSE_MS,
      client.query<{ arrived: boolean }>(
        `SELECT current_setting('tempshare.arrives', true) IS NOT DISTINCT FROM 'yes' AS arrived`,
      ),
    );
    return rows[0]?.arrived === true;
  } catch (error) {
    if (isRefusedOption(error as Error)) return false;
    throw error;
  } finally {
    if (client) await close(client);
  }
}

/** What PgBouncer says of startup parameters that it does not know (08P01), and others in their words. */
const isRefusedOption = ({ message }: Error): boolean => /startup (parameter|option)/i.test(message);

/** @throws SchemaError */
async function expectTimeouts(client: pg.Client): Promise<void> {
  const { rows } = await withTimeout(
    RESPONSE_MS,
    client.query<{ name: string; set: boolean }>(
      `SELECT name, setting::bigint BETWEEN 1 AND given.most AS set
       FROM pg_settings JOIN unnest($1::text[], $2::bigint[]) AS given (name, most) USING (name)`,
      [Object.keys(TIMEOUTS), Object.values(TIMEOUTS)],
    ),
  );
  if (rows.every(({ set }) => set)) return;
  const { rows: statements } = await withTimeout(
    RESPONSE_MS,
    client.query<{ statement: string }>(
      `SELECT format('ALTER ROLE %I IN DATABASE %I SET %s = %s;', current_user, current_database(), name, most) AS statement
       FROM unnest($1::text[], $2::bigint[]) AS given (name, most)`,
      [Object.keys(TIMEOUTS), Object.values(TIMEOUTS)],
    ),
  );
  throw new SchemaError(
    'A pooler stands before the database at DATABASE_URL, and keeps no time-outs of a session. Set them for the role, in ' +
      `the database itself: ${statements.map(({ statement }) => statement).join(' ')} ` +
      'Then have the pooler connect anew (RECONNECT in the console of PgBouncer).',
  );
}

/** @throws SchemaError when a statement that was prepared is not known behind the next connection of the pooler */
async function expectPrepared(first: pg.Client, second: pg.Client): Promise<void> {
  const named = { name: 'ts_prepared', text: 'SELECT 1' };
  const prepare = () => first.query(named);
  try {
    await withTimeout(RESPONSE_MS, prepare());
    // What it was prepared behind may now be the other's.
    await withTimeout(RESPONSE_MS, second.query('BEGIN'));
    const again = prepare();
    again.catch(() => undefined);
    const late = new AbortController();
    await Promise.race([again, delay(SECOND_MS, undefined, late)]).finally(() => late.abort());
    await withTimeout(RESPONSE_MS, second.query('ROLLBACK'));
    await withTimeout(RESPONSE_MS, again);
  } catch (error) {
    if (!UNPREPARED.has((error as { code?: string }).code ?? '')) throw error;
    throw new SchemaError(
      'The pooler before the database at DATABASE_URL loses prepared statements. Use PgBouncer 1.21 or newer with ' +
        'max_prepared_statements of 500, or session pooling.',
    );
  }
}

/** Not known, and known already: prepared for somebody else. */
const UNPREPARED = new Set(['26000', '42P05']);

async function connectTo(connection: ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await withTimeout(RESPONSE_MS, connectAllowed(client));
  try {
    await withTimeout(RESPONSE_MS, expectPostgres(client));
  } catch (error) {
    await close(client);
    throw error;
  }
  return client;
}

const close = (client: pg.Client): Promise<void> =>
  withTimeout(RESPONSE_MS / 10, client.end()).catch(() => undefined);
