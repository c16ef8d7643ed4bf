import type { Call } from '../call.ts';
import {
  createFileKey,
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  readHeader,
  seal,
  sealedSize,
  sealMetadata,
  type EnvelopeKeys,
  type SealedKind,
} from '../envelope/index.ts';
import { TempshareError } from '../errors.ts';
import { readSource, type FileSource, type Source } from '../files/source.ts';
import { checkSize, upload } from '../files/upload.ts';
import type { FilesResource, RoomsResource } from '../gen/resources.ts';
import type {
  FileCreated,
  RoomCreate,
  RoomCreated,
  RoomFileCreate,
  RoomMessageCreate,
  RoomMessageCreated,
  SecretCreate,
  SecretCreated,
  TransferCreate,
  TransferCreated,
} from '../gen/types.gen.ts';
import { LinkError } from '../open/link.ts';
import { checkedKeys, ownedRoom, parseRoomLink, type Room, type RoomOptions } from '../open/room.ts';
import type { RequestOptions } from '../operation.ts';
import {
  checkAuthor,
  checkNames,
  checkPassword,
  checkSealedText,
  checkTargetUrl,
  checkText,
  pick,
} from './checks.ts';
import type {
  FileTransferInput,
  RoomFileAnnouncement,
  RoomFileInput,
  RoomInput,
  RoomMessageInput,
  SealOptions,
  UploadOptions,
} from './resources.ts';

/** What is sent, and what becomes of the answer. */
export interface Prepared<W, A> {
  wire: W;
  finish: (answer: A) => A | Promise<A>;
}

/** A body as it is sent to a room. */
interface ToRoom<B> {
  id: string;
  body: B;
}

/** Whether a call seals, and whether it brings the bytes of a file. */
interface Way {
  e2e: boolean;
  file: boolean;
}

/** The fields that sealing takes, and those that only somebody who has sealed already gives. */
const SEALING = ['encryption', 'password', 'kdfIterations'] as const;
const SEALED = ['encryption', 'accessProofHash', 'kdfIterations'] as const;

export async function secret(
  input: SecretCreate,
  options?: SealOptions,
): Promise<Prepared<SecretCreate, SecretCreated>> {
  if (isSealed(input)) {
    const wire = pick('secrets.create', input, [...SEALED, 'expiration', 'secret'], []);
    return sealedAlready(wire, [wire.secret]);
  }
  const body = pick('secrets.create', input, ['expiration'], [...SEALING, 'secret']);
  const text = checkText('secret', input.secret, 100_000);
  const item = await newItem(input, options);
  const wire = { ...body, ...item.wire, secret: await item.seal('secret', text, 100_000) };
  return { wire, finish: (answer) => ({ ...answer, secretUrl: answer.secretUrl + item.fragment }) };
}

export async function room(
  input: RoomInput,
  options?: SealOptions,
): Promise<Prepared<RoomCreate, RoomCreated>> {
  if (isSealed(input))
    return sealedAlready(pick('rooms.create', input, [...SEALED, 'name', 'ttlHours'], []), []);
  const body = pick('rooms.create', input, ['name', 'ttlHours'], SEALING);
  const item = await newItem(input, options);
  const wire = { ...body, ...item.wire };
  return { wire, finish: (answer) => ({ ...answer, roomUrl: answer.roomUrl + item.fragment }) };
}

const LIFE = ['type', 'expiration', 'oneTime', 'maxViews'] as const;

export async function transfer(
  input: TransferCreate | FileTransferInput,
  { e2e, file }: Way,
  files: FilesResource,
  options?: SealOptions & UploadOptions,
): Promise<Prepared<TransferCreate, TransferCreated>> {
  return file
    ? fileTransfer(input as FileTransferInput, e2e, files, options)
    : contentTransfer(input, options);
}

async function contentTransfer(
  input: TransferCreate,
  options: SealOptions | undefined,
): Promise<Prepared<TransferCreate, TransferCreated>> {
  if (isSealed(input)) {
    const fields = ['text', 'targetUrl', 'sealedMetadata', 'size'] as const;
    const wire = pick('transfers.create', input, [...LIFE, ...SEALED, ...fields], ['file']);
    return sealedAlready(wire, [wire.text, wire.targetUrl, wire.sealedMetadata]);
  }
  if (isFileType(input)) {
    throw new TempshareError(
      "a transfer of type file needs its file: pass { type: 'file', file }, or, to upload the bytes yourself, encryption: 'server'",
    );
  }
  const body = pick('transfers.create', input, LIFE, [...SEALING, 'text', 'targetUrl', 'file']);
  const { text, targetUrl } = input;
  const url = targetUrl === undefined ? undefined : checkTargetUrl(targetUrl);
  if (text !== undefined) checkText('text', text, 1_000_000);
  const item = await newItem(input, options);
  const wire: TransferCreate = { ...body, ...item.wire };
  if (text !== undefined) wire.text = await item.seal('text', text, 1_000_000);
  if (url !== undefined) wire.targetUrl = await item.seal('url', url, 2_048);
  return { wire, finish: (answer) => ({ ...answer, shareUrl: answer.shareUrl + item.fragment }) };
}

const isFileType = (input: { type?: unknown } | null) => input?.type === 'file';

async function fileTransfer(
  input: FileTransferInput,
  e2e: boolean,
  files: FilesResource,
  options: (SealOptions & UploadOptions) | undefined,
): Promise<Prepared<TransferCreate, TransferCreated>> {
  if (!isFileType(input)) throw new TempshareError("file goes with type: 'file'; nothing was sent");
  const about = ['fileName', 'mediaType', 'size', 'file'] as const;
  const body = pick('transfers.create', input, LIFE, [...SEALING, ...about]);
  const { source, names, size } = await describe(input.file, input);
  if (!e2e) {
    checkSize(size, undefined);
    const { password, encryption } = input;
    const wire = { ...body, ...names, size, password, encryption };
    return { wire, finish: (answer) => arrive(answer, '', files, source, undefined, options) };
  }
  checkNames(names);
  const fileKey = newFileKey(options);
  checkSize(size, fileKey);
  const item = await newItem(input, options);
  const wire = {
    ...body,
    ...item.wire,
    size: size === undefined ? undefined : sealedSize(size),
    sealedMetadata: await sealMetadata(metadata(names, size, fileKey), item.keys),
  };
  return { wire, finish: (answer) => arrive(answer, item.fragment, files, source, fileKey, options) };
}

/** Uploads the bytes, and leaves the address they went to out of the answer. */
async function arrive(
  { uploadUrl, ...answer }: TransferCreated,
  fragment: string,
  files: FilesResource,
  source: Source,
  fileKey: string | undefined,
  options: UploadOptions | undefined,
): Promise<TransferCreated> {
  await upload(files, uploadUrl, source, fileKey, options);
  return { ...answer, shareUrl: answer.shareUrl + fragment };
}

export async function message(
  room: string,
  input: RoomMessageInput,
  e2e: boolean,
  rooms: RoomsResource,
  options?: RequestOptions & RoomOptions,
): Promise<Prepared<ToRoom<RoomMessageCreate>, RoomMessageCreated>> {
  const body = pick('rooms.messages.create', input, ['text', 'author'], ['encryption']);
  const { id, keys } = await enter(room, e2e, rooms, options);
  const wire = { id, body: keys ? await sealMessage(body, keys, options) : body };
  return { wire, finish: (answer) => answer };
}

export async function roomFile(
  room: string,
  input: RoomFileInput | RoomFileAnnouncement,
  { e2e, file: hasFile }: Way,
  rooms: RoomsResource,
  files: FilesResource,
  options?: RequestOptions & RoomOptions & UploadOptions,
): Promise<Prepared<ToRoom<RoomFileCreate>, FileCreated>> {
  if (!hasFile) return { wire: announcement(room, input, e2e), finish: (answer) => answer };
  const { file } = input as RoomFileInput;
  const about = ['fileName', 'mediaType', 'size', 'author'] as const;
  const said = pick('rooms.files.create', input, about, ['encryption', 'file']);
  const { id, keys } = await enter(room, e2e, rooms, options);
  const { body, send } = await announceRoomFile({ ...said, file }, keys, options);
  const finish = async (answer: FileCreated) => {
    await send(files, answer.uploadUrl, options);
    return answer;
  };
  return { wire: { id, body }, finish };
}

/** Of a file whose bytes the caller uploads. */
function announcement(id: string, input: RoomFileAnnouncement, e2e: boolean): ToRoom<RoomFileCreate> {
  const { encryption: _, ...body } = input;
  if (!e2e) return { id, body };
  if (body.sealedMetadata === undefined) {
    throw new TempshareError(
      "a file for a room needs its bytes: pass { file }, or, to upload them yourself, encryption: 'server' or sealedMetadata; nothing was sent",
    );
  }
  readHeader(body.sealedMetadata);
  return { id, body: pick('rooms.files.create', body, ['size', 'author', 'sealedMetadata'], []) };
}

/** The announcement of a file for a room, and what sends its bytes. */
export async function announceRoomFile(
  { file, author, ...input }: Omit<RoomFileCreate, 'sealedMetadata'> & { file: FileSource },
  keys: EnvelopeKeys | undefined,
  options?: RequestOptions,
) {
  const { source, names, size } = await describe(file, input);
  const fileKey = keys && newFileKey(options);
  checkSize(size, fileKey);
  const send = (files: FilesResource, uploadUrl: string, options?: UploadOptions) =>
    upload(files, uploadUrl, source, fileKey, options);
  if (!keys || !fileKey) return { body: { author, ...names, size }, send };
  checkNames(names);
  const sealed = {
    author: author === undefined ? undefined : await sealAuthor(author, keys),
    size: size === undefined ? undefined : sealedSize(size),
    sealedMetadata: await sealMetadata(metadata(names, size, fileKey), keys),
  };
  return { body: sealed, send };
}

/** With an `idempotencyKey` the same message is sealed to the same bytes, so that the call can be repeated. */
export async function sealMessage(
  { text, author }: RoomMessageCreate,
  keys: EnvelopeKeys,
  { idempotencyKey: seed }: RequestOptions = {},
): Promise<RoomMessageCreate> {
  const checked = checkText('text', text, 10_000);
  return {
    text: checkSealedText('text', await seal(checked, keys, { kind: 'message', seed }), 10_000),
    ...(author !== undefined && { author: await sealAuthor(author, keys, seed) }),
  };
}

const sealAuthor = async (author: string, keys: EnvelopeKeys, seed?: string) =>
  checkSealedText('author', await seal(checkAuthor(author), keys, { kind: 'author', seed }), 200);

export function openRoom(call: Call, roomUrl: string, options?: RequestOptions & RoomOptions): Promise<Room> {
  return ownedRoom(call, roomUrl, options);
}

/**
 * The id of a room and the keys its participants seal with; none for a room that the service seals. Looks at the room
 * first: what is sealed without its password nobody in it could open.
 */
async function enter(
  room: unknown,
  e2e: boolean,
  rooms: RoomsResource,
  options: (RequestOptions & RoomOptions) | undefined,
): Promise<{ id: string; keys: EnvelopeKeys | undefined }> {
  const isLink = typeof room === 'string' && /[/#]/.test(room);
  const { id, linkKey } = isLink ? parseRoomLink(room) : { id: room as string, linkKey: undefined };
  if (linkKey) {
    const facts = await rooms.get(id, requestOptions(options));
    return { id, keys: await checkedKeys(facts, linkKey, options?.password) };
  }
  if (!e2e) return { id, keys: undefined };
  throw new LinkError(
    'missing_key',
    "a room is sealed end-to-end by default, and its id alone does not hold the key: pass the roomUrl with its #fragment, or, for a room that was made with encryption: 'server', pass that here, too; nothing was sent",
  );
}

const requestOptions = ({ signal, timeout, maxRetries, headers }: RequestOptions = {}): RequestOptions => ({
  signal,
  timeout,
  maxRetries,
  headers,
});

interface Sealing {
  encryption?: unknown;
  password?: string | undefined;
  kdfIterations?: number | undefined;
}

/** The keys of a new item, and what of its body follows from them. */
async function newItem(
  { encryption = 'e2e', password, kdfIterations: iterations }: Sealing,
  options: SealOptions = {},
) {
  if (encryption !== 'e2e' && encryption !== null)
    throw new TempshareError('encryption must be e2e or server; nothing was sent');
  const { idempotencyKey, linkKey = createLinkKey() } = options;
  if (idempotencyKey !== undefined && options.linkKey === undefined) {
    throw new TempshareError(
      "an idempotencyKey of yours needs a linkKey beside it, since sealing makes a new key for each call and a repeated call could not match: keep both, with createLinkKey() of @tempshare/sdk/envelope, or pass encryption: 'server'",
    );
  }
  checkPassword(password);
  // Read before anything is waited for: the caller may overwrite the array meanwhile.
  const fragment = `#${encodeLinkKey(linkKey)}`;
  const keys = await deriveKeys(linkKey, { password, iterations });
  return {
    keys,
    fragment,
    wire: {
      encryption: 'e2e' as const,
      accessProofHash: keys.accessProofHash,
      ...(keys.iterations !== undefined && { kdfIterations: keys.iterations }),
    },
    seal: async (kind: SealedKind, text: string, limit: number) =>
      checkSealedText(kind, await seal(text, keys, { kind, seed: idempotencyKey }), limit),
  };
}

/** A new key, since one never seals two files; the call can then not be repeated by another. */
function newFileKey(options: RequestOptions | undefined): string {
  if (options?.idempotencyKey === undefined) return createFileKey();
  throw new TempshareError(
    "a sealed file takes no idempotencyKey of yours: its key is new each time, so a repeated call could not match; leave it out, or pass encryption: 'server'",
  );
}

/** Whether the caller has sealed the body, and says so. */
const isSealed = (body: { accessProofHash?: unknown } | null | undefined): boolean =>
  body?.accessProofHash !== undefined;

/** Makes sure that it is sealed, and passes it on. */
function sealedAlready<W extends { encryption?: unknown }, A>(
  wire: W,
  contents: readonly (string | undefined)[],
): Prepared<W & { encryption: 'e2e' }, A> {
  for (const content of contents) if (content !== undefined) readHeader(content);
  return { wire: { ...wire, encryption: 'e2e' }, finish: (answer) => answer };
}

interface Names {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

/** What is said of a file: what the caller says, else what the file itself does. */
async function describe(file: FileSource, input: Names & { size?: number | undefined }) {
  const source = await readSource(file);
  const { fileName = source.name, mediaType = source.type } = input;
  source.size ??= input.size;
  return { source, size: source.size, names: { fileName, mediaType } };
}

const metadata = ({ fileName, mediaType }: Names, size: number | undefined, key: string) => ({
  name: fileName,
  type: mediaType,
  size,
  key,
});
