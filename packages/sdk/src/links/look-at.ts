import { checkNames } from '../core/check-names.ts';
import { newIdempotencyKey } from '../core/idempotency-key.ts';
import { refusePassword } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import type { LinkInfo, LookAt, OpeningOptions } from './look.ts';
import { serviceOf, type OpenOptions } from './service.ts';

/** What a link says, and how it is opened without another look. */
interface LookedAt<Opened> {
  info: LinkInfo;
  open(this: void, given?: OpeningOptions): Promise<Opened>;
}

/** Looks at a link. However often it is opened then, it is one reading, under one key. */
export async function lookAtLink<Opened>(
  lookAt: LookAt<Opened>,
  link: string | URL,
  options: OpenOptions,
): Promise<LookedAt<Opened>> {
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
