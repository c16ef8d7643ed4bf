/**
 * `npm run bench`: create and reveal of a 1 KB secret, at concurrency 32, against a bare Express + pg server on the same
 * PostgreSQL with default durability. Rounds are interleaved; figures are medians, and only the ratios travel.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { median, run, type Call } from './load.ts';
import { startContestants } from './servers.ts';

const CONCURRENCY = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CALLS = Number(process.env.BENCH_CALLS ?? 4000);

const { service, baseline, stop } = await startContestants('baseline-server.ts');
try {
  const api = `${service.url}/api/v1`;
  const body = JSON.stringify({ secret: randomBytes(768).toString('base64') });
  const auth = { authorization: `Bearer ${service.apiKey}` };

  const plain = (): Call => ({ path: '/secrets', body });
  const owned = (): Call => ({ path: '/secrets', body, headers: auth });
  const keyed = (): Call => ({
    path: '/secrets',
    body,
    headers: { ...auth, 'idempotency-key': randomUUID() },
  });
  const calls = (make: () => Call): Call[] => Array.from({ length: CALLS }, make);
  const reveals = (created: string[], headers?: () => Call['headers']): Call[] =>
    created.map((text) => ({
      path: `/public/secrets/${(JSON.parse(text) as { secretId: string }).secretId}/reveal`,
      body: '{}',
      ...(headers && { headers: headers() }),
    }));
  const readerKey = (): Call['headers'] => ({ 'idempotency-key': randomUUID() });

  const rates = {
    baseCreate: [] as number[],
    create: [] as number[],
    keyed: [] as number[],
    baseReveal: [] as number[],
    reveal: [] as number[],
    keyedReveal: [] as number[],
  };
  for (let round = 0; round <= ROUNDS; round++) {
    const base = await run(baseline.url, calls(plain), CONCURRENCY);
    const ours = await run(api, calls(owned), CONCURRENCY);
    const idempotent = await run(api, calls(keyed), CONCURRENCY);
    const baseRevealed = await run(baseline.url, reveals(base.bodies), CONCURRENCY);
    const revealed = await run(api, reveals(ours.bodies), CONCURRENCY);
    const underKey = await run(api, reveals(idempotent.bodies, readerKey), CONCURRENCY);
    if (round === 0) continue;
    rates.baseCreate.push(base.rate);
    rates.create.push(ours.rate);
    rates.keyed.push(idempotent.rate);
    rates.baseReveal.push(baseRevealed.rate);
    rates.reveal.push(revealed.rate);
    rates.keyedReveal.push(underKey.rate);
  }

  const row = (name: string, rate: number[], base: number[]): void =>
    console.log(
      `${name.padEnd(34)} ${Math.round(median(rate)).toString().padStart(6)}/s   ${(median(rate) / median(base)).toFixed(2)}`,
    );
  console.log(
    `${CALLS} calls a round, ${ROUNDS} rounds, concurrency ${CONCURRENCY}; ratio to the bare server\n`,
  );
  row('bare create (Express, pg)', rates.baseCreate, rates.baseCreate);
  row('create', rates.create, rates.baseCreate);
  row('create with Idempotency-Key', rates.keyed, rates.baseCreate);
  row('bare reveal (Express, pg)', rates.baseReveal, rates.baseReveal);
  row('reveal', rates.reveal, rates.baseReveal);
  row('reveal with Idempotency-Key', rates.keyedReveal, rates.baseReveal);
} finally {
  await stop();
}
