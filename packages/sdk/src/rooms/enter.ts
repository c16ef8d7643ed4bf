import { checkOptions } from '../internal/check-call.ts';
import { checkedResponse, optionalText } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { CallOptions } from '../core/operation.ts';
import { proven } from '../sealing/access.ts';
import { LinkError, type ParsedLink } from '../sealing/link.ts';
import type { RoomOptions } from '../sealing/options.ts';
import * as operations from '../gen/operations.ts';
import type { PublicRoom, Room as RoomRecord } from '../gen/types.gen.ts';
import { byProof, bySession, GUEST, OWNER } from './operations.ts';
import { keysOf, parseRoomLink, proveKeys } from './room-keys.ts';
import { roomHandle, type Room, type RoomLimits } from './room.ts';

/** Enters a room by its link as its owner, whose posts are marked so. */
export async function enterAsOwner(
  context: Context,
  roomUrl: string,
  { password, ...options }: CallOptions & RoomOptions = {},
): Promise<Room> {
  checkOptions('rooms.open', options, 'password');
  checkNoId(roomUrl);
  const { id, linkKey } = parseRoomLink(roomUrl);
  const room = checkedResponse(
    await context.invoke<RoomRecord>(operations.roomsGet, { path: { id } }, options),
  );
  const keys = await keysOf(room, linkKey, password);
  await proveKeys(context, { id, keys }, options);
  const { name, expiresAt, encryption } = checkedResponse(room, 'name', 'expiresAt');
  const { settings } = context;
  const { timeout = settings.timeout, maxRetries = settings.maxRetries } = options;
  const limits = { timeout, maxRetries, maxRetryAfter: settings.maxRetryAfter };
  const side = { side: OWNER, access: byProof(keys) };
  return roomHandle(context, { ...side, id, name, expiresAt, encryption, keys }, limits);
}

interface As {
  author?: string | undefined;
}

export async function enterAsGuest(
  context: Context,
  { id, linkKey, outside }: ParsedLink & { outside: PublicRoom },
  { password, author, maxRetryAfter, ...options }: CallOptions & RoomOptions & RoomLimits & As,
): Promise<Room> {
  const keys = await keysOf(outside, linkKey, password);
  const access = await bySession(context, id, { keys, author });
  const enter = (options: CallOptions) =>
    context.invoke<PublicRoom>(operations.publicRoomsGet, { path: { id } }, options);
  const inside = checkedResponse(keys ? await proven(keys, access(enter, options)) : outside, 'expiresAt');
  const { expiresAt, encryption } = inside;
  const name = optionalText(inside.name) ?? '';
  const limits = { ...options, maxRetryAfter };
  return roomHandle(context, { side: GUEST, access, id, name, expiresAt, encryption, keys }, limits);
}

/** @throws LinkError for the id of a room in place of its link */
function checkNoId(roomUrl: unknown): void {
  if (typeof roomUrl !== 'string' || !/^[\da-z]{22}$/i.test(roomUrl)) return;
  throw new LinkError(
    'missing_key',
    'a room is sealed end-to-end by default, and its id alone does not hold the key: pass the whole roomUrl, with its #fragment; nothing was sent',
  );
}
