import type { RequestOptions } from '../core/operation.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { createFileKey, type FileMetadata } from '../envelope/index.ts';
import { readSource, type FileSource } from '../files/source.ts';

export const hasFile = (body: object | null): boolean => {
  const { type, file } = (body ?? {}) as { type?: unknown; file?: unknown };
  return file !== undefined || (type === 'file' && 'file' in body!);
};

/** A new key, since one never seals two files; the call can then not be repeated by another. */
export function newFileKey(options: RequestOptions | undefined): string {
  if (options?.idempotencyKey === undefined) return createFileKey();
  throw new TempshareError(
    "a sealed file takes no idempotencyKey of yours: its key is new each time, so a repeated call could not match; leave it out, or pass encryption: 'server'",
  );
}

interface Names {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

export async function describe(file: FileSource, input: Names & { size?: number | undefined }) {
  const source = await readSource(file);
  const { fileName = source.name, mediaType = source.type } = input;
  source.size ??= input.size;
  if (source.size !== (input.size ?? source.size)) {
    throw new TempshareError(
      'size is not that of the file, which says its own: leave it out; nothing was sent',
    );
  }
  return { source, size: source.size, names: { fileName, mediaType } };
}

export const metadata = (
  { fileName, mediaType }: Names,
  size: number | undefined,
  key: string,
): FileMetadata => ({ name: fileName, type: mediaType, size, key });
