import type { SharedFile } from '@tempshare/sdk/types';
import { timestamp } from '../../domain/lifetime.ts';
import type { State } from '../../state.ts';
import { linkId, prefixedId } from '../../domain/tokens.ts';

const MINUTE = 60_000;
const UPLOAD_FOR = 60 * MINUTE;
const DOWNLOAD_FOR = 10 * MINUTE;
export const MAX_FILE_BYTES = 26_214_400;

/** What a sender may say of a file. */
export interface FileLabel {
  fileName?: string | undefined;
  mediaType?: string | undefined;
  sealedMetadata?: string | undefined;
}

/** A file that was announced. */
export interface StoredFile {
  readonly id: string;
  readonly label: FileLabel;
  /** Where its bytes are taken. */
  readonly uploadToken: string;
  /** The bytes that are kept free for it. */
  readonly reserved: number;
  /** Whether the last allowed view has happened: each `downloadUrl` then serves one complete download in all. */
  consumed?: boolean;
  arrived?: { bytes: Uint8Array<ArrayBuffer>; sha256: string; at: number };
}
export type ArrivedFile = StoredFile & Required<Pick<StoredFile, 'arrived'>>;

/** An `uploadUrl` that waits for bytes. */
export interface Upload {
  file: StoredFile;
  size: number | undefined;
  expiresAt: number;
  onArrival: (file: ArrivedFile) => void;
}

/** A `downloadUrl`. */
export interface Download {
  file: ArrivedFile;
  expiresAt: number;
  completed: boolean;
  /** Whether the last bytes are under way; of a consumed transfer they are to one reader at a time. */
  finishing?: boolean;
  /** Called each time that the last byte was fetched. */
  onCompleted: (first: boolean) => void;
}

/**
 * Announces a file. Its bytes are taken at `uploadUrl` for an hour, but not beyond `until`, the expiry of what the file
 * is for; then `onArrival` is called, once. Whoever closes or deletes what the file is for calls `dropFile`.
 */
export function announceFile(
  state: State,
  announced: FileLabel & { size?: number | undefined },
  { until, onArrival, reserved }: { until: number | null; onArrival: Upload['onArrival']; reserved: number },
): { file: StoredFile; uploadUrl: string } {
  const { fileName, mediaType, sealedMetadata, size } = announced;
  const label = {
    ...(fileName !== undefined && { fileName }),
    ...(mediaType !== undefined && { mediaType }),
    ...(sealedMetadata !== undefined && { sealedMetadata }),
  };
  const file: StoredFile = { id: prefixedId('file'), label, uploadToken: `u_${linkId()}`, reserved };
  const expiresAt = Math.min(state.now + UPLOAD_FOR, until ?? Infinity);
  state.uploads.set(file.uploadToken, { file, size, expiresAt, onArrival });
  return { file, uploadUrl: `${state.baseUrl}/public/uploads/${file.uploadToken}` };
}

/** A new `downloadUrl`, which lives for ten minutes, but not beyond `until`. */
export function offerDownload(
  state: State,
  file: ArrivedFile,
  { until, onCompleted }: { until: number | null; onCompleted: Download['onCompleted'] },
): string {
  const token = `d_${linkId()}`;
  const expiresAt = Math.min(state.now + DOWNLOAD_FOR, until ?? Infinity);
  state.downloads.set(token, { file, expiresAt, completed: false, onCompleted });
  return `${state.baseUrl}/public/downloads/${token}`;
}

export const isUsable = ({ file, expiresAt, completed }: Download, now: number): boolean =>
  expiresAt > now && !(completed && file.consumed);

/** Whether a `downloadUrl` of the file is of use. */
export const isOffered = ({ now, downloads }: State, file: StoredFile): boolean =>
  [...downloads.values()].some((download) => download.file === file && isUsable(download, now));

/** Forgets the URLs that have died. */
export function sweepFiles({ now, uploads, downloads }: State): void {
  for (const [token, { expiresAt }] of uploads) if (expiresAt <= now) uploads.delete(token);
  for (const [token, download] of downloads) if (!isUsable(download, now)) downloads.delete(token);
}

/** Ends the file's `uploadUrl` and every `downloadUrl`. */
export function dropFile(state: State, file: StoredFile): void {
  state.uploads.delete(file.uploadToken);
  for (const [token, download] of state.downloads) if (download.file === file) state.downloads.delete(token);
}

/** Whether the bytes are there. */
export const hasArrived = (file: StoredFile): file is ArrivedFile => file.arrived !== undefined;

/** Whether the bytes may still come. */
export const isAwaited = (state: State, file: StoredFile): boolean => state.uploads.has(file.uploadToken);

/** A file as the contract writes it. */
export function sharedFile({ id, label, arrived }: ArrivedFile): SharedFile {
  const { bytes, sha256, at } = arrived;
  return { id, ...label, size: bytes.length, sha256, createdAt: timestamp(at) };
}
