/** PgBouncer in front of a test database. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { quietPort } from '../network/quiet-port.ts';

/** The first version that knows prepared statements behind each of its connections. */
const NEEDED = [1, 21] as const;
/** Debian keeps it where only root looks. */
const ENV = { PATH: `${process.env.PATH}:/usr/sbin` };
/** It refuses to run as root: whoever owns the embedded PostgreSQL then. */
const IDENTITY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Path of PgBouncer, by `PGBOUNCER` or PATH; or the reason why none can be used. */
export function findPgBouncer(): { command: string; version: string } | { missing: string } {
  const command = process.env.PGBOUNCER || 'pgbouncer';
  const { stdout } = spawnSync(command, ['--version'], { env: ENV, encoding: 'utf8' });
  const [, version, major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(String(stdout)) ?? [];
  if (version === undefined) return { missing: 'no PgBouncer is installed: see .ci/pgbouncer' };
  if (Number(major) * 1_000 + Number(minor) >= NEEDED[0] * 1_000 + NEEDED[1]) return { command, version };
  return { missing: `PgBouncer ${version} is older than ${NEEDED.join('.')}: see .ci/pgbouncer` };
}

export interface PgBouncer {
  /** The way through it. The database may be another one of the same cluster. */
  connection: ClientConfig;
  /** Says something to its console. */
  tell(command: string): Promise<Record<string, string>[]>;
  readonly log: string;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** Connections to each database. */
  poolSize?: number;
  /** Prefix of each of them. */
  connectQuery?: string;
  /** Further lines of its settings. */
  settings?: readonly string[];
}

/** Starts one in transaction mode before a cluster; anybody may come in, as the cluster's user. */
export async function startPgBouncer(
  cluster: ClientConfig,
  { poolSize = 4, connectQuery, settings = [] }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const found = findPgBouncer();
  if ('missing' in found) throw new Error(found.missing);
  const directory = mkdtempSync(join(tmpdir(), 'tempshare-pooler-'));
  const port = await quietPort();
  const { host = 'localhost', user = '', password = '' } = cluster;
  const quoted = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`;
  const target = {
    host,
    port: cluster.port ?? 5432,
    user: quoted(user),
    ...(password !== '' && { password: quoted(password) }),
    ...(connectQuery !== undefined && { connect_query: quoted(connectQuery) }),
  };
  const file = join(directory, 'pgbouncer.ini');
  const lines = [
    ...[
      '[databases]',
      `* = ${Object.entries(target)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')}`,
    ],
    ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = any', `admin_users = ${user}`, 'pool_mode = transaction'],
    ...['max_client_conn = 2000', `default_pool_size = ${poolSize}`, 'max_prepared_statements = 500'],
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  if (IDENTITY.uid !== undefined) {
    for (const path of [directory, file]) chownSync(path, IDENTITY.uid, IDENTITY.gid);
    // The socket lies in a directory of that user, which lies in one of root.
    if (host.startsWith('/')) chmodSync(dirname(host), 0o711);
  }
  const child = spawn(found.command, [file], { ...IDENTITY, env: ENV, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-100_000)));
  const exited = once(child, 'exit');
  const connection = { host: '127.0.0.1', port, user, password: 'any', database: cluster.database };
  const bouncer: PgBouncer = {
    connection,
    get log() {
      return log;
    },
    async tell(command) {
      const client = new pg.Client({ ...connection, database: 'pgbouncer' });
      await client.connect();
      try {
        return (await client.query<Record<string, string>>(command)).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      child.kill('SIGKILL');
      await exited.catch(() => undefined);
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await untilThere(bouncer, exited);
  return bouncer;
}

async function untilThere(bouncer: PgBouncer, exited: Promise<unknown>): Promise<void> {
  const ended = exited.then(
    () => Promise.reject(new Error(`PgBouncer ended: ${bouncer.log}`)),
    (error: Error) => Promise.reject(error),
  );
  ended.catch(() => undefined);
  const isThere = () =>
    bouncer.tell('SHOW VERSION').then(
      () => true,
      () => false,
    );
  while (!(await Promise.race([isThere(), ended]))) await delay(20);
}
