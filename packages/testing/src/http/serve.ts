import { prefixedId } from '../domain/tokens.ts';
import { handlers } from '../features/index.ts';
import type { State } from '../state.ts';
import { endHeader, admit, requireScope } from './authenticate.ts';
import { crossOriginHeaders, preflight } from './cross-origin.ts';
import { idempotently, readOnce, type WireResponse } from './idempotency.ts';
import { refuseUninvited } from './invited.ts';
import { outgoing } from './outgoing.ts';
import { MockProblem } from './problem.ts';
import { quotaHeaders, type Quota } from './quota.ts';
import { checkRequest, readBytes, readJson, type RequestParts } from './request.ts';
import { match } from './route.ts';

type AnyHandler = (context: object) => Reply | Promise<Reply>;
interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: AsyncIterable<Uint8Array>;
  sent?: (taken: Promise<boolean>) => Promise<void>;
}

/** Settings of a single request. */
export interface Passage {
  /** False for one that no limit counts. */
  limited?: boolean;
  /** Called when key, limit and scope have let the request pass; what it throws is the response. */
  admitted?: (quota: Quota) => void;
}

/** One request through the mock, in the order of the service: key, limit, scope, contract, idempotency, handler. */
export async function serve(state: State, request: Request, passage: Passage = {}): Promise<Response> {
  const requestId = prefixedId('req');
  const headers = new Headers({
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...crossOriginHeaders(pathBelow(state.baseUrl, request)),
  });
  const send = ({ status, headers: more, body }: WireResponse): Response => {
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    return new Response(isHead(request) ? null : body, { status, headers });
  };
  try {
    state.sweep();
    return send(await respond(state, request, { ...passage, headers }));
  } catch (error) {
    const problem = error instanceof MockProblem ? error : new MockProblem('internal_error', String(error));
    // A client that is not authenticated has no quota.
    if (problem.status === 401) for (const name of ['RateLimit-Policy', 'RateLimit']) headers.delete(name);
    const more = { ...problem.headers, 'Content-Type': 'application/problem+json; charset=utf-8' };
    return send({ status: problem.status, headers: more, body: JSON.stringify(problem.toBody(requestId)) });
  }
}

async function respond(
  state: State,
  request: Request,
  { headers, limited = true, admitted }: Passage & { headers: Headers },
): Promise<WireResponse> {
  const path = pathBelow(state.baseUrl, request);
  const granted = preflight(request, path);
  if (granted) return granted;
  const found = match(request.method, path);
  const { operation, params } = found;
  const { key, session, quota } = admit(state, found, { request, counted: limited });
  for (const [name, value] of Object.entries(quotaHeaders(quota))) headers.set(name, value);
  for (const [name, value] of Object.entries(key ? endHeader(key, state.now) : {})) headers.set(name, value);
  if (key) requireScope(operation, key);
  admitted?.(quota);
  refuseUninvited(operation, request.headers, new URL(state.appUrl).origin);

  const { requestType } = operation;
  const raw = requestType === 'application/octet-stream' && readBytes(request, operation.maxBodyBytes);
  const bytes = raw ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const json = requestType === 'application/json' ? readJson(request.headers, bytes) : undefined;
  const parts: RequestParts = {
    params,
    query: readQuery(new URL(request.url).searchParams),
    headers: Object.fromEntries(request.headers),
    body: raw || json,
  };
  checkRequest(operation, parts);
  // Ranges are for GET alone (RFC 9110, 14.2).
  if (request.method !== 'GET') delete parts.headers.range;

  const work = async (): Promise<WireResponse> => {
    const handler = handlers[operation.id] as unknown as AnyHandler;
    const reply = await handler({ ...parts, state, key, session, now: state.now });
    const type = reply.stream ? operation.responseType : 'application/json; charset=utf-8';
    const headed = { 'Content-Type': type as string, ...reply.headers };
    const { status, stream, sent } = reply;
    if (!stream) return { status, headers: headed, body: JSON.stringify(reply.body) };
    return { status, headers: headed, body: isHead(request) ? null : await outgoing(stream, sent) };
  };
  const given = parts.headers['idempotency-key'];
  if (given !== undefined && operation.readerKey)
    return readOnce(state, { id: params.id as string, key: given }, work);
  if (given === undefined || !operation.idempotent) return work();
  const slot = [key?.id, request.method, path, given].join('\n');
  const payload = key
    ? new TextDecoder().decode(bytes)
    : JSON.stringify({ ...(json as object), pin: undefined });
  return idempotently(state, { slot, payload }, work);
}

const isHead = ({ method }: Request): boolean => method === 'HEAD';

/** Returns the path of a request below the base URL. */
export const pathBelow = (baseUrl: string, { url }: Request): string =>
  new URL(url).pathname.slice(new URL(baseUrl).pathname.length);

function readQuery(search: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
