import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signingKey } from '../src/webhooks/hmac.ts';
import { signPayload } from '../src/webhooks/sign.ts';
import { verifySignature } from '../src/webhooks/index.ts';
import { verifySignatureSync } from '../src/webhooks/node.ts';

interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: string;
  header: string;
}

const path = join(import.meta.dirname, '../../../docs/vectors/webhooks.json');
const { vectors } = JSON.parse(readFileSync(path, 'utf8')) as { vectors: Vector[] };

describe('what openssl signed', () => {
  it('is there', () => expect(vectors.length).toBe(20));

  it.each(vectors)('is accepted and signed alike: $name', async ({ secret, timestamp, body, header }) => {
    const bytes = Buffer.from(body, 'base64');
    const milliseconds = Number(timestamp) * (timestamp.length === 13 ? 1 : 1000);
    const options = { secret, tolerance: 0, now: () => milliseconds };
    await verifySignature(bytes, header, options);
    verifySignatureSync(bytes, header, options);
    expect(await signPayload({ payload: bytes, secret, timestamp: Number(timestamp) })).toBe(header);
  });
});

describe('HMAC-SHA-256 of a secret that is text', () => {
  // RFC 4231, 4.2, 4.3 and 4.5: the keys of the other cases are no UTF-8.
  it.each([
    ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      'cd'.repeat(50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
  ])('with the key %s is the known answer', async (key, data, mac) => {
    const imported = await signingKey(Buffer.from(key, 'hex').toString());
    const computed = await crypto.subtle.sign('HMAC', imported, Buffer.from(data, 'hex'));
    expect(Buffer.from(computed).toString('hex')).toBe(mac);
  });
});
