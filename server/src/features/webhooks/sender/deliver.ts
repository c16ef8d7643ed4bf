import type { ItemVault } from '../../../crypto/item-vault.ts';
import { testEvent, toWebhookEvent } from '../event.ts';
import type { Outcome } from './outcome-store.ts';
import type { ClaimedDelivery } from './queue-store.ts';
import { pauses, retryDelay } from './schedule.ts';
import { send, type ErrorClass } from './send.ts';
import { signatureHeaders } from './signature.ts';
import { sealResponse } from '../deliveries/sealed-response.ts';
import { openEndpoint } from '../endpoints/sealed-endpoint.ts';
import type { TargetPolicy } from '../endpoints/target.ts';

function bodyOf({ eventId: id, eventType: type, createdAt, logged }: ClaimedDelivery): string {
  const event = logged ? toWebhookEvent({ ...logged, id, createdAt }) : testEvent({ id, type, createdAt });
  return JSON.stringify(event);
}

const ERRORS: Record<ErrorClass, Outcome['error']> = {
  none: null,
  http_error: 'http_status',
  redirect: 'redirect',
  timeout: 'timeout',
  connect_timeout: 'timeout',
  dns: 'dns',
  tls: 'tls',
  refused: 'connect',
  reset: 'connection_lost',
  protocol: 'connection_lost',
  blocked_address: 'blocked_address',
};

/** Failures from this duration on count as hung, since they delay others. */
const SLOW_MS = 5_000;

/** Makes one attempt. Undefined if it was aborted before a response. */
export async function deliver(
  delivery: ClaimedDelivery,
  vault: ItemVault,
  { gaps, pauses: lengths, ...options }: DeliveryOptions,
): Promise<Omit<Outcome, 'startedMsAgo'> | undefined> {
  const { endpointId, eventId, once, step } = delivery;
  const body = bodyOf(delivery);
  const { url, secrets, dataKey } = openEndpoint(vault, delivery);
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const headers = await signatureHeaders({ eventId, body, secrets, timestampSeconds });
  const attempt = await send({ ...options, url, headers, body });
  const { ok, status, durationMs, errorClass, retryAfterMs, gone, response } = attempt;
  if (options.signal.aborted && status === null) return undefined;
  const error = ERRORS[errorClass];
  return {
    status,
    durationMs,
    error,
    retryInMs: once || gone ? null : retryDelay(gaps, { step, retryAfterMs }),
    gone,
    hung: !ok && (error === 'timeout' || durationMs >= SLOW_MS),
    pausesMs: pauses(lengths),
    sealedResponse: response && sealResponse(vault, { endpointId, dataKey, attempt: delivery, response }),
  };
}

interface DeliveryOptions {
  /** Delays between attempts, and pauses of an endpoint, in milliseconds. */
  gaps: readonly number[];
  pauses: readonly number[];
  policy: TargetPolicy;
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  signal: AbortSignal;
}
