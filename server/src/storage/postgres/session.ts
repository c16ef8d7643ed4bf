import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { requireSupportedEngine } from './migrations/engine.ts';
import { connectAllowed } from './migrations/privileges.ts';
import { withTimeout } from './retry.ts';
import { SchemaError } from './migrations/schema.ts';

/** Session timeouts in milliseconds. Locks are awaited as long as a concurrent Idempotency-Key may hold them. */
const TIMEOUTS = {
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** TCP settings that end a silent session. Timeouts do not end one that waits in the middle of a batch. */
const KEEPALIVE = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
};

/** Startup `options` of a session. Those of the connection override the keepalive; ours override both. */
export const startupOptions = (
  { options = '' }: Pick<ClientConfig, 'options'>,
  session: Readonly<Record<string, string | number>>,
): string =>
  [...toOptions(KEEPALIVE), options, ...toOptions({ ...TIMEOUTS, jit: 'off', ...session })]
    .filter(Boolean)
    .join(' ');

const toOptions = (settings: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);

const RESPONSE_MS = 10_000;
const inTime = <Result>(work: Promise<Result>): Promise<Result> => withTimeout(RESPONSE_MS, work);
/** Maximum wait for a second connection of a pooler, which may have only one. */
const SECOND_CONNECTION_MS = 2_000;

/**
 * Detects a pooler, which drops session settings or applies them to other clients. The role must have the timeouts
 * then.
 * @throws SchemaError with the remedy, if timeouts are missing, prepared statements get lost or the engine is
 *   unsupported
 * @throws SilentDatabaseError
 */
export async function isPooled(connection: ClientConfig): Promise<boolean> {
  if (await acceptsOptions(connection)) return false;
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = await connectTo(connection);
    clients.push(client);
    return client;
  };
  try {
    const [first, second] = [await connect(), await connect()];
    await requireTimeouts(first);
    await requirePreparedStatements(first, second);
    return true;
  } finally {
    await Promise.all(clients.map(close));
  }
}

/** True if startup settings arrive. Poolers drop or refuse them. */
async function acceptsOptions(connection: ClientConfig): Promise<boolean> {
  let client: pg.Client | undefined;
  try {
    const options = [connection.options, '-c tempshare.arrives=yes'].filter(Boolean).join(' ');
    client = await connectTo({ ...connection, options });
    const { rows } = await inTime(
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

/** Messages of PgBouncer (08P01) and other poolers for unknown startup parameters. */
const isRefusedOption = ({ message }: Error): boolean => /startup (parameter|option)/i.test(message);

async function requireTimeouts(client: pg.Client): Promise<void> {
  const { rows } = await inTime(
    client.query<{ set: boolean; remedy: string }>(
      `SELECT setting::bigint BETWEEN 1 AND given.most AS set,
         format('ALTER ROLE %I IN DATABASE %I SET %s = %s;', current_user, current_database(), name, most) AS remedy
       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS given (name, most, i) JOIN pg_settings USING (name)
       ORDER BY i`,
      [Object.keys(TIMEOUTS), Object.values(TIMEOUTS)],
    ),
  );
  if (rows.every(({ set }) => set)) return;
  throw new SchemaError(
    'A pooler stands before the database at DATABASE_URL, and keeps no time-outs of a session. Set them for the role, in ' +
      `the database itself: ${rows.map(({ remedy }) => remedy).join(' ')} ` +
      'Then have the pooler connect anew (RECONNECT in the console of PgBouncer).',
  );
}

/** @throws SchemaError if a prepared statement is unknown on the pooler's next connection */
async function requirePreparedStatements(first: pg.Client, second: pg.Client): Promise<void> {
  const named = { name: 'ts_prepared', text: 'SELECT 1' };
  const prepare = () => first.query(named);
  try {
    await inTime(prepare());
    // The pooler's first connection may now serve the other client.
    await inTime(second.query('BEGIN'));
    const again = prepare();
    again.catch(() => undefined);
    const late = new AbortController();
    await Promise.race([again, delay(SECOND_CONNECTION_MS, undefined, late)]).finally(() => late.abort());
    await inTime(second.query('ROLLBACK'));
    await inTime(again);
  } catch (error) {
    if (!UNPREPARED.has((error as { code?: string }).code ?? '')) throw error;
    throw new SchemaError(
      'The pooler before the database at DATABASE_URL loses prepared statements. Use PgBouncer 1.21 or newer with ' +
        'max_prepared_statements of 500, or session pooling.',
    );
  }
}

/** Errors of a statement that is unknown, or prepared by another client. */
const UNPREPARED = new Set(['26000', '42P05']);

async function connectTo(connection: ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await inTime(connectAllowed(client));
  try {
    await inTime(requireSupportedEngine(client));
  } catch (error) {
    await close(client);
    throw error;
  }
  return client;
}

const close = (client: pg.Client): Promise<void> =>
  withTimeout(RESPONSE_MS / 10, client.end()).catch(() => undefined);
