/** Receives webhooks in fetch-style handlers: Next.js, Hono, Workers, Bun, Deno. */
import {
  BROKEN_OFF,
  checkAdapter,
  FAILED,
  gather,
  LIMIT,
  PROBLEM_TYPE,
  receive,
  TOO_LARGE,
  WebhookHandlerError,
  type AdapterOptions,
  type Reply,
} from './adapter.ts';
import type { WebhookHandler } from './handler.ts';

export type { AdapterOptions } from './adapter.ts';

/**
 * Makes a function that answers a `Request` whose body nobody has read: 204; 400 with the `code` of a refusal, 413 to a
 * body above the limit, 500 when a handler throws. Without `onError`, the reason of a refusal is printed as a warning,
 * and what a handler throws as an error. It rejects with nothing but what `onError` throws.
 *
 * @example
 * export const POST = fetchHandler(webhooks); // Next.js
 * app.post('/webhooks', (c) => receive(c.req.raw)); // Hono, with const receive = fetchHandler(webhooks)
 * export default { fetch: fetchHandler(webhooks) }; // Workers, Bun, Deno
 */
export function fetchHandler(
  webhooks: WebhookHandler,
  options: AdapterOptions = {},
): (request: Request) => Promise<Response> {
  checkAdapter(webhooks, options);
  return async (request) => {
    const { status, problem } = await replyTo(webhooks, request, options);
    return new Response(problem ?? null, {
      status,
      headers: problem ? { 'Content-Type': PROBLEM_TYPE } : {},
    });
  };
}

async function replyTo(webhooks: WebhookHandler, request: Request, options: AdapterOptions): Promise<Reply> {
  const { limit = LIMIT } = options;
  // Anything else that is called a request, such as the context of Hono, has no `bodyUsed`.
  const unread = (request.bodyUsed as unknown) === false && !request.body?.locked;
  let body: Uint8Array | undefined;
  try {
    if (unread && !(body = await read(request, limit))) return TOO_LARGE;
  } catch {
    return BROKEN_OFF;
  }
  try {
    return await receive(webhooks, { body, headers: request.headers }, options);
  } catch (error) {
    if (!(error instanceof WebhookHandlerError)) throw error;
    console.error(error.cause);
    return FAILED;
  }
}

async function read(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const body = gather(limit);
  const reader = request.body?.getReader();
  for (let next; reader && !(next = await reader.read()).done;) {
    if (body.add(next.value)) continue;
    reader.cancel().catch(() => {});
    return undefined;
  }
  return body.bytes();
}
