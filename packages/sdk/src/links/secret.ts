import { checkedResponse } from '../core/checked-response.ts';
import { proven } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { open } from '../envelope/index.ts';
import type { PublicResource } from '../gen/resources.ts';
import type { OpenOptions } from './service.ts';
import { checkEncryption, unlock } from './unlock.ts';

/** Looks at a secret, checks that it can be opened, reveals it and opens what is sealed. */
export async function openSecret(service: PublicResource, { id, linkKey }: ParsedLink, options: OpenOptions) {
  const { signal } = options;
  const secret = checkedResponse(await service.secrets.get(id, { signal }));
  const { keys, proof } = await unlock(secret, linkKey, options);
  const revealed = checkedResponse(await proven(keys, service.secrets.reveal(id, proof, { signal })));
  checkEncryption(revealed.encryption, keys);
  const value = keys
    ? await open(revealed.secret, keys, 'secret')
    : checkedResponse(revealed, 'secret').secret;
  return { kind: 'secret' as const, secret: value };
}
