import { webhookRules } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import type { EventType } from '@tempshare/sdk/types';
import { timestamp } from '../../domain/lifetime.ts';
import { prefixedId } from '../../domain/tokens.ts';
import { document } from '../../gen/document.ts';
import type { State } from '../../state.ts';
import { endpointsOf, type StoredDelivery, type StoredEndpoint } from './endpoint.ts';

/** How many milliseconds each attempt waits for the one before. */
export const SCHEDULE = webhookRules.attemptsAfterSeconds.map((seconds) => 1000 * seconds);

/** Types that an endpoint gets only if it names them. */
const SENT_BY_NAME: readonly EventType[] = webhookRules.sentByName;

/** Puts an event on its way to every enabled endpoint that takes it: of its key, or of all if an endpoint was disabled. */
export function schedule(state: State, keyId: string, event: WebhookEvent): void {
  for (const endpoint of endpointsOf(state).values()) {
    const wanted = endpoint.events?.includes(event.type) ?? !SENT_BY_NAME.includes(event.type);
    const isFor =
      event.type === 'webhook_endpoint.disabled'
        ? endpoint.id !== event.data.object.id && endpoint.livemode === event.livemode
        : endpoint.keyId === keyId;
    if (isFor && endpoint.disabledReason === null && wanted)
      addDelivery(state, endpoint, { event, attemptsLeft: SCHEDULE.length });
  }
}

/** Puts a made-up event, the document's example, on its way: to be tried once, and in no log. */
export function scheduleTest(state: State, endpoint: StoredEndpoint, type: EventType): StoredDelivery {
  const { webhooks } = document as { webhooks: Record<EventType, DescribedWebhook> };
  const example = webhooks[type].post.requestBody.content['application/json'].examples.event.value;
  const [id, createdAt] = [prefixedId('evt'), timestamp(state.now)];
  const event = { ...example, id, createdAt, livemode: false, test: true as const };
  return addDelivery(state, endpoint, { event, attemptsLeft: 1 });
}

interface DescribedWebhook {
  post: {
    requestBody: { content: { 'application/json': { examples: { event: { value: WebhookEvent } } } } };
  };
}

function addDelivery(
  { now }: State,
  { deliveries }: StoredEndpoint,
  { event, attemptsLeft }: { event: WebhookEvent; attemptsLeft: number },
): StoredDelivery {
  const planned = { event, attempts: [], responses: [], attemptsLeft, createdAt: now, nextAttemptAt: now };
  const delivery: StoredDelivery = {
    id: prefixedId('whd'),
    state: 'pending',
    redeliveryId: null,
    ...planned,
  };
  deliveries.push(delivery);
  return delivery;
}
