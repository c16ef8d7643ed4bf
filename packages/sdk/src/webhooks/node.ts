/** The synchronous form, for Node.js, Bun and Deno: the same rules and errors as `./webhooks`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { candidates, judge, parseEvent } from './rules.ts';
import type { ReceivedWebhookEvent, WebhookBody, WebhookHeaders, WebhookOptions } from './types.ts';

export { WebhookVerificationError, type WebhookErrorCode } from './errors.ts';
export { parseSignatureHeader } from './rules.ts';
export type {
  ReceivedWebhookEvent,
  SignatureHeader,
  UnknownWebhookEvent,
  WebhookBody,
  WebhookEvent,
  WebhookHeaders,
  WebhookOptions,
} from './types.ts';

/**
 * Verifies a webhook and gives its event, without waiting. Deliveries repeat: act once per `id`.
 *
 * @throws WebhookVerificationError; its `code` says why, its message how to mend it. Answer 400. TempshareError for
 *   options that cannot work, such as an unknown one: no webhook is at fault.
 */
export function unwrapWebhookSync(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options?: WebhookOptions,
): ReceivedWebhookEvent {
  return parseEvent(verify(body, headers, options));
}

/**
 * Verifies a webhook's signature (specification, part 6) and then its age, without waiting.
 *
 * @throws WebhookVerificationError
 */
export function verifySignatureSync(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options?: WebhookOptions,
): void {
  verify(body, headers, options);
}

function verify(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options?: WebhookOptions,
): Uint8Array {
  const right = candidates(body, headers, options).filter(({ secret, signature, message }) =>
    timingSafeEqual(createHmac('sha256', secret).update(message).digest(), Buffer.from(signature, 'hex')),
  );
  return judge(right[0], options);
}
