/** Receives webhooks in Express 4 and 5, and in all that calls handlers with a Node.js request and response. */
import { toBytes } from './hmac.ts';
import {
  BROKEN_OFF,
  checkAdapter,
  FAILED,
  gather,
  passedOn,
  LIMIT,
  PROBLEM_TYPE,
  receive,
  TOO_LARGE,
  WebhookHandlerError,
  type AdapterOptions,
  type Reply,
} from './adapter.ts';
import type { WebhookHandler } from './handler.ts';

export { WebhookHandlerError, type AdapterOptions } from './adapter.ts';

/** The part of `http.IncomingMessage`, and of what Express adds to it, that is used. */
export interface ExpressRequest {
  headers: Record<string, string | readonly string[] | undefined>;
  body?: unknown;
  /** The bytes where a platform parses every body beforehand, as Google Cloud Functions do. */
  rawBody?: unknown;
  readableDidRead?: boolean;
  destroyed?: boolean;
  on(event: 'data', listener: (piece: string | Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of `http.ServerResponse` that is used. */
export interface ExpressResponse {
  statusCode: number;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(text?: string): unknown;
}

/**
 * Makes a request handler. It reads the body itself, or takes the bytes that `express.raw()` has left. It answers 204;
 * 400 with the `code` of a refusal, 413 to a body above the limit. What a handler throws goes to `next`, as a
 * `WebhookHandlerError` with status 500, or to `onError`, and what that throws to `next`, likewise. Without `onError`,
 * the reason of a refusal is printed as a warning. When `express.json()` came first there are no bytes left, and it
 * refuses with `body_not_raw`. Without a `next`, as under `http.createServer`, micro and the API routes of Next.js, what
 * would go there is printed as an error and answered with 500.
 *
 * @example
 * app.post('/webhooks', expressHandler(createWebhookHandler({ secret }).on('secret.consumed', …)));
 */
export function expressHandler(
  webhooks: WebhookHandler,
  options: AdapterOptions = {},
): (request: ExpressRequest, response: ExpressResponse, next?: (error?: unknown) => void) => void {
  checkAdapter(webhooks, options);
  return (request, response, next) => {
    replyTo(webhooks, request, options)
      .then((given) => send(response, given))
      .catch((error: unknown) => {
        const passed = passedOn(error);
        if (typeof next === 'function') return next(passed);
        console.error(passed);
        try {
          send(response, FAILED);
        } catch (fault) {
          console.error(fault);
        }
      });
  };
}

async function replyTo(
  webhooks: WebhookHandler,
  request: ExpressRequest,
  options: AdapterOptions,
): Promise<Reply> {
  const { limit = LIMIT } = options;
  const { headers } = request;
  const { rawBody, body: parsed } = bodiesOf(request);
  const given = [rawBody, parsed].find(isRaw);
  if (given !== undefined || (request.readableDidRead ?? parsed !== undefined)) {
    if (given !== undefined && !(toBytes(given).length <= limit)) return TOO_LARGE;
    return receive(webhooks, { body: given, headers }, options);
  }
  let body: Uint8Array | undefined;
  try {
    body = await read(request, limit);
  } catch {
    return BROKEN_OFF;
  }
  return body ? receive(webhooks, { body, headers }, options) : TOO_LARGE;
}

/** @throws WebhookHandlerError where a body is a getter that throws, as that of Next.js for invalid JSON */
function bodiesOf(request: ExpressRequest): Pick<ExpressRequest, 'body' | 'rawBody'> {
  try {
    return { rawBody: request.rawBody, body: request.body };
  } catch (cause) {
    throw new WebhookHandlerError(
      cause,
      'the body of the request cannot be read: its getter throws, so switch off the body parser before this handler',
    );
  }
}

function isRaw(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || ArrayBuffer.isView(value);
}

/** The body; undefined when it is above the limit, and then the rest of it runs off, so that the reply is read. */
function read(request: ExpressRequest, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) reject(); // Of a caller who hung up before anybody listened.
    const body = gather(limit);
    let within = true;
    request.on('data', (piece) => {
      within &&= body.add(toBytes(piece));
      if (!within) resolve(undefined);
    });
    request.on('end', () => resolve(body.bytes()));
    request.on('error', reject);
    request.on('close', reject);
  });
}

function send(response: ExpressResponse, { status, problem }: Reply): void {
  if (response.headersSent) return; // By something before it that had waited long enough.
  response.statusCode = status;
  if (problem) response.setHeader('Content-Type', PROBLEM_TYPE);
  response.end(problem);
}
