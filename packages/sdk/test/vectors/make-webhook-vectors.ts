/**
 * `node packages/sdk/test/vectors/make-webhook-vectors.ts` writes docs/vectors/webhooks.json: webhooks that the openssl
 * command signed, none of our code having a part in it.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET = 'whsec_dGVtcHNoYXJlIHZlY3RvcnMsIG5vdCBhIHNlY3JldA';
const EVENT =
  '{"id":"evt_4fzLxkUwHQJvW2n9sQeT0b","type":"secret.consumed","apiVersion":"1.0.0","createdAt":"2027-01-01T00:00:00.000Z","livemode":false,"data":{"object":{"secretId":"7hKq2LmN9pRs4TvW6yZa1B"}}}';

interface Made {
  name: string;
  secret?: string;
  timestamp?: string;
  body: Buffer;
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const MADE: Made[] = [
  { name: 'an event', body: Buffer.from(EVENT) },
  { name: 'an empty body', body: Buffer.alloc(0) },
  { name: 'one line feed', body: Buffer.from('\n') },
  { name: 'an event after a byte order mark', body: Buffer.from(`\ufeff${EVENT}`) },
  { name: 'an event between white space', body: Buffer.from(`\r\n\t ${EVENT} \r\n`) },
  { name: 'bytes that are not UTF-8', body: Buffer.from('ff00fec0af80', 'hex') },
  { name: 'every byte there is', body: everyByte },
  { name: 'text outside ASCII', body: Buffer.from('{"id":"evt_1","type":"a","note":"żółć ключ 鍵 🔑"}') },
  { name: 'letters in two normal forms', body: Buffer.from('"\u00e9 e\u0301"') },
  { name: 'a body with dots and a timestamp', body: Buffer.from('1798761600.{"t":1798761600}.') },
  { name: '4 KiB', body: Buffer.from(EVENT.padEnd(4096)) },
  { name: '4 KiB of every byte', body: Buffer.concat(Array.from({ length: 16 }, () => everyByte)) },
  { name: 'a secret of one letter', secret: 'k', body: Buffer.from(EVENT) },
  { name: 'a secret as long as the block of SHA-256', secret: 's'.repeat(64), body: Buffer.from(EVENT) },
  { name: 'a secret longer than the block of SHA-256', secret: 's'.repeat(65), body: Buffer.from(EVENT) },
  { name: 'a secret of 4 KiB', secret: 'whsec_'.padEnd(4096, 'x'), body: Buffer.from(EVENT) },
  { name: 'a secret outside ASCII', secret: 'whsec_żółć🔑', body: Buffer.from(EVENT) },
  { name: 'a timestamp in milliseconds', timestamp: '1798761600000', body: Buffer.from(EVENT) },
  { name: 'the first second', timestamp: '0', body: Buffer.from(EVENT) },
  { name: 'a time after 2038', timestamp: '4102444800', body: Buffer.from(EVENT) },
];

function openssl(secret: string, input: Buffer): string {
  const key = `hexkey:${Buffer.from(secret).toString('hex')}`;
  const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, '-binary'];
  return execFileSync('openssl', args, { input }).toString('hex');
}

const vectors = MADE.map(({ name, secret = SECRET, timestamp = '1798761600', body }) => {
  const signature = openssl(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]));
  return { name, secret, timestamp, body: body.toString('base64'), header: `t=${timestamp},v1=${signature}` };
});

const file = {
  about:
    'X-Service-Signature as openssl computes it: HMAC-SHA-256 of <timestamp>.<body>, keyed with the UTF-8 bytes of the secret. body is base64.',
  madeWith: `packages/sdk/test/vectors/make-webhook-vectors.ts, ${execFileSync('openssl', ['version']).toString().split(' ', 2).join(' ')}: openssl dgst -sha256 -mac HMAC -macopt hexkey:<hex of secret> -binary`,
  vectors,
};
const path = join(import.meta.dirname, '../../../../docs/vectors/webhooks.json');
writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
