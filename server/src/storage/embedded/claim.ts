import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Who holds a DATA_DIR: a server for as long as it lives, or an admin command for the moment. */
export type Role = 'server' | 'command';

/** The right to run the PostgreSQL of one DATA_DIR; it ends with `release` or with the process. */
export interface Claim {
  release(): Promise<void>;
}

/** The process that holds the claim we wanted, as far as it is known. */
export interface Holder {
  pid: number | undefined;
  role: Role;
}

/**
 * Claims DATA_DIR for this process, waiting for a holder that is likely to go away: an admin command for as long as it takes,
 * since its PostgreSQL ends with it.
 *
 * @returns the claim, or the server that holds it
 * @throws the reason of the signal, which ends the waiting
 */
export async function claimDirectory(
  dataDir: string,
  role: Role,
  { signal, onWait }: { signal?: AbortSignal | undefined; onWait: (message: string) => void },
): Promise<Claim | Holder> {
  let toldOf: number | undefined;
  for (const started = performance.now(); ; await delay(20)) {
    signal?.throwIfAborted();
    const claim = await tryClaim(dataDir, role);
    if (claim) return claim;
    const holder = await readHolder(dataDir);
    const waited = performance.now() - started;
    if (waited >= patience(role, holder)) return holder ?? { pid: undefined, role: 'server' };
    if (holder?.role === 'command' && waited >= QUIET_MS && toldOf !== holder.pid) {
      toldOf = holder.pid;
      onWait(`An admin command (pid ${holder.pid}) is using ${dataDir}: this waits until it has ended.`);
    }
  }
}

/** How long it is waited without a word, in milliseconds. */
const QUIET_MS = 2_000;

/** Milliseconds to wait: an admin command ends, a killed process needs a moment to die, a server stays. */
function patience(role: Role, holder: Holder | undefined): number {
  if (!holder) return 2_000;
  if (holder.role === 'command') return Infinity;
  return role === 'server' ? 500 : 0;
}

// The lock is SQLite's on an empty file: the kernel frees it however the process ends, it is not inherited by PostgreSQL,
// and it works on every platform and between containers that share a volume (an abstract socket does not).
async function tryClaim(dataDir: string, role: Role): Promise<Claim | undefined> {
  const file = join(dataDir, 'postgres.lock');
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    // Without a journal beside it, for which a full disk has no room.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const { errcode, message } = error as { errcode?: number; message: string };
    if (errcode === SQLITE_BUSY) return undefined;
    throw new Error(
      `${file} cannot be locked (${message}): it has to be an empty file of the user who runs the server. It can be removed while no server uses ${dataDir}.`,
      { cause: error },
    );
  }
  const owner = ownerFile(dataDir);
  await writeFile(owner, `${process.pid} ${role}\n`, { mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      // On a full disk nobody learns who holds the claim, and it is held all the same.
      if (error.code !== 'ENOSPC') throw error;
    },
  );
  return {
    async release() {
      await rm(owner, { force: true });
      lock.close();
    },
  };
}

const SQLITE_BUSY = 5;

/** What the holder wrote down, unless it is dead: then the note is a leftover, or the lock is about to be free. */
async function readHolder(dataDir: string): Promise<Holder | undefined> {
  const [, pid, role] =
    /^(\d+) (server|command)$/m.exec(await readFile(ownerFile(dataDir), 'utf8').catch(() => '')) ?? [];
  return pid && isAlive(Number(pid)) ? { pid: Number(pid), role: role as Role } : undefined;
}

const ownerFile = (dataDir: string): string => join(dataDir, 'postgres.owner');

/** Whether a process has this number, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
