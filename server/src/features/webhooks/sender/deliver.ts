import type { ItemVault } from '../../../crypto/item-vault.ts';
import { testEvent, toWebhookEvent } from '../event.ts';
import type { Outcome } from './outcome-store.ts';
import type { ClaimedDelivery } from './queue-store.ts';
import { pauses, retryDelay } from './schedule.ts';
import { send, type Attempt, type ErrorClass, type SendOptions } from './send.ts';
import { signatureHeaders } from './signature.ts';
import { openSecrets, openUrl } from '../endpoints/sealed-endpoint.ts';

export async function deliver(
  delivery: ClaimedDelivery,
  vault: ItemVault,
  options: Pick<SendOptions, 'policy' | 'connectTimeoutMs' | 'totalTimeoutMs' | 'signal'>,
): Promise<Attempt> {
  const body = bodyOf(delivery);
  const [url, secrets] = [openUrl(vault, delivery), openSecrets(vault, delivery)];
  const headers = await signatureHeaders({
    eventId: delivery.eventId,
    body,
    secrets,
    timestampSeconds: Math.floor(Date.now() / 1000),
  });
  return send({ ...options, url, headers, body });
}

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

export function outcomeOf(
  { once, step }: ClaimedDelivery,
  { ok, status, durationMs, errorClass, retryAfterMs, gone }: Attempt,
  schedule: { gaps: readonly number[]; pauses: readonly number[] },
): Omit<Outcome, 'startedMsAgo' | 'sealedResponse'> {
  const { gaps } = schedule;
  return {
    status,
    durationMs,
    error: ERRORS[errorClass],
    retryInMs: once || gone ? null : retryDelay(gaps, { step, retryAfterMs }),
    gone,
    hung: !ok && (ERRORS[errorClass] === 'timeout' || durationMs >= SLOW_MS),
    pausesMs: pauses(schedule.pauses),
  };
}
