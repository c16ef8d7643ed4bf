import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Holder of DATA_DIR: a server, or a short-lived admin command. */
export type Role = 'server' | 'command';

/** Exclusive right to run the PostgreSQL of DATA_DIR, until `release` or the end of the process. */
export interface Claim {
  release(): Promise<void>;
}

export interface Holder {
  pid: number | undefined;
  role: Role;
}

/** Claims DATA_DIR. Waits for admin commands. @returns the claim, or the server that holds it @throws the signal's reason */
export async function claimDirectory(
  dataDir: string,
  role: Role,
  { signal, onWait }: { signal?: AbortSignal | undefined; onWait: (message: string) => void },
): Promise<Claim | Holder> {
  let reportedPid: number | undefined;
  for (const started = performance.now(); ; await delay(20)) {
    signal?.throwIfAborted();
    const claim = await tryClaim(dataDir, role);
    if (claim) return claim;
    const holder = await readHolder(dataDir);
    const waited = performance.now() - started;
    if (waited >= maxWaitMs(role, holder)) return holder ?? { pid: undefined, role: 'server' };
    if (holder?.role === 'command' && waited >= QUIET_MS && reportedPid !== holder.pid) {
      reportedPid = holder.pid;
      onWait(`An admin command (pid ${holder.pid}) is using ${dataDir}: this waits until it has ended.`);
    }
  }
}

/** Time until a wait is reported, in milliseconds. */
const QUIET_MS = 2_000;

/** Maximum wait in milliseconds: an admin command ends, a killed process needs a moment to die, a server stays. */
function maxWaitMs(role: Role, holder: Holder | undefined): number {
  if (!holder) return 2_000;
  if (holder.role === 'command') return Infinity;
  return role === 'server' ? 500 : 0;
}

// SQLite locks an empty file. The kernel releases the lock when the process ends, and PostgreSQL does not inherit it.
// It works on all platforms, and between containers that share a volume.
async function tryClaim(dataDir: string, role: Role): Promise<Claim | undefined> {
  const file = join(dataDir, 'postgres.lock');
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    // A journal file would need space on a full disk.
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
      // The claim holds on a full disk; only its holder stays unknown.
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

/** Reads the recorded holder. A dead one is a leftover, or about to release the lock. */
async function readHolder(dataDir: string): Promise<Holder | undefined> {
  const [, pid, role] =
    /^(\d+) (server|command)$/m.exec(await readFile(ownerFile(dataDir), 'utf8').catch(() => '')) ?? [];
  return pid && isAlive(Number(pid)) ? { pid: Number(pid), role: role as Role } : undefined;
}

const ownerFile = (dataDir: string): string => join(dataDir, 'postgres.owner');

/** True if a process has this pid, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
