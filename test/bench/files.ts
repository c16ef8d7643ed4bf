/**
 * `node test/bench/files.ts`: MB/s of 25 MiB files up and down, one at a time and four at once, against a bare Express +
 * pg server on the same PostgreSQL with default durability. Rounds are interleaved; figures are medians, and only the
 * ratios travel.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { limits } from '@tempshare/contract';
import { median } from './statistics.ts';
import { save, type Measurement } from './measurements.ts';
import { startContestants } from './servers.ts';

const SIZE = limits.fileBytes;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const bytes = randomBytes(SIZE);

/** Sends one request and reads the response to its end; gives the text of a short one. */
function exchange(
  method: string,
  url: string,
  body?: Buffer,
  headers: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      const kept: Buffer[] = [];
      let count = 0;
      incoming.on('data', (chunk: Buffer) => {
        count += chunk.length;
        if (count < 65_536) kept.push(chunk);
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(kept).toString();
        if ((incoming.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${incoming.statusCode}: ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
const json = async (...args: Parameters<typeof exchange>) =>
  JSON.parse(await exchange(...args)) as Record<string, string>;

const { service, bare, stop } = await startContestants(['baseline-files.ts']);
const [baseline] = bare as [(typeof bare)[0]];
try {
  const api = `${service.url}/api/v1`;
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
  const announcement = Buffer.from('{"type":"file"}');
  const announce = () => json('POST', `${api}/transfers`, announcement, headers);
  const open = (id: string) => json('POST', `${api}/public/transfers/${id}/open`);

  /** Megabytes a second of some exchanges at once. */
  const rate = async (exchanges: (() => Promise<unknown>)[]): Promise<number> => {
    const started = performance.now();
    await Promise.all(exchanges.map((one) => one()));
    return (exchanges.length * SIZE) / 1000 / (performance.now() - started);
  };

  const measurements: Measurement[] = [];
  console.log(`25 MiB, ${ROUNDS} rounds; MB/s, and the ratio to the bare server (Express, pg)\n`);
  for (const count of [1, 4]) {
    const rates = {
      bareUp: [] as number[],
      up: [] as number[],
      bareDown: [] as number[],
      down: [] as number[],
    };
    for (let round = 0; round <= ROUNDS; round++) {
      const each = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));
      const announced = await each(announce);
      const ids: string[] = [];
      const measured = {
        bareUp: await rate(
          announced.map(() => async () => {
            ids.push((await json('PUT', `${baseline.url}/files`, bytes)).id as string);
          }),
        ),
        up: await rate(
          announced.map(
            ({ uploadUrl }) =>
              () =>
                json('PUT', uploadUrl as string, bytes),
          ),
        ),
        bareDown: await rate(ids.map((id) => () => exchange('GET', `${baseline.url}/files/${id}`))),
      };
      const opened = await Promise.all(announced.map(({ id }) => open(id as string)));
      const down = await rate(
        opened.map(
          ({ downloadUrl }) =>
            () =>
              exchange('GET', downloadUrl as string),
        ),
      );
      if (round === 0) continue;
      rates.bareUp.push(measured.bareUp);
      rates.up.push(measured.up);
      rates.bareDown.push(measured.bareDown);
      rates.down.push(down);
    }
    const row = (name: string, ours: number[], bare: number[], atLeast: number): void => {
      const ratio = median(ours.map((value, i) => value / (bare[i] as number)));
      const measured = { name: `files ${name}`, value: median(ours), unit: 'MB/s', ratio, beside: 'bare' };
      measurements.push({ ...measured, goal: { atLeast } });
      console.log(
        `${name.padEnd(22)} bare ${median(bare).toFixed(0).padStart(5)}   here ${median(ours).toFixed(0).padStart(5)}   ${ratio.toFixed(2)}`,
      );
    };
    row(`up, ${count} at a time`, rates.up, rates.bareUp, 0.8);
    row(`down, ${count} at a time`, rates.down, rates.bareDown, 1.2);
  }
  save(measurements);
} finally {
  await stop();
}
