import type { EventType, WebhookEvent } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';

const { webhooks } = openApiDocument();

/** A made-up event: the example in the contract, marked as a test. The same question makes the same event. */
export function testEvent(asked: { id: string; type: EventType; createdAt: Date }): WebhookEvent {
  const { id, type, createdAt } = asked;
  const { value: example } = webhooks[type].post.requestBody.content['application/json'].examples.event;
  return { ...example, id, createdAt: createdAt.toISOString(), livemode: false, test: true };
}
