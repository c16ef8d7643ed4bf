import { e2eFields } from '../gen/e2e-fields.ts';
import { secretLength } from '../gen/limits.ts';
import * as operations from '../gen/operations.ts';
import type { SecretCreate, SecretCreated } from '../gen/types.gen.ts';
import { checkText, pick } from './checks.ts';
import { completeLink } from './complete-link.ts';
import { checkSealOptions, newItem, seals } from './item.ts';
import type { SealOptions } from './options.ts';
import { isPresealed, presealed } from './presealed.ts';
import { sealedFields, type Sealed } from './sealed-fields.ts';
import { create, withGiven, type GivenCall } from './sealed-call.ts';

type Call = GivenCall<SecretCreate, SealOptions | undefined>;

export const createSecret = (call: Call): Promise<SecretCreated> =>
  withGiven(call, async (input, options) => {
    const { context } = call;
    checkSealOptions('secrets.create', context, { body: input, options });
    const { body, fragment } = seals(input, context) ? await draft(input, options) : { body: input };
    const result = await create<SecretCreated>(call, operations.secretsCreate, { body, options });
    if (fragment === undefined) return result.created;
    const place = { link: 'secretUrl', id: 'secretId', remove: operations.secretsDelete } as const;
    return completeLink(context, result, { ...place, fragment, options });
  });

async function draft(
  input: SecretCreate,
  options: SealOptions | undefined,
): Promise<{ body: SecretCreate; fragment?: string }> {
  if (isPresealed(input)) {
    const body = pick('secrets.create', input, { sent: sealedFields('SecretCreate') });
    return { body: presealed(body, { secret: body.secret }) };
  }
  const { clear } = e2eFields.SecretCreate;
  const others = ['secret', 'encryption', 'password', 'kdfIterations'] as const;
  const body = pick('secrets.create', input, { sent: clear, others });
  const text = checkText('secret', input.secret, secretLength);
  const item = await newItem(input, options);
  const sealed: Sealed<'SecretCreate'> = { secret: await item.seal('secret', text) };
  return { body: { ...body, ...item.wire, ...sealed } as SecretCreate, fragment: item.fragment };
}
