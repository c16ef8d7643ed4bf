import { describe, expect, it } from 'vitest';
import { toWebhookEvent } from '../src/features/webhooks/event.ts';
import { testEvent } from '../src/features/webhooks/test-event.ts';

const TYPES = [
  'transfer.created',
  'transfer.completed',
  'transfer.deleted',
  'request.created',
  'request.closed',
  'secret.consumed',
] as const;

const createdAt = new Date('2026-11-21T10:00:00.000Z');

describe('the body of a webhook', () => {
  it('is at most 4 KiB, even when 50 files of the largest size were sent', () => {
    const files = Array.from({ length: 50 }, () => ({ id: `file_${'x'.repeat(22)}`, size: 26_214_400 }));
    const object = {
      requestId: 'x'.repeat(22),
      state: 'closed' as const,
      fileCount: 50,
      expiresAt: createdAt.toISOString(),
      closedAt: createdAt.toISOString(),
      createdAt: createdAt.toISOString(),
      files,
    };
    const id = `evt_${'x'.repeat(22)}`;
    const event = toWebhookEvent({ id, type: 'request.closed', livemode: false, object, createdAt });
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(4096);
  });

  it.each(TYPES)('of a made-up %s says so, and is the same each time it is sent', (type) => {
    const facts = { id: 'evt_1', type, createdAt };
    expect(testEvent(facts)).toMatchObject({
      ...facts,
      createdAt: '2026-11-21T10:00:00.000Z',
      livemode: false,
      test: true,
      data: { object: expect.any(Object) },
    });
    expect(JSON.stringify(testEvent(facts))).toBe(JSON.stringify(testEvent(facts)));
  });
});
