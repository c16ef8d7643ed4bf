import { LinkError, parseLink, type OpenOptions, type PeekedLink } from '@tempshare/sdk/open';
import { timedFetch } from './clock.ts';
import { sealedBy } from './foot.ts';

/** Milliseconds that pass unsaid when the service asks to wait. Whoever has to wait longer is told for how long. */
const LONGEST_WAIT = 3_000;

/** Looks at a link of one kind. */
export type Peek<Opened> = (link: string, options: OpenOptions) => Promise<PeekedLink<Opened>>;

/**
 * Looks at a link, which changes nothing.
 *
 * @throws LinkError also when the key of the link does not fit what the service says of its content: who has half a link
 *   is told before the question, not after it
 */
export async function lookAt<Opened>(peek: Peek<Opened>, link: string): Promise<PeekedLink<Opened>> {
  const info = await peek(link, { maxRetryAfter: LONGEST_WAIT, fetch: timedFetch });
  const hasKey = parseLink(link).linkKey !== undefined;
  if (info.encryption === 'e2e' && !hasKey) throw new LinkError('missing_key', 'the link has no key');
  if (info.encryption === 'server' && hasKey) throw new LinkError('not_end_to_end', 'the link has a key');
  sealedBy(info.encryption);
  return info;
}
