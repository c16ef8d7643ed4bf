import { limits, webhookRules } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import type { WebhookAttempt, WebhookResponse } from '@tempshare/sdk/types';
import { signPayload } from '@tempshare/sdk/webhooks/testing';
import { timestamp } from '../../domain/lifetime.ts';
import type { DeliveredAttempt } from '../../mock.ts';
import type { State } from '../../state.ts';
import { SCHEDULE } from './deliveries.ts';
import { disable, endpointsOf, type StoredDelivery, type StoredEndpoint } from './endpoint.ts';
import { tellIfDisabled } from './events.ts';

/** Sends a signed request to a receiver, and gives its response. */
type Send = (request: Request) => Response | Promise<Response>;

/** Makes the attempts that are due, one after another, and gives them. */
export async function deliverDue(state: State, send: Send): Promise<DeliveredAttempt[]> {
  state.sweep();
  const made: DeliveredAttempt[] = [];
  for (const endpoint of [...endpointsOf(state).values()]) {
    const { id: endpointId, url } = endpoint;
    for (const delivery of [...endpoint.deliveries]) {
      if ((delivery.nextAttemptAt ?? Infinity) > state.now) continue;
      const attempted = await attempt(state, { endpoint, delivery }, send);
      made.push({ endpointId, url, event: delivery.event, ...attempted });
    }
  }
  return made;
}

async function attempt(
  state: State,
  { endpoint, delivery }: { endpoint: StoredEndpoint; delivery: StoredDelivery },
  send: Send,
): Promise<WebhookAttempt> {
  const [startedAt, started] = [timestamp(state.now), performance.now()];
  const request = await signedRequest(endpoint, delivery.event);
  const response = await Promise.resolve(request)
    .then(send)
    .catch(() => null);
  const status = response?.status ?? null;
  const error = errorOf(status);
  const durationMs = Math.round(performance.now() - started);
  const made: WebhookAttempt = { startedAt, status, durationMs, error };
  delivery.attempts.push(made);
  delivery.responses.push(response && (await keptOf(response)));
  delivery.attemptsLeft -= 1;
  const next = SCHEDULE[SCHEDULE.length - delivery.attemptsLeft];
  if (error === null) Object.assign(delivery, { state: 'delivered', nextAttemptAt: null });
  else if (next === undefined) Object.assign(delivery, { state: 'failed', nextAttemptAt: null });
  else if (delivery.state === 'pending') delivery.nextAttemptAt = state.now + next;
  if (!delivery.event.test) judge(state, endpoint, made);
  return made;
}

function errorOf(status: number | null): WebhookAttempt['error'] {
  if (status === null) return 'connect';
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** Disables an endpoint that responds with 410, or that has done nothing but fail for 120 hours, ten times or more. */
function judge(state: State, endpoint: StoredEndpoint, { status, error }: WebhookAttempt): void {
  const { now } = state;
  const succeeded = error === null;
  const wasEnabled = endpoint.disabledReason === null;
  endpoint.failingSince = succeeded ? null : (endpoint.failingSince ?? now);
  endpoint.failures = succeeded ? 0 : endpoint.failures + 1;
  if (status === 410) disable(endpoint, 'gone');
  else if (
    now - (endpoint.failingSince ?? now) >= 1000 * webhookRules.failing.seconds &&
    endpoint.failures >= webhookRules.failing.attempts
  )
    disable(endpoint, 'failing');
  if (wasEnabled) tellIfDisabled(state, endpoint);
}

const { headers: MAX_HEADERS, headerLength, bodyBytes } = limits.webhookResponse;
/** Names of headers that hold credentials, or may. */
const SECRET_NAME = /auth|cookie|token|secret|key|session|password|credential|signature|csrf|xsrf/;

/** The stored part of a response. */
async function keptOf(response: Response): Promise<WebhookResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
  const bodyIsTruncated = bytes.length > bodyBytes;
  const body = new TextDecoder().decode(bytes.subarray(0, bodyBytes), { stream: bodyIsTruncated });
  const headers = [...response.headers]
    .filter(([name]) => !SECRET_NAME.test(name))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => ({ name: name.slice(0, headerLength), value: value.slice(0, headerLength) }));
  return { headers, body, bodyIsTruncated, isWithheld: false };
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
