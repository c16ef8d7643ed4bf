import type { OperationShape, RawBody } from '@tempshare/contract';
import type { Request } from 'express';
import { BodyWatch, isBroken, type Speed } from './body-watch.ts';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import { parseJson } from './json.ts';
import { invalid, ServiceProblem, tooLarge } from '../../domain/problem.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** Bytes of a JSON body as they arrived. */
    rawBody?: Buffer;
  }
}

/** Reads a UTF-8 JSON body into `request.body`, up to the maximum size of the operation. */
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
  // The body arrived during authentication.
  if (request.complete && !isBroken(request)) return takeWhole(request, limits.limit);
  const chunks: Uint8Array[] = [];
  for await (const chunk of arriving(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function takeWhole(request: Request, limit: number): Buffer {
  const chunks: Buffer[] = [];
  // Node.js 26 returns one chunk at a time, earlier versions all of them.
  for (let chunk; (chunk = request.read() as Buffer | null) !== null;) chunks.push(chunk);
  const [only = Buffer.alloc(0)] = chunks;
  const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

/** Streams a body. Stopping early leaves the connection open. @throws ServiceProblem, also while iterating */
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

/** Refuses an encoded body, or one whose declared length is too large. */
function refuseUntakeable(request: Request, limit: number): void {
  if (isEncoded(request)) {
    throw new ServiceProblem('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
  if ((declaredLength(request) ?? 0) > limit) throw tooLarge(limit);
}

/** Not nested: V8 keeps what each nested generator function refers to until its next full collection. */
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

/** Sends `100 Continue` if the client expects it. HTTP/1.0 has no such response (RFC 9110, 10.1.1). */
function askForBody(request: Request): void {
  if (request.headers.expect !== undefined && request.httpVersion !== '1.0') request.res?.writeContinue();
}

/** RFC 9112, section 6.3. */
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
