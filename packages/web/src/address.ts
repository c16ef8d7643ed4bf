import { encodeLinkKey } from '@tempshare/sdk/envelope';
import { parseLink } from '@tempshare/sdk/open';
import { locale } from './i18n.ts';

/**
 * The link that this page was opened with, taken out of the address bar only once it has been used: until then the page
 * can be loaded again. What gateways and messengers do to a link is left to the SDK, which mends it.
 */
let link = location.href;

/** Somebody puts the whole link in place of one that was cut: for the browser that is the same page. */
addEventListener('hashchange', () => location.reload());

/** The link, whole. */
export const theLink = (): string => link;

/** The link as the service makes it, without what was done to it on its way, to be passed on. */
export function cleanLink(): string {
  const { baseUrl, kind, id, linkKey } = parseLink(link);
  const path = kind === 'share' ? id : `${kind}/${id}`;
  return `${baseUrl.replace(/api\/v1$/, locale())}/${path}${linkKey ? `#${encodeLinkKey(linkKey)}` : ''}`;
}

/**
 * Takes the key out of the address bar, and out of this tab's session history. The history that the browser keeps of visited
 * pages still has the link as it was opened.
 */
export function forgetKey(): void {
  history.replaceState(history.state, '', addressWithoutKey());
}

/** The address of this page without its key. Absolute, since a path may begin with two slashes. */
export const addressWithoutKey = (): string =>
  location.origin + location.pathname.replace(/%(?:25)*23.*$/i, '');

/** Takes a key that came apart from the link. It is kept out of the address bar. */
export function takeKey(typed: string): void {
  link = `${addressWithoutKey()}#${typed}`;
}

/** Says another language in the address; the key stays where it is. */
export function sayLanguage(base: string, code: string): void {
  const beginning = `${location.origin}${base}/`;
  const turned = (address: string): string =>
    beginning + address.slice(beginning.length).replace(/^\/*[a-z\d-]+(?=\/|%(?:25)*2f)/i, code);
  link = turned(link);
  history.replaceState(history.state, '', turned(location.href));
}
