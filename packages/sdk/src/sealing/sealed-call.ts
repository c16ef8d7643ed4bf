import type { APIPromise, Composition } from '../core/api-promise.ts';
import type { Context } from '../internal/context.ts';
import { newIdempotencyKey } from '../internal/idempotency-key.ts';
import { ignore } from '../internal/ignore.ts';
import type { CallArguments, OperationInfo, RequestOptions } from '../core/operation.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { consumeListenedTo } from '../files/consume.ts';
import type { UploadOptions } from '../files/upload.ts';
import { isNodeStream, type NodeStream } from '../files/single-use.ts';
import type { RoomOptions, SealOptions } from './options.ts';

export interface GivenCall<B, O> extends Composition {
  context: Context;
  /** The body and the options, as they were at that moment. */
  given: Promise<[body: B, options: O]>;
}

/** A file in the body is read to its end, or closed if the work fails. */
export async function withGiven<B, O, T>(
  { given }: GivenCall<B, O>,
  work: (body: B, options: O) => Promise<T>,
): Promise<T> {
  const [body, options] = await given.catch(unreadable);
  const { file } = Object(body) as { file?: unknown };
  if (!isNodeStream(file)) (file as Partial<NodeStream> | undefined)?.off?.('error', ignore);
  return consumeListenedTo(file, async (taken) =>
    work(taken === file ? body : { ...body, file: taken }, options),
  );
}

/** A getter that fails, bytes that were transferred to somebody else. */
function unreadable(cause: unknown): never {
  throw new TempshareError('what the call was given cannot be read; nothing was sent', { cause });
}

export interface Created<A> {
  created: A;
  repeated: () => Promise<boolean>;
}

export async function create<A>(
  { context, adopt }: GivenCall<unknown, unknown>,
  operation: OperationInfo,
  { options, ...args }: CallArguments & { options: (SealOptions & UploadOptions & RoomOptions) | undefined },
): Promise<Created<A>> {
  // Options of sealing and uploading are not sent.
  const { linkKey: _, password: __, onProgress: ___, ...sent } = options ?? {};
  const { idempotencyKey: given } = sent;
  const idempotencyKey = given ?? newIdempotencyKey();
  const call = context.invoke<A>(operation, args, { ...sent, idempotencyKey });
  const created = await adopt(call);
  return { created, repeated: async () => given !== undefined || isRepeated(call, idempotencyKey) };
}

/** Whether the service says so, or another key was sent than the one made up for this call. */
export async function isRepeated(call: APIPromise<unknown>, key?: string): Promise<boolean> {
  const { response, idempotencyKey } = await call.withResponse();
  return (key !== undefined && idempotencyKey !== key) || response.headers.has('idempotency-replayed');
}

export const requestOptions = ({
  signal,
  timeout,
  maxRetries,
  headers,
}: RequestOptions = {}): RequestOptions => ({
  signal,
  timeout,
  maxRetries,
  headers,
});
