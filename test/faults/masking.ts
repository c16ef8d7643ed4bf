/**
 * `node test/faults/masking.ts [MiB]`: how long masking takes for many kinds of text, typical and hostile, of 1 MiB or
 * the size given, and how that grows for twice as much text (2 is linear); then how long small texts of one key take while
 * another key has ten requests of two big texts each under way. A machine that is busy with other work may refuse some of
 * the big ones, which the script says.
 *
 * Bars on a quiet machine: at most 1 s for each MiB; small texts wait for about one slice of the work, not for whole texts.
 */
import { mask } from '@tempshare/masking';
import { QUEUE_LIMITS } from '../../server/src/masking/thread/queue.ts';
import { Masker } from '../../server/src/masking/masker.ts';
import { ServiceProblem } from '../../server/src/domain/problem.ts';
import { HOSTILE, TYPICAL } from './masking-texts.ts';

const size = Number(process.argv[2] ?? 1) * (1 << 20);

async function time(text: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const start = process.threadCpuUsage();
    await mask(text);
    const { user, system } = process.threadCpuUsage(start);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

async function texts(): Promise<void> {
  console.log(`milliseconds of processor time for ${size} characters, and t(2n)/t(n)\n`);
  let worst = 0;
  for (const [kind, makers] of Object.entries({ typical: TYPICAL, hostile: HOSTILE })) {
    console.log(kind);
    for (const [name, make] of Object.entries(makers)) {
      await mask(make(size / 16));
      const half = await time(make(size / 2));
      const whole = await time(make(size));
      worst = Math.max(worst, whole);
      console.log(`  ${name.padEnd(34)}${whole.toFixed(0).padStart(6)}   ${(whole / half).toFixed(1)}`);
    }
  }
  const perMiB = (worst * (1 << 20)) / size;
  console.log(
    `\nslowest: ${perMiB.toFixed(0)} ms for 1 MiB ${perMiB <= 1000 ? '' : '(over the bar of 1,000)'}\n`,
  );
}

/** Small texts of one key, one after the other, until `until` is settled: milliseconds of each. */
async function smallOnes(masker: Masker, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  void until.then(() => (over = true));
  do {
    const start = performance.now();
    await masker.mask(['GET /cart 401, password=hunter2!'], { key: 'small' });
    times.push(performance.now() - start);
  } while (!(over as boolean));
  return times.sort((a, b) => a - b);
}

async function fairness(name: string, text: string): Promise<void> {
  // The limit of a key is lifted, so that all ten are under way.
  const masker = new Masker({ limits: { ...QUEUE_LIMITS, keyCharacters: 64_000_000 } });
  const quiet = await smallOnes(masker, new Promise((resolve) => setTimeout(resolve, 1_000)));
  const start = performance.now();
  const big = Promise.allSettled(Array.from({ length: 10 }, () => masker.mask([text, text], { key: 'big' })));
  const busy = await smallOnes(masker, big);
  const refused = refusedOf(await big);
  const at = (times: number[], share: number): string =>
    `${(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(1)} ms`;
  console.log(
    `${name}: ten requests of one key took ${((performance.now() - start) / 1000).toFixed(1)} s; ` +
      `${busy.length} small ones of another meanwhile: median ${at(busy, 0.5)}, p99 ${at(busy, 0.99)}, ` +
      `longest ${at(busy, 1)} (quiet: median ${at(quiet, 0.5)}, longest ${at(quiet, 1)})`,
  );
  // A request that is not done within its timeout is refused, as a busy machine makes it.
  if (refused.length > 0)
    console.log(
      `  ${refused.length} of the ten were refused: ${[...new Set(refused.map(String))].join(', ')}`,
    );
}

const refusedOf = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));

async function refusals(text: string): Promise<void> {
  const masker = new Masker();
  const start = performance.now();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => masker.mask([text, text], { key: 'big' })),
  );
  const refused = refusedOf(results);
  const waits = refused.map((error) =>
    error instanceof ServiceProblem ? error.headers['Retry-After'] : error,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `With the limits as they are: ${10 - refused.length} of ten were masked in ${seconds} s, ` +
      `${refused.length} refused, Retry-After ${[...new Set(waits)].join(', ')}`,
  );
}

await texts();
const service = TYPICAL.service as (size: number) => string;
const hostile = HOSTILE['key='] as (size: number) => string;
await fairness('logs', service(size));
await fairness('hostile text', hostile(size));
await refusals(hostile(1_000_000));
process.exit();
