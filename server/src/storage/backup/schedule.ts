import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { loggable } from '../../runtime/loggable.ts';
import { makeDirectory } from '../make-directory.ts';
import { UNFINISHED } from './backup-file.ts';
import type { Database } from '../postgres/database.ts';
import { discardScratch, SCRATCH } from './scratch-restore.ts';
import { scriptPath } from '../../package.ts';
import { claimBackup, endBackup, extendClaim } from './store.ts';

/** Backups to keep, by number or age. The newest is always kept. */
export type Retention = { count: number } | { seconds: number };

interface BackupSettings {
  directory: string;
  everySeconds: number;
  keep: Retention;
}

const EXTEND_MS = 30_000;
const NAME = /^tempshare-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.gz$/;
const nameAt = (time: Date): string =>
  `tempshare-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup.gz`;

/** Makes and verifies backups on a schedule, each in a child process with low priority. */
export class BackupSchedule {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #settings: BackupSettings;

  constructor(database: Database, log: Logger, settings: BackupSettings) {
    this.#database = database;
    this.#log = log;
    this.#settings = settings;
  }

  /** Makes a backup if one is due and no other process does. @throws Error if it fails */
  async runIfDue(): Promise<void> {
    const { directory, everySeconds, keep } = this.#settings;
    const claim = await claimBackup(this.#database, everySeconds);
    if (claim === undefined) return;
    const extending = setInterval(
      () => void extendClaim(this.#database, claim).catch(() => undefined),
      EXTEND_MS,
    );
    const now = new Date();
    let output: string;
    try {
      makeDirectory(directory, 0o700);
      await removeLeftovers(directory);
      output = await runBackup(join(directory, nameAt(now)));
    } catch (error) {
      await endBackup(this.#database, claim, { failed: true }).catch((unrecorded: unknown) =>
        this.#log.warn({ error: loggable(unrecorded) }, 'the failure of a backup could not be recorded'),
      );
      throw error;
    } finally {
      clearInterval(extending);
    }
    await endBackup(this.#database, claim, { failed: false });
    const removed = await prune(directory, keep, now);
    this.#log.info({ removed }, output);
  }
}

function runBackup(file: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--disable-sigusr1', scriptPath('src/admin'), 'backup', file, '--verify'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const end = (): void => void child.kill();
  process.once('exit', end);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      lowerPriority(child.pid as number);
    });
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output.stdout.trim());
      else reject(new Error(reasonOf(output.stderr) || `The command ended with ${code ?? signal}.`));
    });
  }).finally(() => process.off('exit', end));
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Sandboxes such as the systemd unit refuse it: the backup then runs at normal priority.
  }
}

/** Last line of the command's errors, without values quoted by PostgreSQL. */
const reasonOf = (stderr: string): string =>
  (stderr.trim().split('\n').at(-1) ?? '').replaceAll(/"[^"]*"/g, '"…"').slice(0, 500);

/** Removes files of killed backups. The caller holds the claim. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    const of = (ending: string): boolean =>
      name.endsWith(ending) && NAME.test(name.split(UNFINISHED)[0] ?? '');
    if (of(SCRATCH)) await discardScratch(file);
    else if (of(UNFINISHED)) await rm(file, { force: true });
  }
}

/** Removes outdated backups. Files dated in the future do not count. @returns the number removed */
export async function prune(directory: string, keep: Retention, now: Date): Promise<number> {
  const newestFirst = (await readdir(directory))
    .filter((name) => NAME.test(name) && timeOf(name) <= now.getTime())
    .sort()
    .reverse();
  const isKept = (name: string, i: number): boolean =>
    'count' in keep ? i < keep.count : timeOf(name) >= now.getTime() - 1_000 * keep.seconds;
  const outdated = newestFirst.filter((name, i) => i > 0 && !isKept(name, i));
  for (const name of outdated) await rm(join(directory, name));
  return outdated.length;
}

const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));
