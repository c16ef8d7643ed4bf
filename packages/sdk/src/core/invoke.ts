import { checkCall } from './check-call.ts';
import { operationUrl, type CallArguments, type OperationInfo, type RequestOptions } from './operation.ts';
import { APIPromise, type Outcome } from './api-promise.ts';
import { must } from './tempshare-error.ts';
import type { MakeBody, Target, Transport } from './transport.ts';

/**
 * Makes one call by its row of the operation table: what every generated resource method comes down to. A JSON
 * operation resolves with the decoded object (undefined of a 204), a `bytes` operation with the unread Response.
 */
export type Invoke = <T>(
  operation: OperationInfo,
  args: CallArguments,
  options?: RequestOptions,
) => APIPromise<T>;

export function createInvoke(transport: Transport, baseUrl: string): Invoke {
  return <T>(operation: OperationInfo, args: CallArguments, options: RequestOptions = {}) => {
    const outcome: Outcome = { attempts: 0 };
    const call = async () => {
      checkCall(operation, args, options);
      const url = operationUrl(baseUrl, operation, args);
      await transport({ url, ...content(args.body) }, { ...options, operation, outcome });
      return (operation.response === 'bytes' ? outcome.response!() : outcome.data) as T;
    };
    return new APIPromise<T>(call(), outcome);
  };
}

/** What to send for a body, and the type to send it under. */
export function content(body: unknown): { headers?: Record<string, string>; body?: Target['body'] } {
  if (body === undefined) return {};
  must(!(body instanceof ReadableStream), 'a stream can be read once: pass a function that makes one');
  const made = typeof body === 'function' && (body as MakeBody);
  const raw = made || (body instanceof Blob ? body : bytesOf(body));
  return {
    headers: { 'content-type': raw ? 'application/octet-stream' : 'application/json' },
    body: raw || JSON.stringify(body),
  };
}

/** A copy of a buffer's bytes, which the caller may overwrite meanwhile; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value)) return undefined;
  const {
    buffer = value as ArrayBuffer,
    byteOffset,
    byteLength,
  } = value as Partial<ArrayBufferView<ArrayBuffer>>;
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}
