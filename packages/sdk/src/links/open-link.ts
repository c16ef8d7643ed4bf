import { refusePassword } from '../sealing/access.ts';
import { parseLink } from '../sealing/link.ts';
import { lookAtAny, type OpenedLink } from './any-kind.ts';
import { lookAtLink, takesNoPassword } from './look-at.ts';
import type { OpenOptions } from './service.ts';

/**
 * Opens any link of a service, without an API key, as its recipient does: a secret, text, link or debug share gives
 * its content, a file its bytes when they are asked for, a room, request or inbox a handle to take part. Opening a
 * one-time item consumes it: for everybody else it is gone from then on. A response that is lost on its way is asked for
 * again, under the same key, and comes again.
 *
 * `peekLink` looks at a link, and opens it without another look.
 *
 * @example
 * const opened = await openLink('https://share.example/en/secret/…#…', { password });
 * if (opened.kind === 'secret') console.log(opened.secret);
 *
 * @throws LinkError when the link cannot be opened as it is: nothing was consumed then
 * @throws NotFoundError when nothing is there any more; PermissionDeniedError when the password is wrong or, beside one,
 *   the link was damaged, which consumes nothing
 * @throws EnvelopeError when the content does not open with the link's key
 */
export async function openLink(link: string | URL, options?: OpenOptions): Promise<OpenedLink> {
  if (takesNoPassword(parseLink(link))) refusePassword(options?.password);
  return (await lookAtLink(lookAtAny, link, options)).open({ signal: options?.signal });
}
