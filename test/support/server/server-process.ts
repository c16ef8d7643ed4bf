/** A server in a process of its own, as a user runs it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const ROOT = join(import.meta.dirname, '../../..');

/** Servers that run. Vitest ends a test process with SIGTERM, and they end with it. */
const running = new Set<ChildProcess>();
process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGKILL');
  process.exit();
});

export interface ServerProcess {
  url: string;
  /** `{url}/api/v1` */
  baseUrl: string;
  /** The key printed at the first start; empty at later ones. */
  apiKey: string;
  /** Everything printed so far. */
  readonly stdout: string;
  readonly stderr: string;
  pid: number;
  /** Sends a signal (SIGTERM) and resolves with the exit code once the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `server/main.js`, or another script that is the program, on a free port and waits until it listens. Rejects with
 * its output when it ends first.
 * @param options those of Node.js
 */
export async function startServerProcess(
  env: Record<string, string | undefined>,
  options: readonly string[] = [],
  script = join(ROOT, 'server/main.js'),
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...options, script], {
    env: { ...inherited(), PORT: '0', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk));
  const url = await listening(child, output);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  return {
    url,
    baseUrl: `${url}/api/v1`,
    apiKey: /^API key \(shown once\): (\S+)$/m.exec(output.stdout)?.[1] ?? '',
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    pid: child.pid as number,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

function listening(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      output.stdout += `${line}\n`;
      const url = /^Listening on (\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}: ${output.stderr || output.stdout}`)),
    );
  });
}

/** The environment without settings of this machine that would reach the server. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}
