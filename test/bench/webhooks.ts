/**
 * `node test/bench/webhooks.ts`: verifications per second of a webhook with a body of 1 KB, one after another and sixteen
 * at once, beside Stripe's library and that of Standard Webhooks. All give the parsed event. Rounds are interleaved;
 * figures are medians, and only the ratios travel.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { unwrapWebhookSync } from '@tempshare/sdk/webhooks/node';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { save, type Measurement } from './measurements.ts';
import { median } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.5);

const key = randomBytes(30);
const secret = `whsec_${key.toString('base64')}`;
const id = 'evt_4fzLxkUwHQJvW2n9sQeT0b';
const event = { id, type: 'secret.consumed', object: 'event', data: { object: { note: '' } } };
event.data.object.note = 'x'.repeat(1024 - JSON.stringify(event).length);
const body = Buffer.from(JSON.stringify(event));
const text = body.toString();
const timestamp = Math.floor(Date.now() / 1000);
const mac = (by: string | Buffer, prefix: string) => createHmac('sha256', by).update(prefix).update(body);
const header = `t=${timestamp},v1=${mac(secret, `${timestamp}.`).digest('hex')}`;
const headers = { 'content-type': 'application/json', 'x-service-signature': header };
const standard = {
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': `v1,${mac(key, `${id}.${timestamp}.`).digest('base64')}`,
};

const stripe = new Stripe('sk_test_x');
const standardWebhook = new Webhook(secret);
const tolerance = 3600;

type Verify = () => unknown;
const sync: [string, Verify][] = [
  ['stripe constructEvent', () => stripe.webhooks.constructEvent(body, header, secret, tolerance)],
  ['standardwebhooks verify', () => standardWebhook.verify(text, standard)],
  ['unwrapWebhookSync', () => unwrapWebhookSync(body, headers, { secret, tolerance })],
];
const subtle = Stripe.createSubtleCryptoProvider();
const viaSubtle = () => stripe.webhooks.constructEventAsync(body, header, secret, tolerance, subtle);
const async: [string, () => Promise<unknown>][] = [
  ['stripe constructEventAsync, Web Crypto', viaSubtle],
  ['unwrapWebhook', () => unwrapWebhook(body, headers, { secret, tolerance })],
];
const atOnce = (verify: () => Promise<unknown>) => () => Promise.all(Array.from({ length: 16 }, verify));

const measurements: Measurement[] = [];

/** Verifications per second. */
async function rate(verify: Verify, each = 1): Promise<number> {
  let count = 0;
  const start = performance.now();
  while (performance.now() - start < SECONDS * 1000) {
    for (let i = 0; i < 64; i++) {
      const result = verify();
      if (result instanceof Promise) await result;
    }
    count += 64 * each;
  }
  return (count / (performance.now() - start)) * 1000;
}

async function compare(title: string, contestants: [string, Verify][], each = 1): Promise<void> {
  const rates = contestants.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, [, verify]] of contestants.entries()) {
      const measured = await rate(verify, each);
      if (round > 0) rates[i]?.push(measured);
    }
  }
  console.log(`\n${title.padEnd(46)} ratio to the first`);
  const [first = NaN] = rates.map(median);
  for (const [i, [name]] of contestants.entries()) {
    const value = median(rates[i] as number[]);
    if (name.startsWith('unwrap')) {
      const beside = contestants[0]![0];
      measurements.push({ name: `${name}, ${title}`, value, unit: '/s', ratio: value / first, beside });
    }
    console.log(
      `${name.padEnd(40)} ${Math.round(value).toString().padStart(7)}/s   ${(value / first).toFixed(2)}`,
    );
  }
}

console.log(`Webhooks of ${body.length} bytes, ${ROUNDS} rounds of ${SECONDS} s each`);
await compare('synchronous', sync);
await compare('asynchronous, one after another', async);
await compare(
  'asynchronous, sixteen at once',
  async.map(([name, verify]): [string, Verify] => [name, atOnce(verify)]),
  16,
);
save(measurements);
