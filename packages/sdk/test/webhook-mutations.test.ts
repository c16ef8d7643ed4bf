import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature, WebhookVerificationError } from '../src/webhooks/index.ts';
import { verifySignatureSync } from '../src/webhooks/node.ts';
import { MUTATIONS, random, type Delivery, type Genuine } from './webhook-mutants.ts';

const MUTANTS = 10_000;
const NOW = 1798761600;
const CODES = ['malformed_header', 'missing_header', 'signature_mismatch', 'invalid_secret'];

const roll = random(20270101);
const genuine = Array.from({ length: 64 }, (_, i): Genuine => {
  const secret = `whsec_${createHmac('sha256', 'secret').update(String(i)).digest('base64')}`;
  const timestamp = String(NOW - 150 + i);
  const object = { secretId: `${i}`.padStart(22, 'x'), note: 'żółć 🔑'.repeat(roll(8)) };
  const event = { id: `evt_${i}`, type: 'secret.consumed', livemode: true, data: { object } };
  const body = Buffer.from(JSON.stringify(event));
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return { secret, timestamp, signature, body };
});
const whole = ({ body, secret, timestamp, signature }: Genuine): Delivery => ({
  body,
  headers: { 'x-service-signature': `t=${timestamp},v1=${signature}` },
  secret,
});

const mutations = Object.values(MUTATIONS);
const mutants = Array.from({ length: MUTANTS }, (_, i): Delivery => {
  const at = roll(genuine.length);
  const other = genuine[(at + 1 + roll(genuine.length - 1)) % genuine.length] as Genuine;
  const one = genuine[at] as Genuine;
  return { ...whole(one), ...mutations[i % mutations.length]?.(one, other, roll) };
});

const options = ({ secret }: Delivery) => ({ secret, tolerance: 86_400, now: () => NOW * 1000 });
const asynchronous = (each: Delivery) => verifySignature(each.body, each.headers, options(each));
const synchronous = async (each: Delivery) => verifySignatureSync(each.body, each.headers, options(each));

describe.each([
  ['asynchronous', asynchronous],
  ['synchronous', synchronous],
])('the %s form', (_, verify) => {
  it('accepts every delivery as it was signed', async () => {
    for (const each of genuine) await verify(whole(each));
  });

  it(`accepts none of ${MUTANTS} that were changed, whichever clock the receiver has`, async () => {
    const counts: Record<string, number> = {};
    for (let i = 0; i < MUTANTS; i += 500) {
      const outcomes = await Promise.all(
        mutants.slice(i, i + 500).map((each) => verify(each).then(() => 'accepted', codeOf)),
      );
      for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual([...CODES].sort());
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(MUTANTS);
  });
});

function codeOf(error: unknown): string {
  return error instanceof WebhookVerificationError ? error.code : String(error);
}
