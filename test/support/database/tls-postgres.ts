/** A PostgreSQL on 127.0.0.1 that accepts TLS connections alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareCluster } from '../../../server/src/storage/embedded/cluster.ts';
import { quietPort } from '../network/quiet-port.ts';

export interface TlsPostgres {
  /** Its `postgres` database, on a host by the name that is given, with what stands behind the `?`. */
  url(host: string, parameters?: string): string;
  stop(): Promise<void>;
}

/** Starts one that shows the certificate. */
export async function startTlsPostgres(certificate: string, key: string): Promise<TlsPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-tls-'));
  await chmod(dataDir, 0o711);
  const { directory, programs, password } = await prepareCluster(dataDir);
  const { uid, gid } = programs.identity ?? {};
  for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
    await writeFile(join(directory, name), text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) await chown(join(directory, name), uid, gid);
  }
  await writeFile(join(directory, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
  const port = await quietPort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ssl: 'on',
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, options } = programs.command('postgres', ['-D', directory, ...flags]);
  const process = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  process.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(process, 'exit');
  while (!(await accepts(port, password))) if (process.exitCode !== null) throw new Error(said);
  return {
    url: (host, parameters = '') => `postgres://postgres:${password}@${host}:${port}/postgres${parameters}`,
    async stop() {
      process.kill('SIGINT');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number, password: string): Promise<boolean> {
  const ssl = { rejectUnauthorized: false };
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, ssl });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
