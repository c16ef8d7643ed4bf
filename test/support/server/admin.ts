/** Commands of `npm run admin` in a process of their own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run admin -- …` as an operator does, or as another user, and resolves with what came of it. */
export const runAdmin = (
  args: readonly string[],
  env: Record<string, string>,
  how: { uid?: number; signal?: AbortSignal } = {},
): Promise<Outcome> => runProgram('server/src/admin.ts', args, env, how);

/** Runs a program that ends by itself, or by SIGKILL when `signal` is aborted. */
export function runProgram(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  { signal, ...user }: { uid?: number; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const options = { env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env }, ...user };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(ROOT, file), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    signal?.addEventListener('abort', () => void child.kill('SIGKILL'), { once: true });
  });
}
