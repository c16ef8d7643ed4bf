import type { ReceivedWebhookEvent, WebhookOptions } from './types.ts';
import { unwrapWebhook } from './verify.ts';

export { WebhookVerificationError, type WebhookErrorCode } from './errors.ts';
export {
  createWebhookHandler,
  type SeenEvents,
  type WebhookEventOf,
  type WebhookEventType,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from './handler.ts';
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
export { unwrapWebhook, verifySignature } from './verify.ts';

/**
 * Verifies the webhook in a fetch-style `Request`, whose body nobody has read, and gives its event. It reads the body
 * to its end: where nothing before it limits a body's size, `./webhooks/fetch` does.
 *
 * @throws WebhookVerificationError as `unwrapWebhook`, and what the runtime throws when the body breaks off.
 */
export async function unwrapRequest(
  request: Request,
  options?: WebhookOptions,
): Promise<ReceivedWebhookEvent> {
  // Anything else that is called a request, such as that of Express, has no `bodyUsed`.
  const unread = (request.bodyUsed as unknown) === false && !request.body?.locked;
  const body = unread ? await request.arrayBuffer() : (undefined as never);
  return unwrapWebhook(body, request.headers, options);
}
