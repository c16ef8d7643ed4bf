import type { OperationShape, RawBody } from '@tempshare/contract';
import type { Request } from 'express';
import { BodyWatch, isBroken, type Speed } from './body-watch.ts';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import { parseJson } from './json.ts';
import { invalid, ServiceProblem, tooLarge } from '../../domain/problem.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The bytes of a JSON body as they arrived. */
    rawBody?: Buffer;
  }
}

/** Reads a JSON body into `request.body`, refusing what is not exactly UTF-8 JSON of the size of a request. */
export async function readJsonBody(request: Request, operation: OperationShape, speed: Speed): Promise<void> {
  const limits = { limit: operation.maxBodyBytes, speed };
  const bytes = hasBody(request) ? await jsonBytes(request, limits) : Buffer.alloc(0);
  if (bytes.length > 0) {
    request.rawBody = bytes;
    await yieldEventLoop(bytes.length);
    request.body = await parseJson(bytes);
    await yieldEventLoop(bytes.length);
  } else if (operation.bodyRequired) {
    throw invalid('/body', 'required', 'is required');
  }
}

async function jsonBytes(request: Request, limits: { limit: number; speed: Speed }): Promise<Buffer> {
  if (!request.is('application/json') || !isUtf8Charset(request.headers['content-type'] as string)) {
    throw new ServiceProblem('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  refuseUntakeable(request, limits.limit);
  // Skip the wait if the body arrived during authentication.
  if (request.complete && !isBroken(request)) return takeWhole(request, limits.limit);
  const chunks: Uint8Array[] = [];
  for await (const chunk of arriving(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function takeWhole(request: Request, limit: number): Buffer {
  const chunks: Buffer[] = [];
  // Node.js 26 gives one chunk at a time, earlier versions all of them.
  for (let chunk; (chunk = request.read() as Buffer | null) !== null;) chunks.push(chunk);
  const [only = Buffer.alloc(0)] = chunks;
  const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

/**
 * The bytes of a body as they arrive, counted. Leaves the connection open when it is left early, so that a response
 * can still be sent.
 * @throws ServiceProblem `unsupported_media_type`, `payload_too_large`; while iterating `payload_too_large`, and
 * `malformed_request` when the client went away.
 */
export function rawBody(request: Request, limits: { limit: number; speed: Speed }): RawBody {
  refuseUntakeable(request, limits.limit);
  return {
    length: declaredLength(request),
    [Symbol.asyncIterator]: () => arriving(request, limits),
  };
}

function declaredLength({ headers }: Request): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Refuses a body of which the head says that it is encoded, or too large. */
function refuseUntakeable(request: Request, limit: number): void {
  if (isEncoded(request)) {
    throw new ServiceProblem('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
  if ((declaredLength(request) ?? 0) > limit) throw tooLarge(limit);
}

/** Not inside the other one: V8 keeps what each such generator function refers to until its next full collection. */
async function* arriving(
  request: Request,
  { limit, speed }: { limit: number; speed: Speed },
): AsyncGenerator<Uint8Array, void> {
  askForBody(request);
  let count = 0;
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  const watch = new BodyWatch(request, speed);
  try {
    for (;;) {
      const next = await watch.for(chunks.next());
      if (next.done) break;
      count += next.value.length;
      if (count > limit) throw tooLarge(limit);
      yield next.value;
    }
  } catch (error) {
    if (error instanceof ServiceProblem) throw error;
    throw new ServiceProblem('malformed_request', 'The body ended early.', { cause: error });
  } finally {
    watch.end();
    void chunks.return?.();
  }
  if (!request.complete) throw new ServiceProblem('malformed_request', 'The body ended early.');
}

/** Tells a client that sent `Expect: 100-continue` that its body is wanted; HTTP/1.0 knows no such response (RFC 9110, 10.1.1). */
function askForBody(request: Request): void {
  if (request.headers.expect !== undefined && request.httpVersion !== '1.0') request.res?.writeContinue();
}

/**
 * Refuses lone surrogates such as `\ud800`: they have no UTF-8 form, so the text could not be given back as it came.
 * Only an escape can bring one. The body has been validated, so it is no deeper than the contract.
 */
export function refuseLoneSurrogates(request: Request): void {
  if (request.rawBody?.includes('\\u')) assertWellFormed(request.body, '/body');
}

/** Whether the request carries a body at all (RFC 9112 §6.3). */
export function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

const isEncoded = (request: Request): boolean =>
  (request.headers['content-encoding'] || 'identity').toLowerCase() !== 'identity';

function isUtf8Charset(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function assertWellFormed(value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw invalid(pointer, 'unicode', 'must not contain a lone surrogate');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      assertWellFormed(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  }
}
