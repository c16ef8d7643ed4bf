import { checkFields, checkOptions } from '../internal/check-call.ts';
import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import { statusOf } from '../internal/failure.ts';
import { newIdempotencyKey, underOneKey } from '../internal/idempotency-key.ts';
import { ignore } from '../internal/ignore.ts';
import type { CallOptions, RequestOptions } from '../core/operation.ts';
import type { Given } from '../core/resource.ts';
import { must, TempshareError, UnexpectedResponseError } from '../core/tempshare-error.ts';
import type { FileCreate } from '../gen/types.gen.ts';
import { takeOwnership, isNodeStream, type Owned } from './single-use.ts';
import { readSource, type FileSource, type Progress, type Source } from './source.ts';
import { checkSize, upload, type SendOptions } from './upload.ts';
import { filesAtOnce } from '../gen/limits.ts';

/** A file to send: itself, or with what is said of it. */
export type FileToSend =
  FileSource | { file: FileSource; fileName?: string | undefined; mediaType?: string | undefined };

export interface SendAllOptions extends CallOptions {
  /**
   * Idempotency key of the announcement, at least 22 random characters; generated when left out. With that of an announcement whose
   * response was lost the same files get the places that they have.
   */
  idempotencyKey?: string | undefined;
  /** Called with how far the file is that stands at `index`, as for one file. What it throws is ignored. */
  onProgress?: ((progress: Progress, index: number) => void) | undefined;
}

/** Outcome for one of several files. */
export interface SentFile {
  readonly id: string | undefined;
  /** Undefined if it has arrived. */
  readonly error: unknown;
  /**
   * Sends it alone, once more. Resolves once it has arrived. A stream can be sent only once.
   *
   * @throws what it fails with
   */
  retry(options?: SendOptions): Promise<{ id: string }>;
}

export interface Place {
  id: string;
  uploadUrl?: unknown;
}

/** @param first index of the first of them among all that are sent */
export type Announce = (
  files: Given<FileCreate>[],
  options: RequestOptions,
  first: number,
) => Promise<Place[]>;

const AT_ONCE = 3;

interface Sending {
  index: number;
  source: Source;
  about: Given<FileCreate>;
  owned: Owned<unknown>;
  key?: string | undefined;
  place?: Place | undefined;
  unclear?: true | undefined;
  closed?: true;
  arrived?: true;
  error?: unknown;
  current?: Promise<{ id: string }> | undefined;
}

interface Taken extends Exclude<FileToSend, FileSource> {
  owned: Owned<unknown>;
}

/** Closes the files if the work fails. */
export async function consumeAll<T>(
  call: string,
  files: readonly FileToSend[],
  work: (taken: Taken[]) => Promise<T>,
): Promise<T> {
  must(Symbol.iterator in Object(files), `${call} takes a list of files; nothing was sent`);
  const taken: Taken[] = [];
  try {
    for (const each of files) {
      const about = 'file' in Object(each) ? (each as Taken) : { file: each as FileSource };
      const { file } = about;
      if (isNodeStream(file)) file.on('error', ignore);
      taken.push({ ...about, owned: takeOwnership(file) });
    }
    return await work(taken);
  } catch (error) {
    for (const { owned } of taken) owned.close();
    throw error;
  }
}

interface SendAllCall {
  call: string;
  options: SendAllOptions | undefined;
  announce: Announce;
}

/** @throws what the first announcement fails with: nothing was sent then */
export async function sendAll(
  context: Context,
  files: readonly Taken[],
  { call, options: given, announce }: SendAllCall,
): Promise<SentFile[]> {
  const { onProgress, ...request } = { ...given };
  checkOptions(call, request);
  const { idempotencyKey, ...options } = request;
  const all = await Promise.all(files.map((file, index) => describe(call, file, index)));
  const send = (one: Sending, sent: SendOptions) => sendOne({ context, announce }, one, sent);
  for (let first = 0; first < all.length; first += filesAtOnce) {
    const batch = all.slice(first, first + filesAtOnce);
    try {
      const about = batch.map(({ about }) => about);
      const key = idempotencyKey && first > 0 ? `${idempotencyKey}.${first}` : idempotencyKey;
      const sent = underOneKey({ ...options, idempotencyKey: key });
      const places = await placesOf(announce(about, sent, first), about.length);
      batch.forEach((one, at) => (one.place = places[at]!));
      if (idempotencyKey !== undefined) for (const one of batch) one.unclear = true;
    } catch (error) {
      if (first === 0) throw error;
      for (const one of all.slice(first)) fail(one, error);
      break;
    }
    const waiting = batch.values();
    const work = async () => {
      for (const one of waiting) {
        const listener = onProgress && ((progress: Progress) => onProgress(progress, one.index));
        await send(one, { ...options, onProgress: listener }).catch(ignore);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return all.map((one) => ({
    id: one.place?.id,
    error: one.error,
    async retry(options = {}) {
      checkOptions('retry', options, 'onProgress');
      one.current ??= send(one, options).finally(() => (one.current = undefined));
      return one.current;
    },
  }));
}

async function placesOf(announced: Promise<Place[]>, count: number): Promise<Place[]> {
  const places: unknown = await announced;
  if (Array.isArray(places) && places.length === count)
    return places.map((place: Place) => checkedResponse(place, 'id'));
  throw new UnexpectedResponseError('the service announced another number of files than it was asked to');
}

export function theOnly([sent]: SentFile[]): { id: string } {
  if (sent?.error !== undefined) throw sent.error as Error;
  return { id: sent!.id! };
}

async function describe(call: string, { owned, ...given }: Taken, index: number): Promise<Sending> {
  checkFields(call, given, ['file', 'fileName', 'mediaType']);
  const source = await readSource(owned.file as FileSource);
  const { size } = source;
  checkSize(size);
  const { fileName = source.name, mediaType = source.type } = given;
  return { index, source, about: { fileName, mediaType, size }, owned };
}

function fail(one: Sending, error: unknown): void {
  Object.assign(one, { error, closed: true });
  one.owned.close();
}

async function sendOne(
  { context, announce }: { context: Context; announce: Announce },
  one: Sending,
  { onProgress, ...options }: SendOptions,
): Promise<{ id: string }> {
  const { source, owned, index, about } = one;
  if (one.arrived) return { id: one.place!.id };
  if (one.closed && !source.repeatable) throw sentOnce(one.error);
  try {
    if (!one.place) {
      one.key ??= newIdempotencyKey();
      const sent = { ...options, idempotencyKey: one.key };
      [one.place] = await placesOf(announce([about], sent, index), 1);
    }
    const place = one.place as Place;
    const { id, uploadUrl } = place;
    const announced = { id, uploadUrl, repeated: one.unclear, onUnclear: () => (one.unclear = true) };
    await upload(context, { announced, source }, { ...options, onProgress });
    Object.assign(one, { arrived: true, error: undefined });
    owned.release();
    return { id };
  } catch (error) {
    // Its upload URL serves no more, as after an hour: it is announced anew.
    if (statusOf(error) === 404) Object.assign(one, { key: undefined, place: undefined, unclear: undefined });
    fail(one, error);
    throw error;
  }
}

const sentOnce = (cause: unknown) =>
  new TempshareError(
    'a stream can be sent only once: share the file again with a new stream, or pass a Blob, bytes or { path }, which can be tried again',
    { cause },
  );
