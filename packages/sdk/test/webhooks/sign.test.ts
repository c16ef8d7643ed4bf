import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signPayload } from '../../src/webhooks/sign.ts';
import { verifySignature } from '../../src/webhooks/index.ts';
import { verifySignatureSync } from '../../src/webhooks/node.ts';

interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: string;
  header: string;
}

const path = join(import.meta.dirname, '../../../../docs/vectors/webhooks.json');
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
