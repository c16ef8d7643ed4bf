import { parseUrl } from '../core/parse-url.ts';
import { AnswerError } from '../core/tempshare-error.ts';

/** On this machine: `localhost` and `127.0.0.1` are one service under two names, whose pages may have a port of their own. */
const isLocal = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * A link with the key that makes it whole. The key goes to whoever the link leads to, so it is added to a link to the
 * service's own pages alone.
 *
 * @param origins where these may be
 * @throws AnswerError for a link to anywhere else, and for one that has a fragment already
 */
export function completeLink(link: string, fragment: string, origins: readonly string[]): string {
  const url = parseUrl(link);
  const refuse = (what: string, code?: 'foreign_link'): never => {
    throw new AnswerError(
      `the service answered with ${what}, so that the key was not added, and nobody can open what was created`,
      code && { code },
    );
  };
  if (!url || /[#\s]|%23/i.test(link)) refuse('a link that is none, or that has a fragment already');
  const { origin, username, password } = url!;
  if (!origins.includes(origin) && !(isLocal(url!) && origins.some((own) => isLocal(new URL(own))))) {
    refuse(
      `a link to another origin (${origin}) than those it may be at (${origins.join(', ')}; if its pages are there, pass { appUrl } or set the variable SERVICE_APP_URL)`,
      'foreign_link',
    );
  }
  if (username || password) refuse('a link with user information');
  return link + fragment;
}
