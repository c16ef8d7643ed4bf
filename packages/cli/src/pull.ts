import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { SharedFile } from '@tempshare/sdk/types';
import { Failure } from './failure.ts';
import type { Io } from './io.ts';
import { progressBar } from './progress.ts';
import { prepareDownload, type Saved } from './save.ts';
import { safeFileName } from './sdk.ts';

/** Downloads the bytes of a file that somebody has sent. */
type Download = () => PromiseLike<Response>;

/** Saves a file that somebody has sent, and checks that its bytes are those that arrived at the service. */
export async function pullFile(
  io: Io,
  shared: SharedFile,
  { download, output }: { download: Download; output: string | undefined },
): Promise<Saved> {
  const place = await prepareDownload(output);
  const fileName = safeFileName(shared.fileName);
  const bar = progressBar(io, fileName ?? 'file');
  try {
    return await place.save(
      io,
      {
        fileName,
        mediaType: shared.mediaType,
        stream: ({ onProgress }) => checked(shared, download, onProgress),
      },
      bar,
    );
  } finally {
    bar.clear();
    await place.discard();
  }
}

/** Reads a short file that somebody has sent. */
export async function pullBytes(shared: SharedFile, download: Download): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of checked(shared, download, () => undefined)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* checked(
  { sha256, size }: SharedFile,
  download: Download,
  onProgress: (progress: { loaded: number; total: number }) => void,
): AsyncGenerator<Uint8Array> {
  const { body } = await download();
  const hash = createHash('sha256');
  let loaded = 0;
  for await (const chunk of Readable.fromWeb(body as NodeStream<Uint8Array>)) {
    const piece = chunk as Uint8Array;
    hash.update(piece);
    loaded += piece.length;
    yield piece;
    onProgress({ loaded, total: size });
  }
  if (hash.digest('hex') !== sha256)
    throw new Failure('service', 'The file is not what its sender has sent. Nothing was saved.');
}
