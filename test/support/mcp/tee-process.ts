/**
 * Runs a program and keeps, byte for byte, what it writes: `node tee-process.ts <directory> <program> [arguments…]`.
 * The directory gets the files `stdout` and `stderr`, to which runs are added.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory, program, ...args] = process.argv.slice(2) as [string, string, ...string[]];
// A host gives no cache; tests start a program by the hundred.
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/node-compile');
const child = spawn(program, args, {
  env: { NODE_COMPILE_CACHE, ...process.env },
  stdio: ['pipe', 'pipe', 'pipe'],
});
process.stdin.pipe(child.stdin);
child.stdin.on('error', () => undefined);
for (const name of ['stdout', 'stderr'] as const)
  child[name].on('data', (piece: Buffer) => {
    appendFileSync(join(directory, name), piece);
    process[name].write(piece);
  });
child.on('close', (code) => process.exit(code ?? 1));
