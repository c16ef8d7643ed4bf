import { checkNames } from '../core/check-names.ts';
import type { Context } from '../core/context.ts';
import { newIdempotencyKey } from '../core/idempotency-key.ts';
import { refusePassword } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { PublicResource } from '../gen/resources.ts';
import { lookAtDrop, type OpenedDrop } from './drop.ts';
import type { LinkInfo, Look, OpeningOptions } from './look.ts';
import { lookAtRequest, type OpenedRequest } from './request.ts';
import { lookAtRoom, type OpenedRoom } from './room.ts';
import { lookAtSecret, type OpenedSecret } from './secret.ts';
import { serviceOf, type OpenOptions } from './service.ts';
import { lookAtShare, type OpenedShare } from './share.ts';

/** What was behind a link, discriminated by `kind`. */
export type OpenedLink = OpenedSecret | OpenedShare | OpenedRoom | OpenedRequest | OpenedDrop;

/** What a link says, and how it is opened without another look. */
interface LookedAt {
  info: LinkInfo;
  open(this: void, given?: OpeningOptions): Promise<OpenedLink>;
}

/** Looks at a link. However often it is opened then, it is one reading, under one key. */
export async function lookAtLink(link: string | URL, options: OpenOptions): Promise<LookedAt> {
  const { parsed, context } = serviceOf(link, options);
  const { info, open } = await lookAt(context, parsed, options);
  const key = newIdempotencyKey();
  return {
    info,
    async open(given = {}) {
      const { password = options.password, signal, idempotencyKey, ...rest } = given;
      checkNames('option of open', rest, ['password', 'signal', 'idempotencyKey'], '; nothing was sent');
      if (takesNoPassword(parsed)) refusePassword(password);
      return open({ password, signal, idempotencyKey: idempotencyKey ?? options.idempotencyKey ?? key });
    },
  };
}

export const takesNoPassword = ({ kind }: ParsedLink): boolean => kind === 'request' || kind === 'drop';

function lookAt(context: Context, parsed: ParsedLink, options: OpenOptions): Promise<Look<OpenedLink>> {
  const service = new PublicResource(context);
  const { signal } = options;
  switch (parsed.kind) {
    case 'secret':
      return lookAtSecret(service, parsed, { signal });
    case 'share':
      return lookAtShare(context, service, parsed, { signal });
    case 'room':
      return lookAtRoom(context, service, parsed, options);
    case 'request':
      return lookAtRequest(context, service, parsed, { signal });
    case 'drop':
      return lookAtDrop(context, service, parsed, { signal });
  }
}
