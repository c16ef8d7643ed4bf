/**
 * `node test/bench/deliveries.ts [--json PATH]`: webhooks per second of a backlog, and the processor time of each, beside
 * what signs and posts the same bodies with `fetch` and remembers nothing. Events are of 10 keys, each with an endpoint on
 * loopback that answers at once. Rounds are interleaved, figures are medians of them, and only the ratios travel.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { makeCallers } from './callers.ts';
import { run, type Call } from './load.ts';
import { save } from './measurements.ts';
import { processorTime } from './processor.ts';
import { startContestants } from './servers.ts';
import { median } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WEBHOOKS = Number(process.env.BENCH_CALLS ?? 2_000);
const KEYS = 10;
const CONCURRENCY = 32;

let arrived = 0;
let body = '';
let done: (() => void) | undefined;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    body ||= Buffer.concat(chunks).toString();
    response.end();
    if (++arrived === WEBHOOKS) done?.();
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
/** Resolves when all webhooks of a round have arrived. */
const allArrived = (): Promise<void> => {
  arrived = 0;
  return new Promise((resolve) => (done = resolve));
};

// In production webhooks go to https alone.
const env = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', NODE_ENV: 'development' };
const { service, postgres, stop } = await startContestants([], env);
const client = new pg.Client(postgres.connection);
await client.connect();
try {
  const base = `${service.url}/api/v1`;
  const callers = await makeCallers(postgres.connection, KEYS);
  const each = (make: (i: number) => Omit<Call, 'method' | 'headers'>, count: number) =>
    run(
      base,
      Array.from({ length: count }, (_, i) => ({
        method: 'POST',
        headers: callers[i % KEYS]!.headers,
        ...make(i),
      })),
      CONCURRENCY,
    );
  const share = JSON.stringify({ type: 'text', text: 'x' });
  await each(() => ({ path: '/transfers', body: share }), WEBHOOKS);
  const endpoint = JSON.stringify({ url, events: ['transfer.created'] });
  await each(() => ({ path: '/webhook-endpoints', body: endpoint }), KEYS);

  const [rates, bareRates, costs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const [rate, cost] = await deliver();
    const bare = await post();
    if (round === 0) continue;
    rates.push(rate);
    bareRates.push(bare);
    costs.push(cost);
  }
  const ratio = median(rates.map((rate, i) => rate / (bareRates[i] as number)));
  console.log(`${WEBHOOKS} webhooks a round, ${ROUNDS} rounds\n`);
  console.log(`signed and posted by fetch   ${median(bareRates).toFixed(0).padStart(6)}/s`);
  console.log(
    `delivered                    ${median(rates).toFixed(0).padStart(6)}/s   ${ratio.toFixed(2)}   ${median(costs).toFixed(0)} µs of server and PostgreSQL each`,
  );
  save([
    { name: 'webhooks delivered', value: median(rates), unit: '/s', ratio, beside: 'fetch alone' },
    { name: 'webhooks delivered: processor', value: median(costs), unit: 'µs' },
  ]);
} finally {
  await client.end();
  await stop();
  receiver.close().closeAllConnections();
}

/** Webhooks per second of a backlog, and microseconds of processor time of each. */
async function deliver(): Promise<[rate: number, cost: number]> {
  const waiting = allArrived();
  const used = processorTime(service.pid) + processorTime(postgres.pid);
  await client.query('DELETE FROM webhook_deliveries');
  const began = performance.now();
  await client.query(
    `INSERT INTO webhook_deliveries (endpoint_id, event_id, event_type, next_attempt_at, created_at)
     SELECT w.id, e.id, e.type, now(), now() FROM events e JOIN webhook_endpoints w USING (api_key_id)`,
  );
  await waiting;
  const seconds = (performance.now() - began) / 1000;
  const cost = processorTime(service.pid) + processorTime(postgres.pid) - used;
  return [WEBHOOKS / seconds, cost / WEBHOOKS];
}

/** Posts per second of what was delivered, as many at a time. */
async function post(): Promise<number> {
  const waiting = allArrived();
  const began = performance.now();
  let left = WEBHOOKS;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', 'whsec_x').update(`${at}.${body}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-service-signature': `t=${at},v1=${signature}`,
      };
      await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer();
    }
  };
  await Promise.all([waiting, ...Array.from({ length: CONCURRENCY }, work)]);
  return WEBHOOKS / ((performance.now() - began) / 1000);
}
