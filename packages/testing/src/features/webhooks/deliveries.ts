import { webhookRules } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import type { EventType, WebhookAttempt } from '@tempshare/sdk/types';
import { signPayload } from '@tempshare/sdk/webhooks/testing';
import { timestamp } from '../../domain/lifetime.ts';
import { prefixedId } from '../../domain/tokens.ts';
import { document } from '../../gen/document.ts';
import type { DeliveredAttempt } from '../../mock.ts';
import type { State } from '../../state.ts';
import { disable, endpointsOf, type StoredDelivery, type StoredEndpoint } from './endpoint.ts';

/** Sends a signed request to a receiver, and gives its response. */
type Send = (request: Request) => Response | Promise<Response>;

/** How many milliseconds each attempt waits for the one before. */
const SCHEDULE = webhookRules.attemptsAfterSeconds.map((seconds) => 1000 * seconds);

/** Puts an event on its way to every enabled endpoint of the key that takes it. */
export function schedule(state: State, keyId: string, event: WebhookEvent): void {
  for (const endpoint of endpointsOf(state).values()) {
    const wanted = endpoint.events === null || endpoint.events.includes(event.type);
    if (endpoint.keyId === keyId && endpoint.disabledReason === null && wanted)
      addDelivery(state, endpoint, event, SCHEDULE.length);
  }
}

/** Puts a made-up event, the document's example, on its way: to be tried once, and in no log. */
export function scheduleTest(state: State, endpoint: StoredEndpoint, type: EventType): StoredDelivery {
  const { webhooks } = document as { webhooks: Record<EventType, DescribedWebhook> };
  const example = webhooks[type].post.requestBody.content['application/json'].examples.event.value;
  const [id, createdAt] = [prefixedId('evt'), timestamp(state.now)];
  return addDelivery(state, endpoint, { ...example, id, createdAt, livemode: false, test: true }, 1);
}

interface DescribedWebhook {
  post: {
    requestBody: { content: { 'application/json': { examples: { event: { value: WebhookEvent } } } } };
  };
}

function addDelivery(
  { now }: State,
  { deliveries }: StoredEndpoint,
  event: WebhookEvent,
  attemptsLeft: number,
): StoredDelivery {
  const planned = { event, attempts: [], attemptsLeft, createdAt: now, nextAttemptAt: now };
  const delivery: StoredDelivery = { id: prefixedId('whd'), state: 'pending', ...planned };
  deliveries.push(delivery);
  return delivery;
}

/** Makes the attempts that are due, one after another, and gives them. */
export async function deliverDue(state: State, send: Send): Promise<DeliveredAttempt[]> {
  state.sweep();
  const made: DeliveredAttempt[] = [];
  for (const endpoint of [...endpointsOf(state).values()]) {
    const { id: endpointId, url } = endpoint;
    for (const delivery of [...endpoint.deliveries]) {
      if ((delivery.nextAttemptAt ?? Infinity) > state.now) continue;
      const attempted = await attempt(state, endpoint, delivery, send);
      made.push({ endpointId, url, event: delivery.event, ...attempted });
    }
  }
  return made;
}

async function attempt(
  state: State,
  endpoint: StoredEndpoint,
  delivery: StoredDelivery,
  send: Send,
): Promise<WebhookAttempt> {
  const [startedAt, started] = [timestamp(state.now), performance.now()];
  const request = await signedRequest(endpoint, delivery.event);
  const status = await Promise.resolve(request)
    .then(send)
    .then(
      (response) => response.status,
      () => null,
    );
  const error = errorOf(status);
  const durationMs = Math.round(performance.now() - started);
  const made: WebhookAttempt = { startedAt, status, durationMs, error };
  delivery.attempts.push(made);
  delivery.attemptsLeft -= 1;
  const next = SCHEDULE[SCHEDULE.length - delivery.attemptsLeft];
  if (error === null) Object.assign(delivery, { state: 'delivered', nextAttemptAt: null });
  else if (next === undefined) Object.assign(delivery, { state: 'failed', nextAttemptAt: null });
  else if (delivery.state === 'pending') delivery.nextAttemptAt = state.now + next;
  if (!delivery.event.test) judge(endpoint, status, error === null, state.now);
  return made;
}

function errorOf(status: number | null): WebhookAttempt['error'] {
  if (status === null) return 'connect';
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** Disables an endpoint that responds with 410, or that has done nothing but fail for 120 hours, ten times or more. */
function judge(endpoint: StoredEndpoint, status: number | null, succeeded: boolean, now: number): void {
  endpoint.failingSince = succeeded ? null : (endpoint.failingSince ?? now);
  endpoint.failures = succeeded ? 0 : endpoint.failures + 1;
  if (status === 410) disable(endpoint, 'gone');
  else if (
    now - (endpoint.failingSince ?? now) >= 1000 * webhookRules.failing.seconds &&
    endpoint.failures >= webhookRules.failing.attempts
  )
    disable(endpoint, 'failing');
}

/** The clock of the receiver, the real one, is what a signature has to agree with. */
async function signedRequest({ url, secret, next }: StoredEndpoint, event: WebhookEvent): Promise<Request> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const secrets = next ? [secret, next.secret] : [secret];
  const [signature, nextSignature] = await Promise.all(
    secrets.map((each) => signPayload({ payload, secret: each, timestamp })),
  );
  const standard = secrets.map((each) => signStandard(each, `${event.id}.${timestamp}.${payload}`));
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Signature': signature as string,
    ...(nextSignature !== undefined && { 'X-Service-Signature-Next': nextSignature }),
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': (await Promise.all(standard)).join(' '),
  };
  return new Request(url, { method: 'POST', headers, body: payload, redirect: 'manual' });
}

/** A signature as Standard Webhooks has it. */
async function signStandard(secret: string, signed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (char) => char.charCodeAt(0));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}
