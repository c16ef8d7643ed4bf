import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, with nothing of this process's environment but where programs and caches are. */
export async function execute(program: string, args: string[], cwd: string): Promise<Ended> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (ended.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (ended.stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...ended };
}

/** As `execute`, and gives the standard output of a program that must succeed. */
export async function succeed(program: string, args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await execute(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
