import type { Client } from './gen/client/index.ts';
import type { Invoke } from './invoke.ts';
import type { CallArguments, OperationInfo, RequestOptions } from './operation.ts';
import type { APIPromise } from './promise.ts';

/** What a generated function takes beside its own arguments. */
export interface Wire {
  client: Client;
}

/** Sends a generated function of an operation; what each resource method comes down to. */
export interface Call {
  (
    operation: OperationInfo & { answer: 'bytes' },
    send: (wire: Wire) => Promise<unknown>,
    options?: RequestOptions,
  ): APIPromise<Response>;
  <T>(operation: OperationInfo, send: (wire: Wire) => Promise<T>, options?: RequestOptions): APIPromise<T>;
}

/** The generated functions serve as types: the client they are given is `invoke`, whose promise they pass through. */
export function createCall(invoke: Invoke): Call {
  return (operation: OperationInfo, send: (wire: Wire) => Promise<unknown>, options?: RequestOptions) => {
    const via = ({ path, query, body }: CallArguments) => invoke(operation, { path, query, body }, options);
    const client = { get: via, post: via, put: via, patch: via, delete: via, sse: { get: via } };
    return send({ client: client as unknown as Client }) as APIPromise<never>;
  };
}
