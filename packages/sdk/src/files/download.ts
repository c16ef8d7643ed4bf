import { EnvelopeError, openFile, type FileMetadata } from '../envelope/index.ts';
import { isMediaType } from './names.ts';
import { asBytes, collect, iterate, report, toStream, type OnProgress } from './source.ts';
import { fileBytes } from '../gen/limits.ts';
import { checkNames } from '../internal/check-names.ts';
import { must } from '../core/tempshare-error.ts';
import { safeFileName } from '../names/index.ts';

/** A file to be downloaded. Its bytes are fetched when they are asked for; of a one-time file, once. */
export interface OpenedFile {
  /**
   * Given by the sender, and made fit to be a name, as `safeFileName` of `@tempshare/sdk/names` does. There may be a file
   * of that name already.
   */
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  /** In bytes; undefined if the sender did not know it. Bytes that are more or fewer fail as `damaged_file`. */
  readonly size: number | undefined;
  /**
   * The bytes as they come. Only the end of the stream says that the file is whole: a stream that fails with
   * EnvelopeError `damaged_file` has given the start of a file that was changed or cut off. A download that breaks off,
   * or of which no byte comes for 60 seconds or the `timeout` that the link was opened with, goes on where it was: it
   * fails when `maxRetries` further attempts in a row have brought nothing. Of a one-time file that lasts for ten
   * minutes after it was opened.
   */
  stream(progress?: DownloadProgress): ReadableStream<Uint8Array<ArrayBuffer>>;
  bytes(progress?: DownloadProgress): Promise<Uint8Array<ArrayBuffer>>;
  text(progress?: DownloadProgress): Promise<string>;
  blob(progress?: DownloadProgress): Promise<Blob>;
}

/** Callback for the progress of a download: a function, or options with `onProgress` as for uploads. */
export type DownloadProgress = OnProgress | { onProgress?: OnProgress | undefined };

export interface FileInfo extends Omit<FileMetadata, 'key'> {
  key?: string | undefined;
}

export function openedFile(
  info: FileInfo,
  download: (signal: AbortSignal) => PromiseLike<Response>,
): OpenedFile {
  const { key } = info;
  const type = isMediaType(info.type) ? info.type : undefined;
  const size = Number.isSafeInteger(info.size) && info.size! >= 0 ? info.size : undefined;
  const most = Math.min(size ?? fileBytes, fileBytes);
  async function* bytes(ended: AbortController, progress: DownloadProgress | undefined) {
    const onProgress = listener(progress);
    const stored = arriving(() => download(ended.signal));
    let loaded = 0;
    for await (const part of key === undefined ? stored : openFile(stored, key)) {
      loaded += part.length;
      if (loaded > most) throw otherSize();
      yield part;
      report(onProgress, { loaded, total: size });
    }
    if (size !== undefined && loaded !== size) throw otherSize();
    report(onProgress, { loaded, total: loaded });
  }
  const blob = async (progress?: DownloadProgress) =>
    new Blob(await collect(bytes(new AbortController(), progress)), type === undefined ? {} : { type });
  return {
    fileName: safeFileName(info.name),
    mediaType: type,
    size,
    stream(progress) {
      const ended = new AbortController();
      return toStream(bytes(ended, progress), () => ended.abort());
    },
    blob,
    bytes: async (progress) => new Uint8Array(await (await blob(progress)).arrayBuffer()),
    text: async (progress) => (await blob(progress)).text(),
  };
}

/** @throws TempshareError for what cannot be called, and for another option, such as a `signal`: that of the opening ends a download */
function listener(progress: DownloadProgress | undefined): OnProgress | undefined {
  checkNames('option of a download', progress, ['onProgress']);
  const onProgress = typeof progress === 'object' ? progress.onProgress : progress;
  must(onProgress === undefined || typeof onProgress === 'function', 'onProgress must be a function');
  return onProgress;
}

const otherSize = () =>
  new EnvelopeError('damaged_file', 'the file is not as long as its sender said, or longer than any may be');

async function* arriving(download: () => PromiseLike<Response>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const response = await download();
  if (response.body) yield* iterate(response.body);
  // Responses made in React Native have no `body` either.
  else yield asBytes(await response.arrayBuffer());
}
