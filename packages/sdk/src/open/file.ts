import { EnvelopeError, openFile, type FileMetadata } from '../envelope/index.ts';
import { baseName, isMediaType } from '../files/names.ts';
import { collect, iterate, report, toStream, type OnProgress } from '../files/source.ts';
import { MAX_UPLOAD_BYTES } from '../files/upload.ts';
import { SILENCE, untilHead, within, type Patience } from './silence.ts';

/** A file to be downloaded. Its bytes are fetched when they are asked for; of a one-time file, once. */
export interface OpenedFile {
  /**
   * The sender's word, made fit to be a name: without the parts of a path and without characters that control or turn
   * text. There may be a file of that name already.
   */
  readonly fileName: string | undefined;
  /** The sender's word. */
  readonly mediaType: string | undefined;
  /** In bytes; undefined if the sender did not know it. Bytes that are more or fewer fail as `damaged_file`. */
  readonly size: number | undefined;
  /**
   * The bytes as they come. Only the end of the stream says that the file is whole: a stream that fails with
   * EnvelopeError `damaged_file` has given the start of a file that was changed or cut off. It also fails when no byte
   * comes for 60 seconds, or for the `timeout` that the link was opened with.
   */
  stream(onProgress?: OnProgress): ReadableStream<Uint8Array<ArrayBuffer>>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** The bytes as UTF-8. */
  text(): Promise<string>;
  blob(): Promise<Blob>;
}

/** What was said of a file. */
export interface FileFacts extends Omit<FileMetadata, 'key'> {
  /** Of a file that is sealed end-to-end. */
  key?: string | undefined;
}

/** @param download fetches the bytes as they are stored, in its own time: how long is for the patience to say */
export function openedFile(
  facts: FileFacts,
  download: (signal: AbortSignal) => Promise<Response>,
  patience: Patience = {},
): OpenedFile {
  const { key } = facts;
  const type = isMediaType(facts.type) ? facts.type : undefined;
  const size = Number.isSafeInteger(facts.size) && facts.size! >= 0 ? facts.size : undefined;
  const most = Math.min(size ?? MAX_UPLOAD_BYTES, MAX_UPLOAD_BYTES);
  async function* bytes(ended: AbortController, onProgress?: OnProgress) {
    const stored = arriving(download, ended, patience);
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
  const blob = async () =>
    new Blob(await collect(bytes(new AbortController())), type === undefined ? {} : { type });
  return {
    fileName: baseName(facts.name),
    mediaType: type,
    size,
    stream(onProgress) {
      const ended = new AbortController();
      return toStream(bytes(ended, onProgress), () => ended.abort());
    },
    blob,
    bytes: async () => new Uint8Array(await (await blob()).arrayBuffer()),
    text: async () => (await blob()).text(),
  };
}

const otherSize = () =>
  new EnvelopeError('damaged_file', 'the file is not as long as its sender said, or longer than any may be');

/** The bytes as they are stored. A connection that falls silent is given up: nobody would ever end it. */
async function* arriving(
  download: (signal: AbortSignal) => Promise<Response>,
  ended: AbortController,
  patience: Patience,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { timeout = SILENCE } = patience;
  const drop = () => ended.abort();
  const { body } = await within(untilHead(patience), download(ended.signal), drop);
  if (!body) return;
  const parts = iterate(body);
  try {
    for (;;) {
      const next = await within(timeout, parts.next(), drop);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return(undefined);
  }
}
