import { checkOptions } from '../internal/check-call.ts';
import type { RequestOptions } from '../core/operation.ts';
import { checkAuthor, checkText, pick } from '../sealing/checks.ts';
import type { RoomMessageInput } from '../sealing/inputs.ts';
import { seals } from '../sealing/item.ts';
import type { RoomOptions } from '../sealing/options.ts';
import type { Sealed } from '../sealing/sealed-fields.ts';
import { create, withGiven, type GivenCall } from '../sealing/sealed-call.ts';
import { seal, type EnvelopeKeys } from '../envelope/index.ts';
import { messageLength } from '../gen/limits.ts';
import * as operations from '../gen/operations.ts';
import type { RoomMessageCreate, RoomMessageCreated } from '../gen/types.gen.ts';
import { roomToPost } from './room-keys.ts';

export const createRoomMessage = (
  room: string,
  call: GivenCall<RoomMessageInput, (RequestOptions & RoomOptions) | undefined>,
): Promise<RoomMessageCreated> =>
  withGiven(call, async (input, options) => {
    const { context } = call;
    checkOptions('rooms.messages.create', options, 'password');
    const message = pick('rooms.messages.create', input, {
      sent: ['text', 'author'],
      others: ['encryption'],
    });
    const { id, keys } = await roomToPost(context, { room, e2e: seals(input, context) }, options);
    const body = keys ? await sealMessage(message, keys, options) : message;
    const args = { path: { id }, body, options };
    return (await create<RoomMessageCreated>(call, operations.roomsMessagesCreate, args)).created;
  });

/** With an `idempotencyKey` the same message is sealed to the same bytes, so that the call can be repeated. */
export async function sealMessage(
  { text, author }: RoomMessageCreate,
  keys: EnvelopeKeys,
  { idempotencyKey: seed }: RequestOptions = {},
): Promise<RoomMessageCreate> {
  const checked = checkText('text', text, messageLength);
  const sealed: Sealed<'RoomMessageCreate'> = {
    text: await seal(checked, keys, { kind: 'message', seed }),
    author: author === undefined ? undefined : await sealAuthor(author, keys, seed),
  };
  return sealed as RoomMessageCreate;
}

export const sealAuthor = async (author: string, keys: EnvelopeKeys, seed?: string): Promise<string> =>
  seal(checkAuthor(author), keys, { kind: 'author', seed });
