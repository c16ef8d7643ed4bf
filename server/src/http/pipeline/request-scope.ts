import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { prefixedId } from '../../crypto/tokens.ts';
import { requestOver } from '../../metrics/channels.ts';
import { clientNetwork } from '../connection/client-address.ts';
import { RefusalPace } from '../pacing/refusal-pace.ts';
import type { RequestLog } from './request-log.ts';

/** Sets the request's id and the headers of every response, and logs one line at the end. */
export function beginScope(log: RequestLog, request: Request, response: Response): void {
  const started = performance.now();
  const trace = traceOf(request);
  const network = clientNetwork(request.ip);
  Object.assign(response.locals, trace, { network });
  response.setHeader('X-Request-Id', trace.requestId);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  // About ten listeners wait for the end of a streamed response.
  response.setMaxListeners(20);
  response.on('close', () => {
    const { operation, keyId, isProbe } = response.locals as Locals;
    const status = response.writableFinished ? response.statusCode : 499;
    const ms = performance.now() - started;
    if (!isProbe) requestOver.tell({ operation, status, seconds: ms / 1_000 });
    log[isProbe ? 'probed' : 'over']({
      ...trace,
      method: request.method,
      operation,
      status,
      ms: Math.round(ms),
      keyId,
      network: truncated(network),
    });
  });
}

export interface Locals extends Trace {
  /** IPv4 address or IPv6 /64 network of the client. */
  network: string;
  operation?: string;
  keyId?: string;
  isProbe?: boolean;
}

const PROBES = { burst: 50, perSecond: 20 };
const paces = new WeakMap<Socket, RefusalPace>();

/** Health probe. A connection that asks without end gets 20 a second; others never wait. */
export const probe: RequestHandler = (request, response, next) => {
  (response.locals as Locals).isProbe = true;
  const { socket } = request;
  const pace = paces.get(socket) ?? new RefusalPace(PROBES);
  paces.set(socket, pace);
  afterWait(response, pace.next('probes'), next);
};

/** Enough of an address to see patterns, not a person: /24 of IPv4, /48 of IPv6. */
export function truncated(network: string): string {
  if (network.includes('.')) return network.replace(/\.\d+$/, '.0/24');
  return network.replace(/^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):.*$/, '$1::/48');
}

/** Continues after a wait, if the client is still there. Without a wait time it closes the connection. */
export function afterWait(response: Response, waitMs: number | undefined, next: () => void): void {
  if (waitMs === 0) next();
  else if (waitMs === undefined) response.destroy();
  else {
    const timer = setTimeout(next, waitMs);
    response.once('close', () => clearTimeout(timer));
  }
}

interface Trace {
  requestId: string;
  /** W3C Trace Context of a trusted proxy. */
  traceparent?: string;
}

const REQUEST_ID = /^[\w.:/+=@-]{8,128}$/;
/** Version 00 of the W3C Trace Context; ids of zeros alone are none. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Trace of a trusted proxy; otherwise a new id. */
function traceOf(request: Request): Trace {
  const trusts = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  if (!trusts(request.socket.remoteAddress, 0)) return { requestId: prefixedId('req') };
  const { 'x-request-id': id, traceparent } = request.headers;
  return {
    requestId: typeof id === 'string' && REQUEST_ID.test(id) ? id : prefixedId('req'),
    ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && { traceparent }),
  };
}
