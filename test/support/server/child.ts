/** Scripts of `test/support` in processes of their own, which end with the test. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

export interface Child {
  /** First output, which tells that it is ready. */
  said: string;
  readonly ended: boolean;
  /** `kill -9`. */
  kill(): void;
}

/** Starts a script and waits until it says something. Rejects when it ends without a word. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Child> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [join(ROOT, 'test/support', script), ...args],
    { env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env } },
  );
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += String(chunk)));
  const said = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended: ${complaint}`))),
  ]);
  return {
    said: String(said[0]).trim(),
    get ended() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
