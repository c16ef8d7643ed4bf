import { operations } from '../gen/operations.ts';
import type { SecretCreate, SecretCreated } from '../gen/types.gen.ts';
import { checkText, named, pick, type Treatment } from './checks.ts';
import { completeLink } from './complete-link.ts';
import { checkSealOptions, newItem, seals } from './item.ts';
import type { SealOptions } from './options.ts';
import { isPresealed, presealed } from './presealed.ts';
import { create, withGiven, type GivenCall } from './sealed-call.ts';

/** A new field of the contract does not compile until it is said here what becomes of it. */
const FIELDS = {
  expiration: 'clear',
  secret: 'sealed',
  encryption: 'key',
  password: 'key',
  kdfIterations: 'key',
  accessProofHash: 'presealed',
} as const satisfies Record<keyof SecretCreate, Treatment>;

type Call = GivenCall<SecretCreate, SealOptions | undefined>;

/** `secrets.create`: seals the value, unless that is left to the service, creates the secret, and completes its link. */
export const createSecret = (call: Call): Promise<SecretCreated> =>
  withGiven(call, async (input, options) => {
    const { context } = call;
    checkSealOptions('secrets.create', input, context, options);
    const { body, fragment } = seals(input, context) ? await draft(input, options) : { body: input };
    const result = await create<SecretCreated>(call, operations['secrets.create'], { body }, options);
    if (fragment === undefined) return result.created;
    const place = { link: 'secretUrl', id: 'secretId', remove: operations['secrets.delete'] } as const;
    return completeLink(context, result, place, fragment, options);
  });

async function draft(
  input: SecretCreate,
  options: SealOptions | undefined,
): Promise<{ body: SecretCreate; fragment?: string }> {
  if (isPresealed(input)) {
    const body = pick('secrets.create', input, PRESEALED, []);
    return { body: presealed(body, { secret: body.secret }) };
  }
  const body = pick('secrets.create', input, named(FIELDS, 'clear'), named(FIELDS, 'sealed', 'key'));
  const text = checkText('secret', input.secret, 100_000);
  const item = await newItem(input, options);
  return {
    body: { ...body, ...item.wire, secret: await item.seal('secret', text) },
    fragment: item.fragment,
  };
}

const PRESEALED = ['encryption', 'accessProofHash', 'kdfIterations', 'expiration', 'secret'] as const;
