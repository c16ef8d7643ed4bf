import { checkedResponse } from '../internal/checked-response.ts';
import { LinkError, type ParsedLink } from '../sealing/link.ts';
import { lookAtLink } from './look-at.ts';
import type { LinkInfo, LookAt, OpeningOptions } from './look.ts';
import type { OpenOptions } from './service.ts';

/** A link that has been looked at, and can be opened without another look. */
export interface Peeked<Opened> extends LinkInfo {
  /**
   * Opens it as `openLink` does, with the settings that it was looked at with, but for the `signal`, which ends the look
   * alone. However often this is called, it is one reading, under one key: when the response was lost, the same content can be had again for 2 minutes, or as long as
   * the operator says. After a wrong password it is called again with the right one.
   */
  open(this: void, options?: OpeningOptions): Promise<Opened>;
}

export async function peek<Opened>(
  lookAt: LookAt<Opened>,
  link: string | URL,
  options: OpenOptions | undefined,
): Promise<Peeked<Opened>> {
  const { info, open } = await lookAtLink(lookAt, link, options);
  // Not enumerable: what is known of a link can be compared, printed and sent to another thread.
  return Object.defineProperty(checkedResponse(info, 'kind', 'encryption'), 'open', {
    value: open,
  }) as Peeked<Opened>;
}

export const only =
  <Opened>(kind: ParsedLink['kind'], lookAt: LookAt<Opened>): LookAt<Opened> =>
  async (context, link, options) => {
    if (link.kind === kind) return lookAt(context, link, options);
    throw new LinkError('invalid_link', `this is not the link of a ${kind}, but of a ${link.kind}`);
  };
