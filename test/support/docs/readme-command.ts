/** Commands of the documentation, run as a reader runs them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '../server/server-process.ts';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command of the documentation that is running in the checkout. */
export interface Running {
  /** The first match of a pattern in a line of its standard output; rejects with its output when it ends without. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when it and everything it started have ended. */
  finished: Promise<Finished>;
  /** Ctrl-C in a terminal: the signal reaches the whole process group. */
  interrupt(): void;
}

/**
 * Runs a command line as a shell of a user who has set only these variables. Without `--norc` bash would take its
 * input, a socket, for a remote shell's and read the machine's own set-up.
 */
export function startCommand(commandLine: string, env: Record<string, string> = {}, input = ''): Running {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', commandLine], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env },
    detached: true,
  });
  // One that needs no input may have ended before it is there.
  child.stdin.on('error', () => undefined).end(input);
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => (output.stdout += `${line}\n`));
  const finished = end(child, output);
  return {
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const match = pattern.exec(line);
          if (match) resolve(match);
        };
        output.stdout.split('\n').forEach(look);
        lines.on('line', look);
        void finished.then(({ code, stdout, stderr }) =>
          reject(new Error(`ended with ${code}: ${stdout}${stderr}`)),
        );
      }),
    finished,
    interrupt: () => void process.kill(-(child.pid as number), 'SIGINT'),
  };
}

/** Runs a command line to its end. */
export const runCommand = (
  commandLine: string,
  env?: Record<string, string>,
  input?: string,
): Promise<Finished> => startCommand(commandLine, env, input).finished;

/** `close`, in place of `exit`, waits for all who hold the pipes: the programs below the shell, too. */
async function end(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<Finished> {
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
