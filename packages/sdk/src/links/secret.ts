import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import { proven } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { open } from '../envelope/index.ts';
import { PublicSecretsResource } from '../gen/resources.ts';
import type { Look } from './look.ts';
import type { OpenOptions } from './service.ts';
import { checkEncryption, unlock } from './unlock.ts';
import { only, peek, type Peeked } from './peek.ts';

/** Content of a secret's link. */
export interface OpenedSecret {
  kind: 'secret';
  secret: string;
}

/**
 * Looks at the link of a secret, as `peekLink` does. A program that knows the kind of its links loads no code for others.
 *
 * @throws LinkError `invalid_link` for a link of another kind, before anything is sent; as `peekLink` does
 */
export const peekSecret = (link: string | URL, options?: OpenOptions): Promise<Peeked<OpenedSecret>> =>
  peek(only('secret', lookAtSecret), link, options);

export async function lookAtSecret(
  context: Context,
  { id, linkKey }: ParsedLink,
  { signal }: OpenOptions,
): Promise<Look<OpenedSecret>> {
  const kind = 'secret';
  const secrets = new PublicSecretsResource(context);
  const found = checkedResponse(await secrets.get(id, { signal }));
  const { requiresPassword, encryption, expiresAt } = found;
  return {
    info: { kind, requiresPassword, oneTime: true, encryption, expiresAt },
    async open({ password, ...options }) {
      const { keys, proof } = await unlock(found, linkKey, password);
      const revealed = checkedResponse(await proven(keys, secrets.reveal(id, proof, options)));
      checkEncryption(revealed.encryption, keys);
      const secret = keys
        ? await open(revealed.secret, keys, 'secret')
        : checkedResponse(revealed, 'secret').secret;
      return { kind, secret };
    },
  };
}
