import { open, openMetadata, type EnvelopeKeys } from '../envelope/index.ts';
import type { RoomMessage, RoomParticipants } from '../gen/types.gen.ts';
import { TempshareError, UnexpectedResponseError } from '../core/tempshare-error.ts';
import { checkedResponse, optionalText } from '../internal/checked-response.ts';
import type { FileInfo, OpenedFile } from '../files/download.ts';
import { visibleName } from '../names/index.ts';

/** A message or file of a room, opened. */
export interface OpenedMessage {
  id: string;
  from: RoomMessage['from'];
  createdAt: string;
  author?: string;
  text?: string;
  file?: OpenedFile & { readonly id: string };
  /** Set when the content did not open: a participant sealed it with another key, or it was changed. */
  damaged?: true;
}

type OpenFile = (info: FileInfo, fileId: string) => OpenedFile;

/** Opens what can be opened, and says so of the rest: one participant must not end the reading of all others. */
export async function openMessage(
  message: RoomMessage,
  keys: EnvelopeKeys | undefined,
  openFile: OpenFile,
): Promise<OpenedMessage> {
  const { id, from, createdAt, author, text, file } = checkedResponse(message, 'id', 'from', 'createdAt');
  const head = { id, from, createdAt };
  try {
    const name = plain(author && keys ? await open(author, keys, 'author') : optionalText(author));
    const content = text !== undefined && keys ? await open(text, keys, 'message') : optionalText(text);
    return {
      ...head,
      ...(name !== undefined && { author: name }),
      ...(content !== undefined && { text: content }),
      ...(file && { file: await openSharedFile(file, keys, openFile) }),
    };
  } catch (error) {
    if (error instanceof TempshareError) return { ...head, damaged: true };
    throw error;
  }
}

/** Guests who follow a room under a session of their own. The owner and followers without a session are not included. */
export interface Participants {
  /** The names that they gave, which nobody verifies. */
  names: string[];
  /** How many more gave none, or one that does not open or is blank. */
  unnamed: number;
}

export async function openParticipants(
  data: RoomParticipants,
  keys: EnvelopeKeys | undefined,
): Promise<Participants> {
  const { names, unnamed } = checkedResponse(data);
  if (!Array.isArray(names) || typeof unnamed !== 'number')
    throw new UnexpectedResponseError('the service did not say who is in the room');
  const opened = await Promise.all(
    names.map(async (given) => {
      const name = optionalText(given) ?? '';
      return plain(keys ? await open(name, keys, 'author').catch(() => undefined) : name);
    }),
  );
  const readable = opened.filter((name) => name !== undefined);
  return { names: readable, unnamed: unnamed + opened.length - readable.length };
}

const plain = (author: string | undefined) => visibleName(author ?? '') || undefined;

async function openSharedFile(
  file: NonNullable<RoomMessage['file']>,
  keys: EnvelopeKeys | undefined,
  openFile: OpenFile,
) {
  const { id, fileName, mediaType, size, sealedMetadata } = checkedResponse(file, 'id');
  const metadata = keys
    ? await openMetadata(sealedMetadata ?? '', keys)
    : { name: optionalText(fileName), type: optionalText(mediaType), size };
  return { ...openFile(metadata, id), id };
}
