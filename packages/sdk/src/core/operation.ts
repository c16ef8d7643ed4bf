import { TempshareError } from './tempshare-error.ts';

/** One row of the operation table: what the transport has to know about a call. */
export interface OperationInfo {
  readonly id: string;
  readonly method: string;
  /** Template, such as `/transfers/{id}`. */
  readonly path: string;
  /** `none` for the recipient API: the key is then never sent. `optional`: sent if there is one. */
  readonly auth: 'bearer' | 'optional' | 'none';
  /** Takes an `Idempotency-Key`: repeating the call with the same key does it once. */
  readonly idempotent: boolean;
  /** `bytes` for a body that is returned unread; default `json`, an object. */
  readonly response?: 'json' | 'bytes';
  /** The fields of its body, or the names of its query: others are refused. Undefined: whatever is given is sent. */
  readonly takes?: readonly string[] | undefined;
}

/** An operation as it is generated: its fields or query, and marks for who may call, for a key and for bytes. */
export type Row<Path extends string = string> = [
  id: string,
  method: string,
  path: Path,
  takes?: string,
  marks?: string,
];

export function operation(...[id, method, path, takes, marks = '']: Row): OperationInfo {
  const [auth = 'bearer'] = (/none|optional/.exec(marks) ?? []) as OperationInfo['auth'][];
  return {
    ...{ id, method, path, auth },
    idempotent: marks.includes('key'),
    response: marks.includes('bytes') ? 'bytes' : 'json',
    takes: takes ? takes.split(' ') : undefined,
  };
}

/** Readers of a shared item: `e2e` only holders of the link; `server` also the service, while it is sent or opened. */
export type Encryption = 'e2e' | 'server';

export interface CallArguments {
  path?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  /** Bytes and Blobs are sent as they are, a function makes the bytes anew for each attempt, anything else is sent as JSON. */
  body?: unknown;
}

/** Header names to values; `null` removes a header that would be sent, undefined counts as not given. */
export type GivenHeaders = Record<string, string | null | undefined>;

/** Options of one call. They override the client's settings. */
export interface CallOptions {
  /** Ends the call, in flight as well as between attempts; its reason becomes the `cause` of an APIUserAbortError. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, its body included. `Infinity` means none. */
  timeout?: number | undefined;
  /** Attempts after the first; 0 means one attempt. */
  maxRetries?: number | undefined;
  headers?: GivenHeaders | undefined;
}

/** Set on a call for bytes within the package: its `timeout` is an idle timeout, which starts anew with each piece. */
export const idleTimeout: unique symbol = Symbol('idleTimeout');

/** The options of a call that is made once for each idempotency key. */
export interface RequestOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters; made up when left out. For repeating a call that an earlier process may have made.
   * That of an opening or a reveal has at least 22 characters, all of them random, since whoever has it can read again.
   */
  idempotencyKey?: string | undefined;
}

const noSegment = /^(?:\.|%(?:25)*2e){0,2}$/i;

/** @throws TempshareError for a value that would name another path: empty, `.` or `..`, however encoded */
export function operationUrl(baseUrl: string, operation: OperationInfo, args: CallArguments): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = args.path?.[name];
    if (
      typeof value !== 'string' ||
      noSegment.test(value) ||
      !value.isWellFormed() ||
      /#|%(?:25)*23|:\/\//i.test(value)
    ) {
      const what = typeof value === 'string' ? 'empty, "." or "..", nor a whole link' : value && typeof value;
      throw new TempshareError(`${operation.id} needs a "${name}", not ${what as string}; nothing was sent`);
    }
    return encodeURIComponent(value);
  });
  const query = serialiseQuery(args.query ?? {});
  return baseUrl + path + (query && '?' + query);
}

function serialiseQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat() as (string | number | boolean | Date | null | undefined)[]) {
      if (each === undefined || each === null) continue;
      search.append(name, each instanceof Date ? each.toISOString() : String(each));
    }
  }
  return search.toString();
}
