import { EnvelopeError, sealedSize, sealFile } from '../envelope/index.ts';
import { AnswerError, TempshareError } from '../core/tempshare-error.ts';
import type { APIError } from '../core/errors.ts';
import type { Count } from '../core/api-promise.ts';
import { leave } from './withdraw.ts';
import { isPassing, statusOf } from '../core/failure.ts';
import type { FilesResource } from '../gen/resources.ts';
import type { UploadOptions } from '../e2e/resources.ts';
import { asBytes, collect, report, sourceFailed, toStream, type Source } from './source.ts';

/** The most bytes that can be uploaded, sealed if they are. */
export const MAX_UPLOAD_BYTES = 26_214_400;

/** Milliseconds for an attempt to upload a file, when the call does not say otherwise. */
const UPLOAD_TIMEOUT = 600_000;

/** @throws TempshareError before anything is sent, when the size is known and above the limit */
export function checkSize(size: number | undefined, fileKey: string | undefined): void {
  if (size === undefined) return;
  if (!Number.isSafeInteger(size) || size < 0)
    throw new TempshareError('size must be a whole number of bytes, from 0');
  if ((fileKey === undefined ? size : sealedSize(size)) <= MAX_UPLOAD_BYTES) return;
  const [most, how] =
    fileKey === undefined ? [MAX_UPLOAD_BYTES, ''] : [MAX_UPLOAD_BYTES - 400, ' end-to-end encrypted'];
  throw new TempshareError(
    `the file is too large: at most ${most.toLocaleString('en')} bytes can be shared${how}`,
  );
}

/** A file that was announced, and what can be done about it. */
export interface Announced {
  id: string;
  uploadUrl: unknown;
  /**
   * Looks whether the file is there, and may fail with 404 if it is not. An upload URL serves once: when the answer is
   * lost, whoever sends the bytes again, be it this client or what lies between, finds the URL used up.
   */
  arrived?: (() => Promise<boolean>) | undefined;
  /** Whether an earlier call may have made the announcement, and uploaded. */
  repeated?: boolean | undefined;
  /** Told how many requests the upload took. */
  count?: Count | undefined;
  /** Takes the announcement back; nothing can where another call may have brought the bytes. */
  withdraw?: (() => PromiseLike<unknown>) | undefined;
}

/** One time that the bytes are sent. */
interface Sending {
  loaded: number;
  /** Set once the file itself, and not its way, has failed. */
  failure?: { error: unknown };
}

/**
 * Sends the bytes of a file to its upload URL, sealed under its key if it has one. What is announced and certainly has
 * not arrived is taken back; what may still be there is the `announcedId` of the error.
 *
 * @throws TempshareError for a file that turns out too large or not as long as was said, and for a stream that broke
 *   off on its way; EnvelopeError `file_changed` when a second attempt would seal other bytes under the same key; with
 *   what the file's own stream fails with as its `cause`
 */
export async function upload(
  files: Pick<FilesResource, 'upload'>,
  announced: Announced,
  source: Source,
  fileKey: string | undefined,
  { signal, timeout = UPLOAD_TIMEOUT, maxRetries, headers, onProgress }: UploadOptions = {},
): Promise<void> {
  const tags: string[] = [];
  let sending: Sending | undefined;
  const handedOver = { whole: false };
  const body = async (): Promise<BodyInit> => {
    if (sending?.failure) throw sending.failure.error;
    sending = { loaded: 0 };
    const counted = count(source, fileKey, sending, onProgress, () => (handedOver.whole = true));
    const bytes = fileKey === undefined ? counted : unchanged(sealFile(counted, fileKey), tags, sending);
    return canStream() ? toStream(bytes) : new Blob(await collect(bytes));
  };
  // A stream that has been read from is not whole any more.
  const options = { signal, timeout, headers, maxRetries: source.repeatable ? maxRetries : 0 };
  try {
    const sent = files.upload(tokenOf(announced.uploadUrl), body as never, options);
    const { attempts } = await sent.withResponse();
    announced.count?.(attempts);
  } catch (error) {
    // A source that ends with the same signal has not failed by itself.
    const own: Failure | undefined = isAbort(error) ? undefined : sending?.failure;
    const failure = own ?? (await whyFailed(error, source, announced));
    if (failure) {
      const unclear = failure.unknown === true || (handedOver.whole && !isRefusal(error));
      throw await leave(failure.error, announced, unclear, signal);
    }
    announced.count?.((error as APIError).attempts);
  }
  if (!sending) return;
  const { size = sending.loaded } = source;
  report(onProgress, { loaded: size, total: size });
}

const isAbort = (error: unknown): boolean => (error as Error).name === 'APIUserAbortError';

/**
 * What the service refuses bytes with. Not 404, which a URL that has served answers as well, nor 429: either may come
 * after the bytes, if what lies between sends a request twice.
 */
const REFUSALS: readonly (number | undefined)[] = [400, 401, 403, 413, 415];

/** Whether the service, and nothing before it, has answered the only attempt so that nothing was kept. */
function isRefusal(error: unknown): boolean {
  const { attempts, code } = error as APIError;
  return REFUSALS.includes(statusOf(error)) && attempts === 1 && code !== 'unknown_error';
}

/** Why an upload failed. */
interface Failure {
  error: unknown;
  /** Set where nobody could find out whether the bytes have arrived. */
  unknown?: true;
}

/** What to tell of a failed upload; nothing if the file has arrived all the same. */
async function whyFailed(
  error: unknown,
  { repeatable }: Source,
  { arrived, repeated }: Announced,
): Promise<Failure | undefined> {
  if (statusOf(error) !== 404) return { error: repeatable || !isPassing(error) ? error : brokenOff(error) };
  if (!arrived) return { error: (error as APIError).attempts > 1 ? answerLost(error) : error };
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
    'the upload broke off, and was not tried again, since a stream can be sent only once: share the file again with a new stream, or pass a Blob, bytes or { path }, which are tried again',
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

/** Where nobody can look whether the file has arrived, only its owner knows. */
const answerLost = (cause: unknown) =>
  new TempshareError(
    'the answer to the upload was lost, and the service takes the bytes no second time: they have most likely arrived; ask before the file is sent again',
    { cause },
  );

/**
 * The last part of an upload or download URL: the bytes go through the client's own base URL, wherever the URL leads.
 *
 * @throws AnswerError for what is no such URL
 */
export function tokenOf(url: unknown): string {
  const [token] = /(?<=\/)(?![.%])[^/]+$/.exec(typeof url === 'string' ? url : '') ?? [];
  if (token !== undefined) return token;
  throw new AnswerError('the service answered with no address for the bytes');
}

/** Browsers take a stream as a request's body over HTTP/2 only, or not at all. */
const canStream = (): boolean => {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return !navigator?.userAgent?.startsWith('Mozilla/');
};

async function* count(
  source: Source,
  fileKey: string | undefined,
  sending: Sending,
  onProgress: UploadOptions['onProgress'],
  onWhole: () => void,
) {
  const { size: total } = source;
  try {
    for await (const part of source.open()) {
      sending.loaded += asBytes(part).length;
      checkSize(sending.loaded, fileKey);
      if (total !== undefined && sending.loaded > total) throw otherSize();
      yield part as Uint8Array<ArrayBuffer>;
      report(onProgress, { loaded: sending.loaded, total });
    }
    if (total !== undefined && sending.loaded !== total) throw otherSize();
    onWhole();
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
