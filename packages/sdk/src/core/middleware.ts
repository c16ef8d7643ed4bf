import { isStream } from '../internal/tag.ts';
import { TempshareError } from './tempshare-error.ts';
import type { OperationInfo } from './operation.ts';

/**
 * Runs around each attempt of each call: may look at the request, send another one, look at the response or replace
 * it. Of a request it sends, the address, method, headers, body and signal count. Bodies are read from a
 * `clone()`. What it throws ends the call as it is, except an APIConnectionError, which is tried again.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: { readonly operation: OperationInfo; readonly attempt: number },
) => Promise<Response>;

export type Exchange = (url: string, init: RequestInit) => Promise<Response>;

export const throughMiddleware =
  (middleware: readonly Middleware[], exchange: Exchange, context: Parameters<Middleware>[2]): Exchange =>
  async (url, init) => {
    const last = async (request: Request) => {
      const { method, headers, body, bodyUsed } = request;
      if (bodyUsed) throw new TempshareError(unread);
      // Firefox has no `body` of a request.
      const sent = (body ?? init.body) && (isStream(init.body) ? body : await request.arrayBuffer());
      // The attempt's own limits and its refusal of redirects hold for any request.
      const signal = AbortSignal.any([init.signal!, request.signal]);
      return exchange(request.url, { ...init, method, headers, body: sent, signal });
    };
    const chain = middleware.reduceRight<Send>(
      (next, layer) => handled(async (request) => layer(request, next, context)),
      handled(last),
    );
    const response = await chain(new Request(url, init));
    if ((response as Response | undefined)?.bodyUsed !== false) throw new TempshareError(unread);
    return response;
  };

const unread = 'a middleware must leave bodies unread, or read a clone(), and return a Response';

type Send = (request: Request) => Promise<Response>;

/** A layer may call `next` and not wait for it: its failure must not end the process. */
function handled(send: Send): Send {
  return (request) => {
    const response = send(request);
    response.catch(() => undefined);
    return response;
  };
}
