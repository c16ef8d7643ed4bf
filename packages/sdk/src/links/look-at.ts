import { checkNames } from '../internal/check-names.ts';
import { newIdempotencyKey } from '../internal/idempotency-key.ts';
import { refusePassword } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import type { LinkInfo, LookAt, OpeningOptions } from './look.ts';
import { serviceOf, type OpenOptions } from './service.ts';

interface LookedAt<Opened> {
  info: LinkInfo;
  open(this: void, given?: OpeningOptions): Promise<Opened>;
}

/** Looks at a link. However often it is opened then, it is one reading, under one key. */
export async function lookAtLink<Opened>(
  lookAt: LookAt<Opened>,
  link: string | URL,
  given: OpenOptions | undefined,
): Promise<LookedAt<Opened>> {
  const options: OpenOptions = { ...given };
  const { parsed, context } = serviceOf(link, options);
  const { info, open } = await lookAt(context, parsed, options);
  const key = newIdempotencyKey();
  return {
    info,
    async open(given) {
      const { password = options.password, author = options.author, signal, idempotencyKey } = { ...given };
      checkNames('option of open', given, OPTIONS, '; nothing was sent');
      if (takesNoPassword(parsed)) refusePassword(password);
      const used = idempotencyKey ?? options.idempotencyKey ?? key;
      return open({ password, author, signal, idempotencyKey: used });
    },
  };
}

const OPTIONS = Object.keys({
  password: 1,
  signal: 1,
  author: 1,
  idempotencyKey: 1,
} satisfies Record<keyof OpeningOptions, 1>);

export const takesNoPassword = ({ kind }: ParsedLink): boolean => kind === 'request' || kind === 'drop';
