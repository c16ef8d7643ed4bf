/**
 * `node test/bench/client.ts`: calls per second of the client over those of bare `fetch`, against one server on loopback
 * in a process of its own, and this process's processor time for a call over that of bare `fetch`. Rounds are short and
 * interleaved; figures are medians, and only the ratios travel.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Tempshare } from '@tempshare/sdk';
import { createFetchClient } from '@tempshare/sdk/fetch';
import { save, type Measurement } from './measurements.ts';
import { median } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const CALLS = Number(process.env.BENCH_CALLS ?? 500);
const CONCURRENCIES = [1, 32];

const server = spawn(process.execPath, [join(import.meta.dirname, 'json-server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const baseUrl = `${line.slice(line.indexOf('http'))}/api/v1`;
  const apiKey = 'svc_sk_live_0123456789abcdef0123456789abcdef';
  const client = new Tempshare({ apiKey, baseUrl, encryption: 'server' });
  const traced = client.withOptions({ middleware: [(request, next) => next(request)] });
  const byPath = createFetchClient({ apiKey, baseUrl });
  const body = { secret: 'x'.repeat(1000) };
  const auth = { authorization: `Bearer ${apiKey}` };

  const bareGet = async () => (await fetch(`${baseUrl}/transfers?limit=5`, { headers: auth })).json();
  const barePost = async () => {
    const headers = { ...auth, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${baseUrl}/secrets`, init)).json();
  };
  const contests: Record<string, [bare: () => Promise<unknown>, ours: () => PromiseLike<unknown>]> = {
    'GET, answers JSON': [bareGet, () => client.transfers.list({ limit: 5 })],
    'GET, path-style client': [bareGet, () => byPath.GET('/transfers', { params: { query: { limit: 5 } } })],
    'POST of 1 KB, with Idempotency-Key': [barePost, () => client.secrets.create(body)],
    'POST, one middleware': [barePost, () => traced.secrets.create(body)],
  };

  console.log(
    `${CALLS} calls a round, ${ROUNDS} rounds; ratios to bare fetch: calls/s, processor time for a call\n`,
  );
  const measurements: Measurement[] = [];
  for (const concurrency of CONCURRENCIES) {
    for (const [name, [bare, ours]] of Object.entries(contests)) {
      const rates: number[] = [];
      const ratios: number[] = [];
      const costs: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const [base, own] = [await measure(bare, concurrency), await measure(ours, concurrency)];
        if (round === 0) continue;
        rates.push(own.rate);
        ratios.push(own.rate / base.rate);
        costs.push(own.cost / base.cost);
      }
      const measured = { value: median(rates), unit: '/s', ratio: median(ratios), beside: 'fetch' };
      measurements.push({ name: `client: ${name}, ${concurrency} at a time`, ...measured });
      const columns = [
        `${name}, concurrency ${concurrency}`.padEnd(54),
        `${Math.round(median(rates))}/s`.padStart(8),
        median(ratios).toFixed(2).padStart(8),
        median(costs).toFixed(2).padStart(8),
      ];
      console.log(columns.join(''));
    }
  }
  save(measurements);
} finally {
  server.kill('SIGTERM');
}

/** Calls per second, and the processor time of this process for a call. */
async function measure(
  call: () => PromiseLike<unknown>,
  concurrency: number,
): Promise<{ rate: number; cost: number }> {
  let left = CALLS;
  const used = process.cpuUsage();
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { rate: CALLS / seconds, cost: (user + system) / CALLS };
}
