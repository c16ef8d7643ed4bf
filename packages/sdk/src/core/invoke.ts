import { checkCall } from '../internal/check-call.ts';
import { operationUrl, type CallArguments, type OperationInfo, type RequestOptions } from './operation.ts';
import { APIPromise, type Outcome } from './api-promise.ts';
import { isStream, viewOf } from '../internal/tag.ts';
import { must } from './tempshare-error.ts';
import type { MakeBody, Target, Transport } from '../internal/transport.ts';

/**
 * Calls an operation. Resolves with the decoded object (undefined of a 204), or with the unread Response for
 * `bytes`.
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

/** The body to send, and its media type. Bytes are copied, since the caller may overwrite them. */
export function content(body: unknown): { headers?: Record<string, string>; body?: Target['body'] } {
  if (body === undefined) return {};
  must(!isStream(body), 'a stream can be read once: pass a function that makes one');
  const made = typeof body === 'function' && (body as MakeBody);
  const raw =
    made ||
    ((body as Partial<Blob>).arrayBuffer ? () => (body as Blob).arrayBuffer() : viewOf(body)?.slice());
  return {
    headers: { 'content-type': raw ? 'application/octet-stream' : 'application/json' },
    body: raw || JSON.stringify(body),
  };
}
