import { checkFields, checkOptions } from '../internal/check-call.ts';
import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { RequestOptions } from '../core/operation.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { checkFileNames, pick } from '../sealing/checks.ts';
import { describe, hasFile, metadata, newFileKey } from '../sealing/describe-file.ts';
import type { RoomFileAnnouncement, RoomFileInput } from '../sealing/inputs.ts';
import { seals } from '../sealing/item.ts';
import type { RoomOptions } from '../sealing/options.ts';
import { checkSealed } from '../sealing/presealed.ts';
import { sealedFields, type Sealed } from '../sealing/sealed-fields.ts';
import { create, requestOptions, withGiven, type GivenCall } from '../sealing/sealed-call.ts';
import { sealedSize, sealMetadata, type EnvelopeKeys } from '../envelope/index.ts';
import type { FileSource, Source } from '../files/source.ts';
import { checkSize, upload, type Announced, type UploadOptions } from '../files/upload.ts';
import * as operations from '../gen/operations.ts';
import type { FileCreated, RoomFileCreate, RoomMessage } from '../gen/types.gen.ts';
import { sealAuthor } from './create-message.ts';
import { byProof, listMessages, OWNER } from './operations.ts';
import { checkUnsealed, idOf, roomToPost } from './room-keys.ts';

const ABOUT = ['fileName', 'mediaType', 'size', 'author'] as const;

type Input = RoomFileInput | RoomFileAnnouncement;
type Options = (RequestOptions & RoomOptions & UploadOptions) | undefined;

export const createRoomFile = (room: string, call: GivenCall<Input, Options>): Promise<FileCreated> =>
  withGiven(call, async (input, options) => {
    const { context, count } = call;
    checkOptions('rooms.files.create', options, 'password', 'onProgress');
    const e2e = seals(input, context);
    if (!hasFile(input)) {
      const args = await announcement(room, input, { e2e, context, options });
      return (await create<FileCreated>(call, operations.roomsFilesCreate, { ...args, options })).created;
    }
    const { file } = input as RoomFileInput;
    const about = pick('rooms.files.create', input, { sent: ABOUT, others: ['encryption', 'file'] });
    const { id, keys } = await roomToPost(context, { room, e2e }, options);
    const draft = await draftRoomFile({ ...about, file }, keys, options);
    const args = { path: { id }, body: draft.body, options };
    const { created, repeated } = await create<FileCreated>(call, operations.roomsFilesCreate, args);
    const side = { id, side: OWNER, access: byProof() };
    const messages = () => listMessages(context, side, requestOptions(options));
    const announced = { ...announcedFile(created, messages), repeated: await repeated(), count };
    const { source, fileKey } = draft;
    await upload(context, { announced, source, fileKey }, options);
    return created;
  });

async function announcement(
  room: string,
  { encryption: _, ...body }: RoomFileAnnouncement,
  { e2e, context, options }: { e2e: boolean; context: Context; options: RequestOptions | undefined },
) {
  checkFields('rooms.files.create', body, [...ABOUT, 'sealedMetadata']);
  const id = idOf(room);
  if (!e2e) {
    await checkUnsealed(context, id, options);
    return { path: { id }, body };
  }
  if (body.sealedMetadata === undefined) {
    throw new TempshareError(
      "a file for a room needs its bytes: pass { file }, or, to upload them yourself, encryption: 'server' or sealedMetadata; nothing was sent",
    );
  }
  checkSealed({ file: body.sealedMetadata, author: body.author });
  return { path: { id }, body: pick('rooms.files.create', body, { sent: sealedFields('RoomFileCreate') }) };
}

export async function draftRoomFile(
  { file, author, ...input }: Omit<RoomFileCreate, 'sealedMetadata'> & { file: FileSource },
  keys: EnvelopeKeys | undefined,
  options: RequestOptions | undefined,
): Promise<{ body: RoomFileCreate; source: Source; fileKey: string | undefined }> {
  const { source, names, size } = await describe(file, input);
  const fileKey = keys && newFileKey(options);
  checkSize(size);
  if (!keys || !fileKey) return { body: { author, ...names, size }, source, fileKey };
  checkFileNames(names);
  const sealed: Sealed<'RoomFileCreate'> = {
    author: author === undefined ? undefined : await sealAuthor(author, keys),
  };
  const derived = {
    size: size === undefined ? undefined : sealedSize(size),
    sealedMetadata: await sealMetadata(metadata(names, size, fileKey), keys),
  };
  return { body: { ...sealed, ...derived }, source, fileKey };
}

/** A file that has arrived is among the messages of its room. */
export function announcedFile(created: FileCreated, messages: () => AsyncIterable<RoomMessage>): Announced {
  const { id, uploadUrl } = checkedResponse(created, 'id', 'uploadUrl');
  const arrived = async () => {
    for await (const { file } of messages()) if (file?.id === id) return true;
    return false;
  };
  return { id, uploadUrl, arrived };
}
