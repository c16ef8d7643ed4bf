import { checkedResponse } from '../core/checked-response.ts';
import type { LinkInfo, OpeningOptions } from './look.ts';
import { lookAtLink, type OpenedLink } from './look-at.ts';
import type { OpenOptions } from './service.ts';

/** A link that has been looked at, and can be opened without another look. */
export interface PeekedLink extends LinkInfo {
  /**
   * Opens it as `openLink` does, with the settings that it was looked at with, but for the `signal`, which ends the look
   * alone. However often this is called, it is one reading, under one key: when the response was lost, the same content can be had again for 2 minutes, or as long as
   * the operator says. After a wrong password it is called again with the right one.
   */
  open(this: void, options?: OpeningOptions): Promise<OpenedLink>;
}

/**
 * Looks at a link without opening it; nothing is consumed.
 *
 * @throws LinkError `invalid_link`; NotFoundError when nothing is there any more
 */
export async function peekLink(link: string | URL, options: OpenOptions = {}): Promise<PeekedLink> {
  const { info, open } = await lookAtLink(link, options);
  // Not enumerable: what is known of a link can be compared, printed and sent to another thread.
  return Object.defineProperty(checkedResponse(info, 'kind', 'encryption'), 'open', {
    value: open,
  }) as PeekedLink;
}
