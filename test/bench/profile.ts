/**
 * `node test/bench/profile.ts [--only create,reveal] [--at 32] [--seconds 8] [--keys 1000] [--keep FOLDER]`: what each part of
 * the server takes of the processor while it bears an operation. `node test/bench/profile.ts FILE.cpuprofile` sums up one that
 * is there, such as one that `node --cpu-prof` has written.
 */
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeCallers } from './callers.ts';
import { stagesOf, type CpuProfile } from './cpu-profile.ts';
import { run } from './load.ts';
import { operations, Stage, type Operation } from './operations.ts';
import { processorTime } from './processor.ts';
import { startContestants, type Contestants } from './servers.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'create,keyed,reveal' },
    at: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '8' },
    keys: { type: 'string', default: '1000' },
    keep: { type: 'string' },
  },
});
const CALLS = 1_000;

if (positionals.length > 0) for (const path of positionals) show(path, read(path));
else await profileServer();

function read(path: string): CpuProfile {
  return JSON.parse(readFileSync(path, 'utf8')) as CpuProfile;
}

/** @param microseconds of processor time that a request takes in all */
function show(title: string, profile: CpuProfile, microseconds?: number): void {
  console.log(`\n${title}`);
  for (const { name, share } of stagesOf(profile)) {
    if (share < 0.005) continue;
    const each = microseconds === undefined ? '' : `${(share * microseconds).toFixed(0).padStart(7)} µs`;
    console.log(`${name.padEnd(34)}${(100 * share).toFixed(1).padStart(6)} %${each}`);
  }
}

async function profileServer(): Promise<void> {
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'tempshare-profiles-'));
  mkdirSync(folder, { recursive: true });
  const keys = Number(options.keys);
  const env = { PROFILES: folder, TRUST_PROXY: '1' };
  const hook = ['--import', join(import.meta.dirname, 'profiled.ts')];
  const contestants = await startContestants([], env, hook);
  try {
    const callers = await makeCallers(contestants.postgres.connection, keys);
    const stage = new Stage(`${contestants.service.url}/api/v1`, callers, keys);
    await stage.warm();
    for (const name of options.only.split(',')) {
      const operation = operations.find((one) => one.name === name);
      if (!operation) throw new Error(`There is no ${name}.`);
      await profileOperation(contestants, operation, { stage, folder });
    }
  } finally {
    await contestants.stop();
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

async function profileOperation(
  { service }: Contestants,
  operation: Operation,
  { stage, folder }: { stage: Stage; folder: string },
): Promise<void> {
  const base = `${service.url}/api/v1`;
  const concurrency = Number(options.at);
  const calls = [];
  // What they use up is made before.
  for (let i = 0; i <= 4 * Number(options.seconds); i++) calls.push(await operation.calls(stage, CALLS));
  await run(base, calls.pop() ?? [], concurrency);
  const known = new Set(readdirSync(folder));
  process.kill(service.pid, 'SIGUSR2');
  await delay(500);
  const [used, began] = [processorTime(service.pid), performance.now()];
  let count = 0;
  while (calls.length > 0 && performance.now() - began < Number(options.seconds) * 1_000) {
    const { length } = await run(base, calls.pop() ?? [], concurrency).then(({ bodies }) => bodies);
    count += length;
  }
  const microseconds = (processorTime(service.pid) - used) / count;
  process.kill(service.pid, 'SIGUSR2');
  let written: string | undefined;
  while (!written) {
    await delay(200);
    written = readdirSync(folder).find((name) => name.endsWith('.cpuprofile') && !known.has(name));
  }
  const title = `${operation.name}, ${count} calls at ${concurrency}: ${microseconds.toFixed(0)} µs each, sampling included`;
  show(title, read(join(folder, written)), microseconds);
}
