import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { RequestOptions } from '../core/operation.ts';
import { checkMode, itemKeys, proven, refusePassword, withProof } from '../sealing/access.ts';
import { LinkError, parseLink, type ParsedLink } from '../sealing/link.ts';
import type { RoomOptions } from '../sealing/options.ts';
import { requestOptions } from '../sealing/sealed-call.ts';
import type { EnvelopeKeys, LinkKey } from '../envelope/index.ts';
import * as operations from '../gen/operations.ts';
import type { PublicRoom, Room } from '../gen/types.gen.ts';

export function parseRoomLink(link: string): ParsedLink {
  const parsed = parseLink(link);
  if (parsed.kind === 'room') return parsed;
  throw new LinkError('invalid_link', `this is not the link of a room, but of a ${parsed.kind}`);
}

/** A room that the service seals has no password. */
export async function keysOf(
  { encryption, kdfIterations: iterations }: { encryption: 'server' | 'e2e'; kdfIterations?: number },
  linkKey: LinkKey | undefined,
  password: string | undefined,
): Promise<EnvelopeKeys | undefined> {
  checkMode(encryption, linkKey);
  if (linkKey) return itemKeys(linkKey, iterations, password);
  refusePassword(password);
  return undefined;
}

/**
 * Makes sure that these are the keys of the room. The owner's side asks for no proof, so that the service would take
 * what is sealed with the wrong key, and nobody in the room could open it.
 *
 * @throws LinkError `wrong_key`, or PermissionDeniedError where there is a password, when they are not
 */
export async function proveKeys(
  { invoke }: Context,
  { id, keys }: { id: string; keys: EnvelopeKeys | undefined },
  options: RequestOptions,
): Promise<PublicRoom | undefined> {
  if (!keys) return undefined;
  return proven(
    keys,
    invoke<PublicRoom>(operations.publicRoomsGet, { path: { id } }, withProof(options, keys)),
  );
}

/**
 * The id of a room and the keys its participants seal with; none for a room that the service seals. Looks at the room
 * first: what is sealed with other keys nobody in it could open, and what is meant for them the service must not read.
 */
export async function roomToPost(
  context: Context,
  { room, e2e }: { room: unknown; e2e: boolean },
  options: (RequestOptions & RoomOptions) | undefined,
): Promise<{ id: string; keys: EnvelopeKeys | undefined }> {
  const { id, linkKey } = isLink(room) ? parseRoomLink(room) : { id: room as string, linkKey: undefined };
  checkId(id);
  if (linkKey) {
    const about = requestOptions(options);
    const found = checkedResponse(await context.invoke<Room>(operations.roomsGet, { path: { id } }, about));
    const keys = await keysOf(found, linkKey, options?.password);
    await proveKeys(context, { id, keys }, about);
    return { id, keys };
  }
  if (!e2e) {
    await checkUnsealed(context, id, options);
    return { id, keys: undefined };
  }
  throw new LinkError(
    'missing_key',
    "the key of the room, which stands behind the # of its roomUrl, is missing: pass the whole roomUrl, or, for a room that was made with encryption: 'server', say so in each body, { …, encryption: 'server' }, or once, by client.withOptions({ encryption: 'server' }); nothing was sent",
  );
}

/** The separator before the key of a link: `%23` for `#`, and `%2523` and so on where it was encoded more than once. */
const hash = /#|%(?:25)*23/i;

const isLink = (room: unknown): room is string => typeof room === 'string' && /[/#]/.test(room);

/** The id of a room whose content this call does not seal. A link with a key is left as it is, and refused as an id. */
export function idOf(room: string): string {
  const id = isLink(room) && !hash.test(room) ? parseRoomLink(room).id : room;
  checkId(id);
  return id;
}

function checkId(id: unknown): void {
  if (typeof id !== 'string' || !/^[\w-]{43}$/.test(id)) return;
  throw new LinkError('invalid_link', 'this is the key of a link and not the id of a room; nothing was sent');
}

/** @throws LinkError before anything in the clear is sent to a room whose participants seal */
export async function checkUnsealed(
  { invoke }: Context,
  id: string,
  options: (RequestOptions & RoomOptions) | undefined,
): Promise<void> {
  const found = checkedResponse(
    await invoke<Room>(operations.roomsGet, { path: { id } }, requestOptions(options)),
  );
  if (found.encryption !== 'server') {
    throw new LinkError(
      'missing_key',
      "the room is sealed end-to-end: pass the roomUrl with its #fragment and leave out encryption: 'server'; nothing was sent",
    );
  }
  await keysOf(found, undefined, options?.password);
}
