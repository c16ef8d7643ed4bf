import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { invalid, ServiceProblem } from './problem.ts';

/** More members and elements than any request of the contract has; what has more is not worth validating. */
const MAX_NODES = 1_000;

declare module 'express-serve-static-core' {
  interface Request {
    /** The bytes of a JSON body as they arrived. */
    rawBody?: Buffer;
  }
}

/** A parser for bodies of at most `limit` bytes; anything larger is refused while it is read. */
function jsonParser(limit: number): RequestHandler {
  return express.json({
    limit,
    inflate: false,
    strict: false,
    type: () => true,
    verify(request, _response, buffer) {
      if (!isUtf8(buffer)) throw new ServiceProblem('malformed_json', 'The body is not valid UTF-8.');
      (request as Request).rawBody = buffer;
    },
  });
}
const parsers = new Map<number, RequestHandler>();

/** Reads a JSON body into `request.body`, refusing what is not exactly UTF-8 JSON. */
export async function readJsonBody(request: Request, response: Response, limit: number): Promise<void> {
  if (!hasBody(request)) return;
  if (!request.is('application/json') || !isUtf8Charset(request.headers['content-type'] as string)) {
    throw new ServiceProblem('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  if (isEncoded(request)) {
    throw new ServiceProblem('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
  askForBody(request);
  const parse = parsers.get(limit) ?? jsonParser(limit);
  parsers.set(limit, parse);
  await new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) => (error ? reject(toProblem(error, limit)) : resolve()));
  });
  // The parser passes over the body of a client that has gone.
  if (request.rawBody === undefined) throw new ServiceProblem('malformed_json', 'The body ended early.');
  if (!isSmall(request.body))
    throw invalid('/body', 'too_many_members', 'has more members than any request here');
}

/**
 * The bytes of a raw body as they arrive, counted. Leaves the connection open when it is left early, so that an answer
 * can still be sent.
 * @throws ServiceProblem `unsupported_media_type`, `payload_too_large`; while iterating `payload_too_large`, and
 * `malformed_request` when the client went away.
 */
export function rawBody(request: Request, limit: number): AsyncIterable<Uint8Array> {
  if (isEncoded(request)) {
    throw new ServiceProblem('unsupported_media_type', 'Send the bytes without a Content-Encoding.');
  }
  const tooLarge = () => new ServiceProblem('payload_too_large', `At most ${limit} bytes can be sent here.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  return (async function* () {
    askForBody(request);
    let count = 0;
    const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    try {
      for await (const chunk of chunks) {
        count += chunk.length;
        if (count > limit) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      if (error instanceof ServiceProblem) throw error;
      throw new ServiceProblem('malformed_request', 'The body ended early.', { cause: error });
    }
    if (!request.complete) throw new ServiceProblem('malformed_request', 'The body ended early.');
  })();
}

/** Tells a client that sent `Expect: 100-continue` that its body is wanted. */
function askForBody(request: Request): void {
  if (request.headers.expect !== undefined) request.res?.writeContinue();
}

/**
 * Refuses lone surrogates such as `\ud800`: they have no UTF-8 form, so the text could not be given back as it came.
 * Only an escape can bring one. The body has been validated, so it is no deeper than the contract.
 */
export function refuseLoneSurrogates(request: Request): void {
  if (request.rawBody?.includes('\\u')) assertWellFormed(request.body, '/body');
}

/** Whether a value has no more than `MAX_NODES` members and elements, however they are nested. */
function isSmall(value: unknown): boolean {
  const open = [value];
  for (let nodes = 0; open.length > 0;) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members: unknown[] = Object.values(next);
    nodes += members.length;
    if (nodes > MAX_NODES) return false;
    open.push(...members);
  }
  return true;
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

function toProblem(error: unknown, limit: number): unknown {
  if (error instanceof ServiceProblem || !(error instanceof Error)) return error;
  const type = (error as { type?: string }).type;
  switch (type) {
    case 'entity.too.large':
      return new ServiceProblem('payload_too_large', `The body may have at most ${limit} bytes here.`);
    case 'entity.parse.failed':
      return new ServiceProblem('malformed_json', `The body is not JSON${place(error.message)}.`);
    case 'request.aborted':
    case 'request.size.invalid':
      return new ServiceProblem('malformed_json', 'The body ended early.');
    case 'entity.verify.failed':
      return new ServiceProblem('malformed_json', error.message);
    default:
      return error;
  }
}

/** Where the JSON parser stopped, without a word of what stands there. */
function place(message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : ` (at character ${position})`;
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
