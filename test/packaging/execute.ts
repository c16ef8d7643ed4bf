import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Milliseconds, far more than any program here takes: one that hangs is ended, and has no exit code. */
const LONGEST = 600_000;

/** Environment variables that programs get from this process: paths of programs and caches. */
const PASSED = /^(HOME|TMPDIR)$/;
/** Environment variables that npm gets, too: settings of the registry. */
const NETWORK =
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(https?|no)_proxy|npm_config_(registry|cafile|cache|userconfig))$/i;

/**
 * Runs a program to its end.
 *
 * @param node what `node` is for the programs that it starts; left out, as here
 */
export async function execute(program: string, args: string[], cwd: string, node?: string): Promise<Ended> {
  const PATH = [...(node === undefined ? [] : [dirname(node)]), process.env.PATH].join(delimiter);
  const passed = Object.entries(process.env).filter(
    ([name]) => PASSED.test(name) || (program === 'npm' && NETWORK.test(name)),
  );
  const child = spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(passed), PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST,
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
