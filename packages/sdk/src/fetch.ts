import createClient, { type ParamsOption, type ParseAs, type RequestBodyOption } from 'openapi-fetch';
import { checkCall } from './internal/check-call.ts';
import { TempshareError } from './core/errors.ts';
import { table } from './gen/operation-table.ts';
import type { paths } from './gen/paths.ts';
import { content } from './core/invoke.ts';
import { operationUrl, type OperationInfo, type RequestOptions } from './core/operation.ts';
import { resolveSettings, transportFor, type ClientOptions } from './core/options.ts';

export type { paths } from './gen/paths.ts';
export type { RequestOptions } from './core/operation.ts';
export type { ClientOptions } from './core/options.ts';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathWith<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: unknown } ? P : never;
}[keyof paths];

type Content<T> = T extends { responses: infer R }
  ? { [S in keyof R & (200 | 201)]: R[S] extends { content: infer C } ? C : never }[keyof R & (200 | 201)]
  : never;

type Unasked<T> = 'application/json' extends keyof Content<T> ? 'json' : 'stream';

type Read<T, A extends ParseAs> = {
  json: Content<T> extends { 'application/json': infer J } ? J : unknown;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}[A];

type Init<T, A> = ParamsOption<T> &
  RequestBodyOption<T> &
  RequestOptions & {
    /** How to read the response; default: `json`, and `stream` for downloads and events. */
    parseAs?: A;
  };

type Method<V extends Verb> = <P extends PathWith<V>, A extends ParseAs = Unasked<paths[P][V]>>(
  path: P,
  ...init: Record<never, never> extends Init<paths[P][V], A>
    ? [init?: Init<paths[P][V], A>]
    : [init: Init<paths[P][V], A>]
) => Promise<{ data: Read<paths[P][V], A>; response: Response }>;

/** A client by method and path: what a path-style call takes and returns follows from the specification. */
export interface FetchClient {
  GET: Method<'get'>;
  POST: Method<'post'>;
  PUT: Method<'put'>;
  PATCH: Method<'patch'>;
  DELETE: Method<'delete'>;
}

/** The settings of `Tempshare` but for sealing. */
export type FetchClientOptions = Omit<ClientOptions, 'encryption'>;

interface AnyInit extends RequestOptions {
  params?: { path?: Record<string, string>; query?: Record<string, unknown>; header?: object };
  body?: unknown;
  parseAs?: ParseAs;
}

/**
 * The path-style client, an openapi-fetch client whose calls go through the same transport as those of `Tempshare`: the
 * same retries, time limits, idempotency keys and guards, and the same errors, thrown. Nothing is sealed: bodies are
 * sent as they are given.
 *
 * @example
 * const client = createFetchClient({ apiKey, baseUrl });
 * const { data } = await client.GET('/transfers/{id}', { params: { path: { id } }, timeout: 5_000 });
 *
 * @throws TempshareError for settings that cannot work; each message says what to set.
 */
export function createFetchClient(options?: FetchClientOptions): FetchClient {
  const given: ClientOptions = { ...options };
  if (given.encryption === 'e2e')
    throw new TempshareError(
      'a path-style client seals nothing: use new Tempshare() for end-to-end encryption',
    );
  const settings = resolveSettings(given);
  const { baseUrl } = settings;
  const transport = transportFor(settings);
  const client = createClient<Record<string, never>>({ baseUrl, Request: Draft as never });
  const methodFor =
    (verb: keyof FetchClient) =>
    async (path: string, { params, body, parseAs, ...options }: AnyInit = {}) => {
      const operation = rowOf(verb, path);
      checkCall(operation, { body, query: params?.query }, options);
      const url = operationUrl(baseUrl, operation, params ?? {});
      const sent = content(body);
      const fetch = async (request: Draft) => {
        const headers = { ...Object.fromEntries(request.headers), ...sent.headers };
        const { response } = await transport({ ...sent, url, headers }, { ...options, operation });
        return response!();
      };
      const reading = parseAs ?? (operation.response === 'bytes' ? 'stream' : 'json');
      return client[verb](path as never, { params, parseAs: reading, fetch } as never);
    };
  return {
    GET: methodFor('GET'),
    POST: methodFor('POST'),
    PUT: methodFor('PUT'),
    PATCH: methodFor('PATCH'),
    DELETE: methodFor('DELETE'),
  } as unknown as FetchClient;
}

/** Saves the Request of openapi-fetch, which the transport would take apart again. */
class Draft {
  readonly method: string;
  readonly headers: Headers;

  constructor(_: string, { method, headers }: { method: string; headers: Headers }) {
    this.method = method;
    this.headers = headers;
  }
}

const rows = new Map<string, OperationInfo>(table.map((row) => [`${row.method} ${row.path}`, row]));

function rowOf(verb: string, path: string): OperationInfo {
  const row = rows.get(`${verb} ${path}`);
  if (!row) throw new TempshareError('the service has no such method and path; nothing was sent');
  return row;
}
