import { createHash, randomBytes } from 'node:crypto';
import {
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './claim.ts';
import { unreadable } from '../unreadable.ts';
import { type Identity, type Programs, findPrograms, run } from './binaries.ts';

export interface Cluster {
  directory: string;
  programs: Programs;
  /** Directory of the Unix socket, or 127.0.0.1 on Windows. */
  host: string;
  port: number;
  password: string;
}

export const clusterDirectory = (dataDir: string): string => join(dataDir, 'postgres');

/** Password of the cluster's users. @throws ENOENT before the cluster is initialised */
export const readPassword = (dataDir: string): Promise<string> => readFile(passwordFile(dataDir), 'utf8');

/** Initialises the cluster if there is none. @throws Error if another major version wrote it, or its password is lost */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const directory = clusterDirectory(dataDir);
  const programs = await findPrograms(dataDir, directory);
  const version = await unlessMissing(readFile(join(directory, 'PG_VERSION'), 'utf8'));
  if (version !== undefined && Number(version) !== programs.major) {
    throw new Error(
      `${directory} was written by PostgreSQL ${version.trim()} and the installed one is ${programs.major}: install PostgreSQL ${version.trim()}, or dump the data there and restore it here.`,
    );
  }
  const password = await ensurePassword(dataDir, version !== undefined);
  await removeUnfinished(dataDir);
  if (version === undefined) await initialise(dataDir, programs, password);
  await handOver(directory, programs.identity);
  return { directory, programs, password, ...(await findAddress(dataDir, programs.identity)) };
}

/** Stops a PostgreSQL that outlived its server. Signals only PostgreSQL on this directory. Removes a stale pid file. */
export async function stopLeftovers({ directory, host }: Cluster): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  const content = await unlessMissing(readFile(file, 'utf8'));
  if (content === undefined) return;
  const pid = Number(/^\d+/.exec(content)?.[0]);

  for (let waited = 0; pid && (await runsOn(directory, pid)); waited += 10) {
    if (waited === 0) process.kill(pid, 'SIGINT');
    if (waited === 10_000) process.kill(pid, 'SIGKILL');
    await delay(10);
  }
  // PostgreSQL handles a dead pid itself: it checks that no process is attached to its shared memory.
  if (content === '' || (pid && isAlive(pid))) {
    await rm(file, { force: true });
    await rm(join(host, '.s.PGSQL.5432.lock'), { force: true });
  }
}

export async function runsOn(directory: string, pid: number): Promise<boolean> {
  const commandLine =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run({
          file: '/bin/ps',
          args: ['-ww', '-o', 'command=', '-p', `${pid}`],
          options: { cwd: '/', env: {} },
        });
  const words = (await commandLine.catch(() => '')).replaceAll('\0', ' ');
  return words.includes(`/bin/postgres -D ${directory} `);
}

// Initialises in a temporary directory and renames it, so that the cluster is complete or absent after a crash. The
// name is unique, since initdb of a killed server may still be writing.
async function initialise(dataDir: string, programs: Programs, password: string): Promise<void> {
  const temporary = await mkdtemp(join(dataDir, UNFINISHED));
  const passwordCopy = join(temporary, 'password');
  await writeFile(passwordCopy, password, { mode: 0o600 });
  if (programs.identity) {
    await chown(passwordCopy, programs.identity.uid, programs.identity.gid);
    await chown(temporary, programs.identity.uid, programs.identity.gid);
  }
  const fresh = join(temporary, 'cluster');
  await run(
    programs.command('initdb', [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${passwordCopy}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ]),
  );
  await rename(fresh, clusterDirectory(dataDir));
  await persistNames(dataDir);
  await rm(temporary, { recursive: true, force: true });
}

const UNFINISHED = 'postgres.init-';

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  }
}

const passwordFile = (dataDir: string): string => join(dataDir, 'postgres.password');

async function ensurePassword(dataDir: string, initialised: boolean): Promise<string> {
  const file = passwordFile(dataDir);
  const existing = await unlessMissing(readPassword(dataDir)).catch((error: Error) => {
    throw unreadable(file, error);
  });
  if (existing !== undefined) return existing;
  if (initialised)
    throw new Error(`${file} is missing: restore it together with ${clusterDirectory(dataDir)}.`);
  const password = randomBytes(32).toString('base64url');
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await persistNames(dataDir);
  return password;
}

/** Syncs a directory, so that renames survive a power failure. */
async function persistNames(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}

/** Gives a cluster that root restored to the user who runs it. */
async function handOver(directory: string, identity: Identity | undefined): Promise<void> {
  if (!identity || (await stat(directory)).uid === identity.uid) return;
  for (const name of await readdir(directory, { recursive: true })) {
    await lchown(join(directory, name), identity.uid, identity.gid);
  }
  await chown(directory, identity.uid, identity.gid);
}

async function findAddress(
  dataDir: string,
  identity: Identity | undefined,
): Promise<{ host: string; port: number }> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const directory = clusterDirectory(dataDir);
  const fits = Buffer.byteLength(join(directory, '.s.PGSQL.5432')) < MAX_SOCKET_PATH;
  return { host: fits ? directory : await shortDirectory(dataDir, identity), port: 5432 };
}

/** Smallest size of `sockaddr_un.sun_path` (macOS; Linux has 108). */
const MAX_SOCKET_PATH = 104;

async function shortDirectory(dataDir: string, identity: Identity | undefined): Promise<string> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const directory = join(tmpdir(), `tempshare-${name}`);
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(directory);
  const ours = found.uid === process.getuid?.() || found.uid === identity?.uid;
  if (!found.isDirectory() || !ours || found.mode & 0o077) {
    throw new Error(`${directory} belongs to somebody else: remove it, or give DATA_DIR a shorter path.`);
  }
  if (identity) await lchown(directory, identity.uid, identity.gid);
  return directory;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function unlessMissing<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
