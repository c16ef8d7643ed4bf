import { operations } from '../gen/operations.ts';
import type { RoomCreate, RoomCreated } from '../gen/types.gen.ts';
import { named, pick, type Treatment } from './checks.ts';
import { completeLink } from './complete-link.ts';
import { checkSealOptions, newItem, seals } from './item.ts';
import type { SealOptions } from './options.ts';
import { isPresealed, presealed } from './presealed.ts';
import { create, withGiven, type GivenCall } from './sealed-call.ts';

/** The contract's own, and the password, of which the service learns nothing. */
type Input = RoomCreate & { password?: string | undefined };

/** A new field of the contract does not compile until it is said here what becomes of it. */
const FIELDS = {
  name: 'clear',
  ttlHours: 'clear',
  encryption: 'key',
  password: 'key',
  kdfIterations: 'key',
  accessProofHash: 'presealed',
} as const satisfies Record<keyof Input, Treatment>;

/** `rooms.create`: makes the keys of the room, unless the service is to seal in it, creates it, and completes its link. */
export const createRoom = (call: GivenCall<Input, SealOptions | undefined>): Promise<RoomCreated> =>
  withGiven(call, async (input, options) => {
    const { context } = call;
    checkSealOptions('rooms.create', input, context, options);
    const { body, fragment } = seals(input, context) ? await draft(input, options) : { body: input };
    const result = await create<RoomCreated>(call, operations['rooms.create'], { body }, options);
    if (fragment === undefined) return result.created;
    const place = { link: 'roomUrl', id: 'roomId', remove: operations['rooms.delete'] } as const;
    return completeLink(context, result, place, fragment, options);
  });

async function draft(
  input: Input,
  options: SealOptions | undefined,
): Promise<{ body: RoomCreate; fragment?: string }> {
  const clear = named(FIELDS, 'clear');
  if (isPresealed(input)) {
    const sent = ['encryption', 'accessProofHash', 'kdfIterations', ...clear] as const;
    return { body: presealed(pick('rooms.create', input, sent, []), {}) };
  }
  const body = pick('rooms.create', input, clear, named(FIELDS, 'key'));
  const item = await newItem(input, options);
  return { body: { ...body, ...item.wire }, fragment: item.fragment };
}
