/** Volumes of a fixed size in memory, for tests of a full disk. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this process may mount a file system. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

if (!canMount) console.log('Small disks are not tested here: mounting one takes root on Linux.');

export interface SmallVolume {
  path: string;
  freeMiB(): number;
  /** Writes a file of somebody else's, until the disk is full if no size is given. */
  fill(name: string, mib?: number): void;
  remove(name: string): void;
  /** Files that have been removed and still take their room, each with the process that has it open. */
  removedAndOpen(): string[];
  /** Takes the disk away, and ends what still runs on it: a PostgreSQL outlives a killed server. */
  unmount(): void;
}

export function mountVolume(mib: number): SmallVolume {
  const path = mkdtempSync(join(tmpdir(), 'tempshare-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', path]);
  const free = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeMiB: () => free() / 1024 / 1024,
    fill(name, mib) {
      const allocate = (bytes: number): number | null =>
        spawnSync('fallocate', ['-l', String(bytes), join(path, name)]).status;
      if (mib !== undefined) {
        if (allocate(mib * 1024 * 1024) !== 0) throw new Error(`There is no room for ${mib} MiB.`);
      } else {
        // Others take some of what is free before it is taken.
        for (let bytes = free(); bytes > 0 && allocate(bytes) !== 0;) bytes = free();
      }
    },
    remove: (name) => rmSync(join(path, name), { force: true }),
    removedAndOpen: () =>
      processes()
        .flatMap((pid) => openFiles(pid).map((file) => `${commandOf(pid)}: ${file}`))
        .filter((file) => file.includes(`: ${path}/`) && file.endsWith(' (deleted)')),
    unmount() {
      for (const pid of processesOn(path)) process.kill(pid, 'SIGKILL');
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function processesOn(path: string): number[] {
  return processes().filter((pid) => commandOf(pid).includes(`${path}/`));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function openFiles(pid: number): string[] {
  try {
    const directory = `/proc/${pid}/fd`;
    return readdirSync(directory).map((name) => readlinkSync(join(directory, name)));
  } catch {
    // It has ended, or closed one of them.
    return [];
  }
}
