import type { EventType, WebhookEvent } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';

const { webhooks } = openApiDocument();

/** A made-up event: the example in the contract, marked as a test. The same facts make the same event. */
export function testEvent(facts: { id: string; type: EventType; createdAt: Date }): WebhookEvent {
  const { id, type, createdAt } = facts;
  const example = webhooks[type]?.post?.requestBody?.content['application/json']?.examples?.event?.value;
  return {
    ...(example as WebhookEvent),
    id,
    createdAt: createdAt.toISOString(),
    livemode: false,
    test: true,
  };
}
