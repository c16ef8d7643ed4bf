import type { Client } from './gen/client/index.ts';
import type { Invoke } from './invoke.ts';
import type { CallArguments, OperationInfo, RequestOptions } from './operation.ts';
import type { APIPromise } from './promise.ts';

/** What a generated function takes beside its own arguments. */
export interface Wire {
  client: Client;
}

/** What of an operation does not follow from its method and path. */
export type Exceptions = Partial<Pick<OperationInfo, 'answer' | 'auth' | 'idempotent'>>;

/** A generated function: it names the method and the path, and its types hold for the arguments. */
type Generated = (options: never) => unknown;

/** Sends a generated function of an operation; what each resource method comes down to. */
export type Call = <F extends Generated>(
  id: string,
  send: F,
  args: Omit<Parameters<F>[0], keyof Wire>,
  options?: RequestOptions,
  exceptions?: Exceptions,
) => APIPromise<never>;

/** The client that a generated function is given is `invoke`, whose promise it passes through. */
export function createCall(invoke: Invoke): Call {
  return (id, send, args, options, exceptions) => {
    const via =
      (method: string) =>
      ({ url, path, query, body }: CallArguments & { url: string }) => {
        const auth = url.startsWith('/public/') ? 'none' : 'bearer';
        const idempotent = method === 'POST' && auth === 'bearer';
        const operation: OperationInfo = { id, method, path: url, auth, idempotent, ...exceptions };
        return invoke(operation, { path, query, body }, options);
      };
    const get = via('GET');
    const client = {
      get,
      post: via('POST'),
      put: via('PUT'),
      patch: via('PATCH'),
      delete: via('DELETE'),
      sse: { get },
    };
    return send({ ...args, client } as never) as APIPromise<never>;
  };
}
