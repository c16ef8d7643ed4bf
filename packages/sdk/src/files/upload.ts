import type { Composition } from '../core/api-promise.ts';
import type { Context } from '../internal/context.ts';
import type { APIError } from '../core/errors.ts';
import { isPassing, statusOf } from '../internal/failure.ts';
import type { CallOptions, OperationInfo, RequestOptions } from '../core/operation.ts';
import { leaving, TempshareError } from '../core/tempshare-error.ts';
import { EnvelopeError, sealFile } from '../envelope/index.ts';
import { fileBytes } from '../gen/limits.ts';
import * as operations from '../gen/operations.ts';
import { asBytes, collect, report, sourceFailed, toStream, type OnProgress, type Source } from './source.ts';
import { tokenOf } from './token.ts';
import { withdraw } from './withdraw.ts';

/** Options for sending a file without an idempotency key. */
export interface SendOptions extends CallOptions {
  /**
   * Called with how many bytes of the file have been sent, from the start again when the upload is tried again. Stays
   * below the size until all have arrived. What it throws is ignored.
   */
  onProgress?: OnProgress | undefined;
}

/** Options for a call that also sends a file. */
export interface UploadOptions extends SendOptions, RequestOptions {}

const UPLOAD_TIMEOUT = 600_000;

export function checkSize(size: number | undefined): void {
  if (size === undefined) return;
  if (!Number.isSafeInteger(size) || size < 0)
    throw new TempshareError('size must be a whole number of bytes, from 0');
  if (size > fileBytes)
    throw new TempshareError(
      `the file is too large: at most ${fileBytes.toLocaleString('en')} bytes can be shared`,
    );
}

export interface Announced {
  id: string;
  uploadUrl: unknown;
  /** Checks whether the file is there: an upload URL serves once, and a proxy may send the bytes again. */
  arrived?: (() => Promise<boolean>) | undefined;
  /** Whether an earlier call may have made the announcement, and uploaded. */
  repeated?: boolean | undefined;
  /** Called when the upload has failed, though all bytes may have arrived. */
  onUnclear?: (() => void) | undefined;
  count?: Composition['count'] | undefined;
  /** Deletes the announcement, unless an earlier call may have made it. */
  remove?: OperationInfo | undefined;
}

interface Outgoing {
  announced: Announced;
  source: Source;
  fileKey?: string | undefined;
}

interface Sending {
  loaded: number;
  whole?: true;
  /** Set once the source itself has failed, and not the connection. */
  failure?: { error: unknown };
}

/**
 * Sends the bytes of a file to its upload URL, sealed under its key if it has one. What is announced and certainly has
 * not arrived is deleted; what may still be there is the `announcedId` of the error.
 *
 * @throws TempshareError for a file that turns out too large or not as long as announced, and for a stream that broke
 *   off on its way; EnvelopeError `file_changed` when a second attempt would seal other bytes under the same key; with
 *   what the file's own stream fails with as its `cause`
 */
export async function upload(
  context: Context,
  { announced, source, fileKey }: Outgoing,
  { signal, timeout = UPLOAD_TIMEOUT, maxRetries, headers, onProgress }: UploadOptions = {},
): Promise<void> {
  const tags: string[] = [];
  let sending: Sending | undefined;
  const body = async (): Promise<BodyInit> => {
    if (sending?.failure) throw sending.failure.error;
    const whole = sending?.whole;
    sending = { loaded: 0, ...(whole && { whole }) };
    const counted = count(source, sending, onProgress);
    const bytes = fileKey === undefined ? counted : unchanged(sealFile(counted, fileKey), tags, sending);
    return canStream() ? toStream(bytes) : new Blob(await collect(bytes));
  };
  // A stream that has been read from is not whole any more.
  const options = { signal, timeout, headers, maxRetries: source.repeatable ? maxRetries : 0 };
  try {
    const args = { path: { token: tokenOf(announced.uploadUrl) }, body };
    const { attempts } = await context.invoke(operations.filesUpload, args, options).withResponse();
    announced.count?.(attempts);
  } catch (error) {
    // A source that ends with the same signal has not failed by itself.
    const own: Failure | undefined = isAbort(error) ? undefined : sending?.failure;
    const failure = own ?? (await whyFailed(error, source, announced));
    if (failure) {
      const unclear = failure.unknown === true || (sending?.whole === true && !isRefusal(error));
      if (unclear) announced.onUnclear?.();
      throw await cleanUp(context, announced, { error: failure.error, unclear, signal, headers });
    }
    announced.count?.((error as APIError).attempts);
  }
  if (!sending) return;
  const { size = sending.loaded } = source;
  report(onProgress, { loaded: size, total: size });
}

/** Deletes an announcement whose bytes cannot have arrived. Returns the error, with its id if it may still be there. */
async function cleanUp(
  context: Context,
  { id, remove, repeated }: Announced,
  { error, unclear, ...options }: CallOptions & { error: unknown; unclear: boolean },
): Promise<unknown> {
  leaving(error, id);
  if (!unclear && !repeated && remove)
    await withdraw(context, { remove, id, onDeleted: () => leaving(error, undefined) }, options);
  return error;
}

const isAbort = (error: unknown): boolean => (error as Error).name === 'APIUserAbortError';

/** Not 404 or 429: either may come after the bytes, if a proxy sends a request twice. */
const REFUSALS: readonly (number | undefined)[] = [400, 401, 403, 413, 415];

/** Whether the only attempt was refused, by the service itself, so that nothing was kept. */
function isRefusal(error: unknown): boolean {
  const { attempts, code } = error as APIError;
  return REFUSALS.includes(statusOf(error)) && attempts === 1 && code !== 'unknown_error';
}

interface Failure {
  error: unknown;
  /** Set where nobody could find out whether the bytes have arrived. */
  unknown?: true;
}

/** Undefined if the file has arrived all the same. */
async function whyFailed(
  error: unknown,
  { repeatable }: Source,
  { arrived, repeated }: Announced,
): Promise<Failure | undefined> {
  if (statusOf(error) !== 404) return { error: repeatable || !isPassing(error) ? error : brokenOff(error) };
  if (!arrived) return { error: repeated || (error as APIError).attempts > 1 ? responseLost(error) : error };
  try {
    if (await arrived()) return undefined;
  } catch (reason) {
    if (statusOf(reason) !== 404)
      return { error: isAbort(reason) ? reason : notLookedUp(reason), unknown: true };
  }
  return { error: repeated ? nothingThere(error) : error };
}

const brokenOff = (cause: unknown) =>
  new TempshareError(
    'the upload broke off, and a stream can be sent only once: share the file again with a new stream, or pass a Blob, bytes or { path }, which can be tried again',
    { cause },
  );

/** The announcement is remembered for longer than its upload URL, and than what can be opened once. */
const nothingThere = (cause: unknown) =>
  new TempshareError(
    'what was announced under this idempotencyKey takes no bytes any more, and they are not found there: they never arrived, or are gone again; share the file under a new key',
    { cause },
  );

const notLookedUp = (cause: unknown) =>
  new TempshareError(
    'the service takes the bytes no more, most likely since it has them, but whether they have arrived could not be looked up: repeat the call with the same idempotencyKey, or look for the announcedId, before the file is shared again',
    { cause },
  );

const responseLost = (cause: unknown) =>
  new TempshareError(
    'the response to the upload was lost, and the service takes the bytes no second time: they have most likely arrived; ask before the file is sent again',
    { cause },
  );

/** Browsers take a stream as a request's body over HTTP/2 only, or not at all. */
const canStream = (): boolean => {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return !navigator?.userAgent?.startsWith('Mozilla/');
};

async function* count(source: Source, sending: Sending, onProgress: UploadOptions['onProgress']) {
  const { size: total } = source;
  try {
    for await (const part of source.open()) {
      const bytes = asBytes(part);
      sending.loaded += bytes.length;
      checkSize(sending.loaded);
      if (total !== undefined && sending.loaded > total) throw otherSize();
      yield bytes;
      report(onProgress, { loaded: Math.min(sending.loaded, total ? total - 1 : Infinity), total });
    }
    if (total !== undefined && sending.loaded !== total) throw otherSize();
    sending.whole = true;
  } catch (reason) {
    const error = sourceFailed(reason);
    sending.failure = { error };
    throw error;
  }
}

const otherSize = () => new TempshareError('the file has more or fewer bytes than its size says');

/** A nonce must never seal two plaintexts: the tags of an attempt have to be those of the one before. */
async function* unchanged(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>, tags: string[], sending: Sending) {
  let number = 0;
  for await (const chunk of chunks) {
    const tag = chunk.subarray(-16).join();
    if ((tags[number] ??= tag) !== tag) {
      const error = new EnvelopeError(
        'file_changed',
        'the file changed while it was being sent; share it again',
      );
      sending.failure = { error };
      throw error;
    }
    number += 1;
    yield chunk;
  }
}
