import type { IncomingMessage } from 'node:http';
import { ServiceProblem } from '../domain/problem.ts';

/** Headers of which a request has one at most. Of two, each reader on the way might take another. */
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

/**
 * Refuses a request whose head can be read in more than one way, or asks for what is not done here.
 * @throws ServiceProblem `malformed_request`.
 */
export function refuseAmbiguous(request: IncomingMessage): void {
  const { headers, rawHeaders, httpVersionMajor, httpVersionMinor } = request;
  const seen: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.includes(name)) throw malformed(`There is more than one ${name} header.`);
    seen.push(name);
  }
  if (headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor === 1) {
    throw malformed('There is no Host header.');
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The only transfer coding taken here is chunked.', { headers: { Connection: 'close' } });
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
