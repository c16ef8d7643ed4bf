import type { Request } from 'express';
import { prefixedId } from '../crypto/tokens.ts';

/** What a request is called in the log. */
export interface Trace {
  requestId: string;
  /** W3C Trace Context, of a proxy that is trusted. */
  traceparent?: string;
}

const REQUEST_ID = /^[\w.:/+=@-]{8,128}$/;
/** Version 00 of the W3C Trace Context; ids of zeros alone are none. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The names that a trusted proxy has given to a request; otherwise an id of its own. */
export function traceOf(request: Request): Trace {
  const trusts = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  if (!trusts(request.socket.remoteAddress, 0)) return { requestId: prefixedId('req') };
  const { 'x-request-id': id, traceparent } = request.headers;
  return {
    requestId: typeof id === 'string' && REQUEST_ID.test(id) ? id : prefixedId('req'),
    ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && { traceparent }),
  };
}
