import { execFileSync, spawn } from 'node:child_process';

export interface Command {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** After so long it is ended, with all that it has started. */
  timeoutMs: number;
}

export interface Ended {
  /** Null when a signal has ended it. */
  code: number | null;
  hung: boolean;
  /** The last of what it said. */
  output: string;
}

const KEPT_OUTPUT = 4_000;
/** How long a command that hangs has to end by itself. */
const GRACE_MS = 10_000;

/** The group of the command that runs now. */
let group: number | undefined;

/** Runs a program of Node.js in a process group of its own, of which nothing is left when it has ended. */
export async function runNode(args: readonly string[], { cwd, env, timeoutMs }: Command): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  group = child.pid;
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-KEPT_OUTPUT));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let hung = false;
  const timeout = setTimeout(() => {
    hung = true;
    signalGroup('SIGTERM');
    setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref();
  }, timeoutMs);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('exit', resolve).on('error', reject);
    });
    return { code, hung, output };
  } finally {
    clearTimeout(timeout);
    endCommand();
  }
}

/** Ends the command that runs now. */
export function endCommand(): void {
  signalGroup('SIGKILL');
  group = undefined;
}

function signalGroup(signal: NodeJS.Signals): void {
  if (group === undefined) return;
  try {
    process.kill(-group, signal);
  } catch {
    // All of it has ended.
  }
}

/** Ends what a command has started in groups of their own: PostgreSQL and browsers, whose arguments name `folder`. */
export function endStrays(folder: string): void {
  const listed = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  const pids = listed
    .split('\n')
    .filter((line) => line.includes(folder))
    .map((line) => Number.parseInt(line, 10));
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
