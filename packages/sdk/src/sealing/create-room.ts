import { e2eFields } from '../gen/e2e-fields.ts';
import * as operations from '../gen/operations.ts';
import type { RoomCreate, RoomCreated } from '../gen/types.gen.ts';
import { pick } from './checks.ts';
import { completeLink } from './complete-link.ts';
import { checkSealOptions, newItem, seals } from './item.ts';
import type { SealOptions } from './options.ts';
import { isPresealed, presealed } from './presealed.ts';
import { sealedFields, type Sealed } from './sealed-fields.ts';
import { create, withGiven, type GivenCall } from './sealed-call.ts';

/** The contract's own, and the password, of which the service learns nothing. */
type Input = RoomCreate & { password?: string | undefined };

export const createRoom = (call: GivenCall<Input, SealOptions | undefined>): Promise<RoomCreated> =>
  withGiven(call, async (input, options) => {
    const { context } = call;
    checkSealOptions('rooms.create', context, { body: input, options });
    const { body, fragment } = seals(input, context) ? await draft(input, options) : { body: input };
    const result = await create<RoomCreated>(call, operations.roomsCreate, { body, options });
    if (fragment === undefined) return result.created;
    const place = { link: 'roomUrl', id: 'roomId', remove: operations.roomsDelete } as const;
    return completeLink(context, result, { ...place, fragment, options });
  });

async function draft(
  input: Input,
  options: SealOptions | undefined,
): Promise<{ body: RoomCreate; fragment?: string }> {
  if (isPresealed(input))
    return { body: presealed(pick('rooms.create', input, { sent: sealedFields('RoomCreate') }), {}) };
  const { clear } = e2eFields.RoomCreate;
  const body = pick('rooms.create', input, {
    sent: clear,
    others: ['encryption', 'password', 'kdfIterations'],
  });
  const item = await newItem(input, options);
  const sealed: Sealed<'RoomCreate'> = {};
  return { body: { ...body, ...item.wire, ...sealed }, fragment: item.fragment };
}
