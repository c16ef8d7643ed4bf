import { sealedSize, sealMetadata } from '../envelope/index.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import type { Source } from '../files/source.ts';
import { checkSize, upload } from '../files/upload.ts';
import type {
  PublicTransfersGetData,
  RoomCreate,
  RoomCreated,
  SecretCreate,
  SecretCreated,
  TransferCreate,
  TransferCreated,
  TransfersDeleteData,
} from '../gen/types.gen.ts';
import type { Count } from '../core/api-promise.ts';
import { checkedAnswer } from '../core/checked-response.ts';
import { completeLink } from './complete-link.ts';
import { checkNames, checkTargetUrl, checkText, pick } from './checks.ts';
import {
  asItIs,
  checkSealOptions,
  describe,
  hasFile,
  isSealed,
  metadata,
  newFileKey,
  newItem,
  sealedAlready,
  seals,
  type Prepared,
} from './item.ts';
import type { FileTransferInput, Parts, SealOptions, UploadOptions } from './resources.ts';

export { begin } from '../files/consume.ts';
export { ownedRoom } from '../rooms/room.ts';
export { announceRoomFile, message, roomFile, sealMessage } from '../rooms/posts.ts';

/** The fields that sealing takes, and those that only somebody who has sealed already gives. */
const SEALING = ['encryption', 'password', 'kdfIterations'] as const;
const SEALED = ['encryption', 'accessProofHash', 'kdfIterations'] as const;

export async function secret(
  input: SecretCreate,
  parts: Parts,
  options?: SealOptions,
): Promise<Prepared<SecretCreate, SecretCreated>> {
  checkSealOptions('secrets.create', input, parts, options);
  if (!seals(input, parts)) return asItIs(input);
  if (isSealed(input)) {
    const wire = pick('secrets.create', input, [...SEALED, 'expiration', 'secret'], []);
    return sealedAlready(wire, { secret: wire.secret });
  }
  const body = pick('secrets.create', input, ['expiration'], [...SEALING, 'secret']);
  const text = checkText('secret', input.secret, 100_000);
  const item = await newItem(input, options);
  const wire = { ...body, ...item.wire, secret: await item.seal('secret', text) };
  return { wire, finish: (answer) => withFragment(answer, 'secretUrl', item.fragment, parts) };
}

export async function room(
  input: RoomCreate & { password?: string | undefined },
  parts: Parts,
  options?: SealOptions,
): Promise<Prepared<RoomCreate, RoomCreated>> {
  checkSealOptions('rooms.create', input, parts, options);
  if (!seals(input, parts)) return asItIs(input);
  if (isSealed(input))
    return sealedAlready(pick('rooms.create', input, [...SEALED, 'name', 'ttlHours'], []), {});
  const body = pick('rooms.create', input, ['name', 'ttlHours'], SEALING);
  const item = await newItem(input, options);
  const wire = { ...body, ...item.wire };
  return { wire, finish: (answer) => withFragment(answer, 'roomUrl', item.fragment, parts) };
}

/** The answer with its link made whole. */
function withFragment<A extends object, N extends keyof A>(
  answer: A,
  link: N,
  fragment: string,
  { call }: Parts,
): A {
  const { [link]: url } = checkedAnswer(answer, link);
  return { ...answer, [link]: completeLink(url as string, fragment, call.linkOrigins) };
}

const LIFE = ['type', 'expiration', 'oneTime', 'maxViews'] as const;

export async function transfer(
  input: TransferCreate | FileTransferInput,
  parts: Parts,
  options?: SealOptions & UploadOptions,
): Promise<Prepared<TransferCreate, TransferCreated>> {
  checkSealOptions('transfers.create', input, parts, options, 'onProgress');
  checkViews(input);
  if (hasFile(input)) return fileTransfer(input as FileTransferInput, parts, options);
  return seals(input, parts) ? contentTransfer(input, parts, options) : asItIs(input);
}

function checkViews(input: TransferCreate | FileTransferInput | null): void {
  const { oneTime, maxViews = 1 } = input ?? {};
  if (oneTime === true && maxViews !== 1)
    throw new TempshareError(
      'oneTime: true is one view, and maxViews says another number: leave out one of the two; nothing was sent',
    );
}

async function contentTransfer(
  input: TransferCreate,
  parts: Parts,
  options: SealOptions | undefined,
): Promise<Prepared<TransferCreate, TransferCreated>> {
  if (isSealed(input)) {
    const fields = ['text', 'targetUrl', 'sealedMetadata', 'size'] as const;
    const wire = pick('transfers.create', input, [...LIFE, ...SEALED, ...fields], ['file']);
    return sealedAlready(wire, { text: wire.text, url: wire.targetUrl, file: wire.sealedMetadata });
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
  if (text !== undefined) wire.text = await item.seal('text', text);
  if (url !== undefined) wire.targetUrl = await item.seal('url', url);
  return { wire, finish: (answer) => withFragment(answer, 'shareUrl', item.fragment, parts) };
}

const isFileType = (input: { type?: unknown } | null) => input?.type === 'file';

async function fileTransfer(
  input: FileTransferInput,
  parts: Parts,
  options: (SealOptions & UploadOptions) | undefined,
): Promise<Prepared<TransferCreate, TransferCreated>> {
  if (!isFileType(input)) throw new TempshareError("file goes with type: 'file'; nothing was sent");
  const about = ['fileName', 'mediaType', 'size', 'file'] as const;
  const body = pick('transfers.create', input, LIFE, [...SEALING, ...about]);
  const { source, names, size } = await describe(input.file, input);
  if (!seals(input, parts)) {
    checkSize(size, undefined);
    const { password, encryption } = input;
    const wire = { ...body, ...names, size, ...(password !== undefined && { password }), encryption };
    return { wire, finish: (...answer) => arrive(...answer, undefined, parts, source, undefined, options) };
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
  return { wire, finish: (...answer) => arrive(...answer, item.fragment, parts, source, fileKey, options) };
}

/** Milliseconds that a failed call may take to delete what it has announced. */
const WITHDRAWAL_TIMEOUT = 5_000;

/** Uploads the bytes, and leaves the address they went to out of the answer. */
async function arrive(
  created: TransferCreated,
  mayBeRepeated: () => Promise<boolean>,
  count: Count,
  fragment: string | undefined,
  parts: Parts,
  source: Source,
  fileKey: string | undefined,
  options: UploadOptions | undefined,
): Promise<TransferCreated> {
  const { call, files } = parts;
  const { uploadUrl, ...answer } = checkedAnswer(created, 'id', 'shareUrl', 'uploadUrl');
  const { id } = answer;
  // Before the bytes are sent: what nobody could open is not worth an upload.
  const completed = fragment === undefined ? answer : withFragment(answer, 'shareUrl', fragment, parts);
  const { signal, headers } = options ?? {};
  // Recipients get 404 until the bytes are there.
  const arrived = () =>
    call<PublicTransfersGetData>(
      'public.transfers.get',
      'GET /public/transfers/{id}',
      { path: { id } },
      { signal, headers },
    ).then(() => true);
  const withdraw = () =>
    call<TransfersDeleteData>(
      'transfers.delete',
      'DELETE /transfers/{id}',
      { path: { id } },
      { headers, timeout: WITHDRAWAL_TIMEOUT, maxRetries: 0 },
    );
  // Calls with the same key of the caller's upload to the same address, and what one has brought another must not delete.
  const repeated = await mayBeRepeated();
  const announced = { id, uploadUrl, arrived, repeated, withdraw: repeated ? undefined : withdraw, count };
  await upload(files, announced, source, fileKey, options);
  return completed;
}
