import { eventTypes, limits } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { testEvent, toWebhookEvent } from '../src/features/webhooks/event.ts';

const createdAt = new Date('2026-11-21T10:00:00.000Z');

describe('the body of a webhook', () => {
  it('is at most 4 KiB, even when as many files of the largest size were sent as can be', () => {
    const { fileBytes: size, requestFiles: length } = limits;
    const files = Array.from({ length }, () => ({ id: `file_${'x'.repeat(22)}`, size }));
    const object = {
      requestId: 'x'.repeat(22),
      state: 'closed' as const,
      fileCount: length,
      expiresAt: createdAt.toISOString(),
      closedAt: createdAt.toISOString(),
      createdAt: createdAt.toISOString(),
      files,
    };
    const id = `evt_${'x'.repeat(22)}`;
    const event = toWebhookEvent({ id, type: 'request.closed', livemode: false, object, createdAt });
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(4096);
  });

  it.each(eventTypes)('of a made-up %s says so, and is the same each time it is sent', (type) => {
    const head = { id: 'evt_1', type, createdAt };
    expect(testEvent(head)).toMatchObject({
      ...head,
      createdAt: '2026-11-21T10:00:00.000Z',
      livemode: false,
      test: true,
      data: { object: expect.any(Object) },
    });
    expect(JSON.stringify(testEvent(head))).toBe(JSON.stringify(testEvent(head)));
  });
});
