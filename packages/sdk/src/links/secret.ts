import { checkedResponse } from '../core/checked-response.ts';
import type { CallOptions } from '../core/operation.ts';
import { proven } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { open } from '../envelope/index.ts';
import type { PublicResource } from '../gen/resources.ts';
import type { Look } from './look.ts';
import { checkEncryption, unlock } from './unlock.ts';

/** What was behind the link of a secret. */
export interface OpenedSecret {
  kind: 'secret';
  secret: string;
}

/** Looks at a secret; opening it checks that it can be opened, reveals it and opens what is sealed. */
export async function lookAtSecret(
  service: PublicResource,
  { id, linkKey }: ParsedLink,
  options: CallOptions,
): Promise<Look<OpenedSecret>> {
  const kind = 'secret';
  const found = checkedResponse(await service.secrets.get(id, options));
  const { requiresPassword, encryption, expiresAt } = found;
  return {
    info: { kind, requiresPassword, oneTime: true, encryption, expiresAt },
    async open({ password, ...options }) {
      const { keys, proof } = await unlock(found, linkKey, password);
      const revealed = checkedResponse(await proven(keys, service.secrets.reveal(id, proof, options)));
      checkEncryption(revealed.encryption, keys);
      const secret = keys
        ? await open(revealed.secret, keys, 'secret')
        : checkedResponse(revealed, 'secret').secret;
      return { kind, secret };
    },
  };
}
