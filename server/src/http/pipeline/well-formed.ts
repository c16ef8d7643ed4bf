import type { IncomingMessage } from 'node:http';
import { ServiceProblem } from '../../domain/problem.ts';

/** Headers that may occur once. Of two, each reader on the way might take another. */
const SINGLE = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'expect',
  'host',
  'range',
  'traceparent',
  'transfer-encoding',
]);

/** A body of unclear length must not be followed by another request on its connection. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);
const CLOSE = { headers: { Connection: 'close' } };

/** Refuses an ambiguous or unsupported head of a request. @throws ServiceProblem `malformed_request` */
export function refuseAmbiguous(request: IncomingMessage): void {
  const { headers, rawHeaders, httpVersionMajor, httpVersionMinor } = request;
  const seen: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.includes(name))
      throw malformed(`There is more than one ${name} header.`, FRAMING.has(name) ? CLOSE : {});
    seen.push(name);
  }
  const isHttp11 = httpVersionMajor === 1 && httpVersionMinor === 1;
  if (headers.host === undefined && isHttp11) throw malformed('There is no Host header.');
  const coding = headers['transfer-encoding'];
  // RFC 9112, 6.1: the framing is faulty, since a proxy that speaks HTTP/1.0 may have taken the body for another request.
  if (coding !== undefined && !isHttp11) throw malformed('HTTP/1.0 has no Transfer-Encoding.', CLOSE);
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The only transfer coding taken here is chunked.', CLOSE);
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw malformed('The only expectation met here is 100-continue.', { status: 417 });
  }
  if (headers['content-range'] !== undefined) {
    throw malformed('A body is taken whole here, not in parts: send it without Content-Range.');
  }
}

const malformed = (detail: string, more?: { status?: number; headers?: Record<string, string> }) =>
  new ServiceProblem('malformed_request', detail, more);
