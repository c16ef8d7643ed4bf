import { lifetimes } from '@tempshare/contract';
import type { SharedFile } from '@tempshare/sdk/types';
import type { Amount } from '../../domain/capacity.ts';
import { timestamp } from '../../domain/lifetime.ts';
import { charge, countedBytes, reserve, type Container } from '../../domain/reserve.ts';
import type { MovedEnd } from '../../domain/session.ts';
import { linkId, prefixedId } from '../../domain/tokens.ts';
import { remembered, type State } from '../../state.ts';

/** File metadata that a sender may set. */
export interface FileLabel {
  fileName?: string | undefined;
  mediaType?: string | undefined;
  sealedMetadata?: string | undefined;
}

type Announced = FileLabel & { size?: number | undefined };

/** A file that was announced. */
export interface StoredFile {
  readonly id: string;
  readonly label: FileLabel;
  /** Token of its upload URL. */
  readonly uploadToken: string;
  /** The bytes that are kept free for it. */
  readonly reserved: number;
  /** Whether its key counts them: the file of a container counts when it has arrived. */
  charged: boolean;
  /** Whether the last allowed view has happened: each `downloadUrl` then serves one complete download in all. */
  consumed?: boolean;
  arrived?: { bytes: Uint8Array<ArrayBuffer>; sha256: string; at: number };
}
export type ArrivedFile = StoredFile & Required<Pick<StoredFile, 'arrived'>>;

/** An `uploadUrl` that waits for bytes. */
export interface Upload {
  file: StoredFile;
  size: number | undefined;
  announcedAt: number;
  expiresAt: number;
  /** Expects room for so many bytes at the key. @throws MockProblem `quota_exceeded`, `insufficient_storage` */
  expectRoom: (bytes: number) => void;
  onArrival: (file: ArrivedFile) => void;
}

/** A `downloadUrl`. */
export interface Download {
  file: ArrivedFile;
  expiresAt: number;
  completed: boolean;
  /** Resolves when who is sent the last bytes has taken them or gone away. */
  finishing?: Promise<void>;
  /** Called each time that the last byte was fetched. */
  onCompleted: (first: boolean) => void;
}

/** Pending uploads, by the token of their URL. */
export const uploads = remembered(() => new Map<string, Upload>());
export const downloads = remembered(() => new Map<string, Download>());

/**
 * Announces a file. Its bytes are taken at `uploadUrl` for an hour, but not beyond `until`, the expiry of what the file
 * is for; then `onArrival` is called, once. Whoever closes or deletes what the file is for calls `dropFile`.
 */
export function announceFile(
  state: State,
  announced: Announced,
  {
    until,
    onArrival,
    reserved,
    keyId,
  }: {
    until: number | null;
    onArrival: Upload['onArrival'];
    reserved: number;
    /** The key that is charged when the file has arrived; without one it is charged already. */
    keyId?: string;
  },
): { file: StoredFile; uploadUrl: string } {
  const { fileName, mediaType, sealedMetadata, size } = announced;
  const label = {
    ...(fileName !== undefined && { fileName }),
    ...(mediaType !== undefined && { mediaType }),
    ...(sealedMetadata !== undefined && { sealedMetadata }),
  };
  const charged = keyId === undefined;
  const file: StoredFile = { id: prefixedId('file'), label, uploadToken: `u_${linkId()}`, reserved, charged };
  const expiresAt = Math.min(state.now + 1000 * lifetimes.uploadUrl, until ?? Infinity);
  const expectRoom = (bytes: number): void => {
    if (!file.charged) charge(state, keyId as string, countedBytes(bytes));
  };
  const announcedAt = state.now;
  uploads(state).set(file.uploadToken, { file, size, announcedAt, expiresAt, expectRoom, onArrival });
  return { file, uploadUrl: `${state.baseUrl}/public/uploads/${file.uploadToken}` };
}

interface Announcement<Each> {
  files: readonly Each[];
  until: number | null;
  onArrival: Upload['onArrival'];
  /** Bytes that the first item has beside its file. */
  texts?: number;
}

/**
 * Announces a file for each of several items in a container, all of them or none; undefined is an item without one.
 * @throws MockProblem `quota_exceeded`, `insufficient_storage`
 */
export function announceIn<Each extends Announced | undefined>(
  state: State,
  container: Container,
  { files, until, onArrival, texts = 0 }: Announcement<Each>,
) {
  const reserved = reserve(
    state,
    container,
    files.map((file, i) => ({ bytes: i === 0 ? texts : 0, file })),
  );
  const announced = files.map(
    (file, i) =>
      file &&
      announceFile(state, file, {
        until,
        onArrival,
        reserved: reserved[i] as number,
        keyId: container.keyId,
      }),
  );
  type Result = Each extends Announced ? ReturnType<typeof announceFile> : undefined;
  return announced as [Result, ...Result[]];
}

/** A new `downloadUrl`, which lives for ten minutes, but not beyond `until`. */
export function offerDownload(
  state: State,
  file: ArrivedFile,
  { until, onCompleted }: { until: number | null; onCompleted: Download['onCompleted'] },
): string {
  const token = `d_${linkId()}`;
  const expiresAt = Math.min(state.now + 1000 * lifetimes.downloadUrl, until ?? Infinity);
  downloads(state).set(token, { file, expiresAt, completed: false, onCompleted });
  return `${state.baseUrl}/public/downloads/${token}`;
}

/** Moves the URLs of a file with the end of what it is for. */
export function moveUrls(state: State, file: StoredFile, { from, until }: MovedEnd): void {
  const upload = uploads(state).get(file.uploadToken);
  if (upload) upload.expiresAt = Math.min(upload.announcedAt + 1000 * lifetimes.uploadUrl, until);
  for (const download of downloads(state).values()) {
    if (download.file !== file) continue;
    const isCut = from !== null && download.expiresAt >= from;
    download.expiresAt = Math.min(
      isCut ? state.now + 1000 * lifetimes.downloadUrl : download.expiresAt,
      until,
    );
  }
}

export const isUsable = ({ file, expiresAt, completed }: Download, now: number): boolean =>
  expiresAt > now && !(completed && file.consumed);

/** Whether a `downloadUrl` of the file is of use. */
export const isOffered = (state: State, file: StoredFile): boolean =>
  [...downloads(state).values()].some((download) => download.file === file && isUsable(download, state.now));

/** Whether a token permits an upload or a download. */
export const isLiving = (state: State, token: string): boolean =>
  uploads(state).has(token) || downloads(state).has(token);

/** Forgets the URLs that have died. */
export function sweep(state: State): void {
  const { now } = state;
  for (const [token, { expiresAt }] of uploads(state)) if (expiresAt <= now) uploads(state).delete(token);
  for (const [token, download] of downloads(state))
    if (!isUsable(download, now)) downloads(state).delete(token);
}

/** Ends the file's `uploadUrl` and every `downloadUrl`. */
export function dropFile(state: State, file: StoredFile): void {
  uploads(state).delete(file.uploadToken);
  for (const [token, download] of downloads(state))
    if (download.file === file) downloads(state).delete(token);
}

/** Whether the bytes are there. */
export const hasArrived = (file: StoredFile): file is ArrivedFile => file.arrived !== undefined;

/** Whether the bytes may still come. */
export const isAwaited = (state: State, file: StoredFile): boolean => uploads(state).has(file.uploadToken);

/** A file as the contract writes it. */
export function sharedFile({ id, label, arrived }: ArrivedFile): SharedFile {
  const { bytes, sha256, at } = arrived;
  return { id, ...label, size: bytes.length, sha256, createdAt: timestamp(at) };
}

/** The bytes of a file, or those that are kept free for it. */
export const sizeOf = (file: StoredFile | undefined): number =>
  file?.arrived?.bytes.length ?? file?.reserved ?? 0;

/** The bytes of them that their key does not count yet. */
export const unchargedIn = (state: State, files: readonly (StoredFile | undefined)[]): number =>
  heldByFiles(
    state,
    files.filter((file) => file?.charged === false),
  ).bytes;

/** The room of files that have arrived, or may still arrive. */
export function heldByFiles(state: State, files: readonly (StoredFile | undefined)[]): Amount {
  const held = files.filter((file) => file !== undefined && (hasArrived(file) || isAwaited(state, file)));
  const bytes = held.reduce((sum, file) => sum + countedBytes(sizeOf(file)), 0);
  return { items: held.length, bytes };
}
