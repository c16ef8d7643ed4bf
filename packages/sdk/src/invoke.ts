import type { Outcome } from './answer.ts';
import { operationUrl, type CallArguments, type OperationInfo, type RequestOptions } from './operation.ts';
import { APIPromise } from './promise.ts';
import type { MakeBody, Transport } from './transport.ts';

/**
 * Makes one call by its row of the operation table: what every generated resource method comes down to. A JSON
 * operation resolves with the decoded body (undefined if empty), a `bytes` operation with the unread Response.
 */
export type Invoke = <T>(
  operation: OperationInfo,
  args: CallArguments,
  options?: RequestOptions,
) => APIPromise<T>;

/**
 * The same transport as a `fetch` for one call of another skin (openapi-ts, openapi-fetch), which builds the
 * Request and reads the answer. With `outcome` the skin's promise becomes an APIPromise:
 * `new APIPromise(skin({ fetch: boundFetch(operation, options, outcome) }), outcome)`.
 */
export type BoundFetch = (
  operation: OperationInfo,
  options?: RequestOptions,
  outcome?: Outcome,
) => typeof fetch;

export function createInvoke(transport: Transport, baseUrl: string): Invoke {
  return <T>(operation: OperationInfo, args: CallArguments, options: RequestOptions = {}) => {
    const outcome: Outcome = { attempts: 0 };
    const call = async () => {
      const { request, body } = toRequest(
        operationUrl(baseUrl, operation, args),
        operation.method,
        args.body,
      );
      const response = await transport(request, { ...options, operation, outcome, body });
      return (operation.answer === 'bytes' ? response : outcome.data) as T;
    };
    return new APIPromise<T>(call(), outcome);
  };
}

export function createBoundFetch(transport: Transport): BoundFetch {
  return (operation, options, outcome) => (input, init) =>
    transport(new Request(input, init), { ...options, operation, outcome });
}

function toRequest(url: string, method: string, body: unknown): { request: Request; body?: MakeBody } {
  if (body === undefined) return { request: new Request(url, { method }) };
  const made = typeof body === 'function' ? (body as MakeBody) : undefined;
  const raw = made ?? (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body));
  const headers = { 'content-type': raw ? 'application/octet-stream' : 'application/json' };
  if (made) return { request: new Request(url, { method, headers }), body: made };
  const init = { method, headers, body: raw ? (body as BodyInit) : JSON.stringify(body) };
  return { request: new Request(url, init) };
}
