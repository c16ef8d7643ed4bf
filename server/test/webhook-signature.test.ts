import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { generateSigningSecret, signatureHeaders } from '../src/features/webhooks/sender/signature.ts';

// Made with openssl: printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret", and
// printf '%s.%s.%s' "$id" "$t" "$body" | openssl dgst -sha256 -mac HMAC -macopt hexkey:"$bytes" -binary | base64
const eventId = 'evt_9Jm0cWbq2cTt7hYQk1sXzE';
const timestampSeconds = 1798761600; // 2027-01-01T00:00:00Z
const body =
  '{"id":"evt_9Jm0cWbq2cTt7hYQk1sXzE","type":"secret.consumed","apiVersion":"1.0.0","createdAt":"2027-01-01T00:00:00.000Z","livemode":true,"data":{"object":{"secretId":"4fzLxkUwHQJvW2n9sQeT0b","note":"żółć 🔥"}}}';
const current = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd';
const next = 'whsec_/+/f7+Dx8vP09fb3+Pn6+/z9/v8AAQIDBAUGBwgJ';
const ours = {
  current: 't=1798761600,v1=801f58b127cbfe60dbb8b4bcc2f00de729658a931426d4c3ce8b294cfadd828f',
  next: 't=1798761600,v1=c1d318191af5477d2ddaee94a41a933e0a02810280ee13825014b1a06270901a',
};
const standard = {
  current: 'v1,OsddG20rKn9MmxnuaKbyk1H2BmAi6OA1/5zZQwEydic=',
  next: 'v1,3S7BcxvsUbgjnhFEHG5DtJOeScpenCYRayiZJDieY9w=',
};
const now = () => timestampSeconds * 1000;

describe('the headers of an attempt', () => {
  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
  ])('are the ones openssl makes, from %s', async (_, payload) => {
    expect(
      await signatureHeaders({ eventId, body: payload, secrets: { current }, timestampSeconds }),
    ).toEqual({
      'X-Service-Signature': ours.current,
      'webhook-id': eventId,
      'webhook-timestamp': '1798761600',
      'webhook-signature': standard.current,
    });
  });

  it('come from both secrets while one is rotated, the old one first', async () => {
    const headers = await signatureHeaders({ eventId, body, secrets: { current, next }, timestampSeconds });
    expect(headers).toEqual({
      'X-Service-Signature': ours.current,
      'X-Service-Signature-Next': ours.next,
      'webhook-id': eventId,
      'webhook-timestamp': '1798761600',
      'webhook-signature': `${standard.current} ${standard.next}`,
    });
  });

  it('are the vector that the Standard Webhooks libraries share', async () => {
    const headers = await signatureHeaders({
      eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      secrets: { current: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      timestampSeconds: 1614265330,
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it.each([
    ['the old secret', current],
    ['the new secret', next],
    ['both', [current, next]],
  ])('verify during a rotation for a receiver that has %s', async (_, secret) => {
    const headers = await signatureHeaders({ eventId, body, secrets: { current, next }, timestampSeconds });
    expect(await unwrapWebhook(body, headers, { secret, now })).toEqual(JSON.parse(body));
  });

  it('verify for no other secret, before a rotation not for the next one either', async () => {
    const headers = await signatureHeaders({ eventId, body, secrets: { current }, timestampSeconds });
    for (const secret of [next, generateSigningSecret()]) {
      await expect(unwrapWebhook(body, headers, { secret, now })).rejects.toMatchObject({
        code: 'signature_mismatch',
      });
    }
  });
});

describe('a new signing secret', () => {
  it('is whsec_ and base64 of 30 bytes, never the same', () => {
    const secrets = Array.from({ length: 100 }, generateSigningSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{40}$/);
  });
});
