import { lookAtAny, type OpenedLink } from './any-kind.ts';
import { peek, type Peeked } from './peek.ts';
import type { OpenOptions } from './service.ts';

/** A link that has been looked at, of any kind unless `Opened` says which. */
export type PeekedLink<Opened = OpenedLink> = Peeked<Opened>;

/**
 * Looks at a link without opening it; nothing is consumed.
 *
 * @throws LinkError `invalid_link`; NotFoundError when nothing is there any more
 */
export const peekLink = (link: string | URL, options?: OpenOptions): Promise<PeekedLink> =>
  peek(lookAtAny, link, options);
