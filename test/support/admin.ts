import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

/** Runs `npm run admin -- …` as an operator does, and resolves with what came of it. */
export function runAdmin(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const options = { env: { PATH, HOME, TMPDIR, ...env } };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'server/src/admin.ts'), ...args],
      options,
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
