#!/usr/bin/env node
import { run } from './program.ts';
import { EXIT_CODES } from './exit-codes.ts';

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The second time nothing is waited for.
    if (interrupted.signal.aborted)
      process.exit(name === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated);
    interrupted.abort(name);
  });
// Writing reports these to its caller.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const { env, stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  signal: interrupted.signal,
});
// An input that somebody holds open would keep the program; the clean-up of an upload may still run.
stdin.destroy();
