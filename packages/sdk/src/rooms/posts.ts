import { seal, sealedSize, sealMetadata, type EnvelopeKeys } from '../envelope/index.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import type { FileSource } from '../files/source.ts';
import { checkSize, upload } from '../files/upload.ts';
import type { FilesResource } from '../gen/resources.ts';
import type {
  FileCreated,
  RoomFileCreate,
  RoomMessage,
  RoomMessageCreate,
  RoomMessageCreated,
} from '../gen/types.gen.ts';
import { checkedKeys, provenKeys } from '../links/access.ts';
import { checkedAnswer, checkedRows } from '../core/checked-response.ts';
import { LinkError } from '../links/link.ts';
import { parseRoomLink, type RoomOptions } from './room.ts';
import type { RequestOptions } from '../core/operation.ts';
import type { Count } from '../core/api-promise.ts';
import { checkFields, checkOptions } from '../core/check-call.ts';
import { checkAuthor, checkNames, checkText, pick } from '../e2e/checks.ts';
import {
  asItIs,
  checkSealed,
  describe,
  hasFile,
  metadata,
  newFileKey,
  seals,
  type Prepared,
} from '../e2e/item.ts';
import type {
  Parts,
  RoomFileAnnouncement,
  RoomFileInput,
  RoomMessageInput,
  UploadOptions,
} from '../e2e/resources.ts';

/** A body as it is sent to a room. */
interface ToRoom<B> {
  id: string;
  body: B;
}

export async function message(
  room: string,
  input: RoomMessageInput,
  parts: Parts,
  options?: RequestOptions & RoomOptions,
): Promise<Prepared<ToRoom<RoomMessageCreate>, RoomMessageCreated>> {
  checkOptions('rooms.messages.create', options, 'password');
  const body = pick('rooms.messages.create', input, ['text', 'author'], ['encryption']);
  const { id, keys } = await enter(room, seals(input, parts), parts, options);
  return asItIs({ id, body: keys ? await sealMessage(body, keys, options) : body });
}

const ABOUT = ['fileName', 'mediaType', 'size', 'author'] as const;

export async function roomFile(
  room: string,
  input: RoomFileInput | RoomFileAnnouncement,
  parts: Parts,
  options?: RequestOptions & RoomOptions & UploadOptions,
): Promise<Prepared<ToRoom<RoomFileCreate>, FileCreated>> {
  checkOptions('rooms.files.create', options, 'password', 'onProgress');
  const e2e = seals(input, parts);
  if (!hasFile(input)) return asItIs(await announcement(room, input, e2e, parts, options));
  const { file } = input as RoomFileInput;
  const said = pick('rooms.files.create', input, ABOUT, ['encryption', 'file']);
  const { id, keys } = await enter(room, e2e, parts, options);
  const { body, send } = await announceRoomFile({ ...said, file }, keys, options);
  const finish = async (answer: FileCreated, repeated: () => Promise<boolean>, count: Count) => {
    const messages = () => checkedRows(parts.rooms.messages.list(id, undefined, requestOptions(options)));
    await send(parts.files, answer, messages, await repeated(), options, count);
    return answer;
  };
  return { wire: { id, body }, finish };
}

/** Of a file whose bytes the caller uploads. */
async function announcement(
  room: string,
  input: RoomFileAnnouncement,
  e2e: boolean,
  { rooms }: Parts,
  options: RequestOptions | undefined,
): Promise<ToRoom<RoomFileCreate>> {
  const { encryption: _, ...body } = input;
  checkFields('rooms.files.create', body, [...ABOUT, 'sealedMetadata']);
  // A link with a key is left as it is, and refused as an id: what goes with the key is not for the service to seal.
  const id = isLink(room) && !/#|%23/.test(room) ? parseRoomLink(room).id : room;
  checkId(id);
  if (!e2e) {
    await checkUnsealed(rooms, id, options);
    return { id, body };
  }
  if (body.sealedMetadata === undefined) {
    throw new TempshareError(
      "a file for a room needs its bytes: pass { file }, or, to upload them yourself, encryption: 'server' or sealedMetadata; nothing was sent",
    );
  }
  checkSealed({ file: body.sealedMetadata, author: body.author });
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
  const send = (
    files: Pick<FilesResource, 'upload'>,
    created: FileCreated,
    messages: () => AsyncIterable<RoomMessage>,
    repeated: boolean,
    options?: UploadOptions,
    count?: Count,
  ) => {
    const { id, uploadUrl } = checkedAnswer(created, 'id', 'uploadUrl');
    const arrived = () => isAmong(messages(), id);
    return upload(files, { id, uploadUrl, arrived, repeated, count }, source, fileKey, options);
  };
  if (!keys || !fileKey) return { body: { author, ...names, size }, send };
  checkNames(names);
  const sealed = {
    author: author === undefined ? undefined : await sealAuthor(author, keys),
    size: size === undefined ? undefined : sealedSize(size),
    sealedMetadata: await sealMetadata(metadata(names, size, fileKey), keys),
  };
  return { body: sealed, send };
}

async function isAmong(messages: AsyncIterable<RoomMessage>, fileId: string): Promise<boolean> {
  for await (const { file } of messages) if (file?.id === fileId) return true;
  return false;
}

/** With an `idempotencyKey` the same message is sealed to the same bytes, so that the call can be repeated. */
export async function sealMessage(
  { text, author }: RoomMessageCreate,
  keys: EnvelopeKeys,
  { idempotencyKey: seed }: RequestOptions = {},
): Promise<RoomMessageCreate> {
  const checked = checkText('text', text, 10_000);
  return {
    text: await seal(checked, keys, { kind: 'message', seed }),
    ...(author !== undefined && { author: await sealAuthor(author, keys, seed) }),
  };
}

const sealAuthor = async (author: string, keys: EnvelopeKeys, seed?: string) =>
  seal(checkAuthor(author), keys, { kind: 'author', seed });

/**
 * The id of a room and the keys its participants seal with; none for a room that the service seals. Looks at the room
 * first: what is sealed with other keys nobody in it could open, and what is meant for them the service must not read.
 */
async function enter(
  room: unknown,
  e2e: boolean,
  { rooms, guests }: Parts,
  options: (RequestOptions & RoomOptions) | undefined,
): Promise<{ id: string; keys: EnvelopeKeys | undefined }> {
  const { id, linkKey } = isLink(room) ? parseRoomLink(room) : { id: room as string, linkKey: undefined };
  checkId(id);
  if (linkKey) {
    const about = requestOptions(options);
    const facts = checkedAnswer(await rooms.get(id, about));
    const keys = await checkedKeys(facts, linkKey, options?.password);
    return { id, keys: await provenKeys(guests, id, keys, about) };
  }
  if (!e2e) {
    await checkUnsealed(rooms, id, options);
    return { id, keys: undefined };
  }
  throw new LinkError(
    'missing_key',
    "a room is sealed end-to-end by default, and the key, which stands behind the # of its roomUrl, is missing: pass the whole roomUrl; for a room that was made with encryption: 'server' say so in the body of each call, { …, encryption: 'server' }, or once, client.withOptions({ encryption: 'server' }); nothing was sent",
  );
}

const isLink = (room: unknown): room is string => typeof room === 'string' && /[/#]/.test(room);

/** @throws LinkError for the fragment of a link without what stands before it */
function checkId(id: unknown): void {
  if (typeof id !== 'string' || !/^[\w-]{43}$/.test(id)) return;
  throw new LinkError('invalid_link', 'this is the key of a link and not the id of a room; nothing was sent');
}

/** @throws LinkError before anything in the clear is sent to a room whose participants seal */
async function checkUnsealed(
  rooms: Parts['rooms'],
  id: string,
  options: (RequestOptions & RoomOptions) | undefined,
): Promise<void> {
  const facts = checkedAnswer(await rooms.get(id, requestOptions(options)));
  if (facts.encryption !== 'server') {
    throw new LinkError(
      'missing_key',
      "the room is sealed end-to-end: pass the roomUrl with its #fragment and leave out encryption: 'server'; nothing was sent",
    );
  }
  await checkedKeys(facts, undefined, options?.password);
}

const requestOptions = ({ signal, timeout, maxRetries, headers }: RequestOptions = {}): RequestOptions => ({
  signal,
  timeout,
  maxRetries,
  headers,
});
