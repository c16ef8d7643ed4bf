import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { PublicRoomsResource } from '../gen/resources.ts';
import { enterAsGuest } from '../rooms/enter.ts';
import type { Room } from '../rooms/room.ts';
import type { Look } from './look.ts';
import type { OpenOptions } from './service.ts';
import { only, peek, type Peeked } from './peek.ts';

/** Content of a room's link. */
export interface OpenedRoom {
  kind: 'room';
  room: Room;
}

/** Looks at the link of a room, as `peekSecret` does at a secret's. */
export const peekRoom = (link: string | URL, options?: OpenOptions): Promise<Peeked<OpenedRoom>> =>
  peek(only('room', lookAtRoom), link, options);

export async function lookAtRoom(
  context: Context,
  parsed: ParsedLink,
  { signal, timeout, maxRetries, maxRetryAfter }: OpenOptions,
): Promise<Look<OpenedRoom>> {
  const outside = checkedResponse(await new PublicRoomsResource(context).get(parsed.id, { signal }));
  const { encryption, kdfIterations, expiresAt } = outside;
  const requiresPassword = kdfIterations !== undefined;
  return {
    info: { kind: 'room', requiresPassword, oneTime: false, encryption, expiresAt },
    async open({ password, author, signal }) {
      const options = { password, author, signal, timeout, maxRetries, maxRetryAfter };
      return { kind: 'room', room: await enterAsGuest(context, { ...parsed, outside }, options) };
    },
  };
}
