/** Independent verification of webhook signatures and events. */
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { unwrapWebhook } from '../../../packages/sdk/src/webhooks/index.ts';
import { document, faultsOf } from '../contract/schemas.ts';
import type { Received } from './receiver.ts';

const stripe = new Stripe('sk_test_unused');

/**
 * Verifies a webhook three times over: as the SDK does, with stock `standardwebhooks`, and with stock `stripe`, which
 * knows the form of `X-Service-Signature`. Throws when one of them refuses it.
 */
export async function verify(received: Received, secret: string): Promise<void> {
  const { body, headers } = received;
  const single = headers as Record<string, string>;
  await unwrapWebhook(body, headers, { secret });
  new Webhook(secret).verify(body, single);
  stripe.webhooks.constructEvent(body, single['x-service-signature'] as string, secret);
}

/** Whether the value of one signature header was made with a secret. */
export async function isSignedBy(
  { body, headers }: Received,
  header: 'x-service-signature' | 'x-service-signature-next',
  secret: string,
): Promise<boolean> {
  return unwrapWebhook(body, String(headers[header]), { secret }).then(
    () => true,
    () => false,
  );
}

/** Faults of an event by the `webhooks` of the contract. */
export function faultsOfEvent({ event, headers }: Received): string[] {
  const operation = Object.entries(document.webhooks).find(([type]) => type === event.type)?.[1].post;
  const media = operation?.requestBody.content['application/json'];
  if (!media) return [`the contract has no event ${event.type}`];
  return [
    ...faultsOf(media.schema, event),
    ...(headers['content-type'] === 'application/json' ? [] : ['the content type is not JSON']),
  ];
}
