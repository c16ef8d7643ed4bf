/**
 * The link that this page was opened with, taken out of the address bar only once it has been used: until then the page
 * can be loaded again. What gateways and messengers do to a link is left to the SDK, which mends it.
 */
let link = location.href;

/** Somebody puts the whole link in place of one that was cut: for the browser that is the same page. */
addEventListener('hashchange', () => location.reload());

/** The link, whole. */
export const theLink = (): string => link;

/** The link without what others have put behind its id, to be passed on. */
export function cleanLink(): string {
  const [address = '', ...fragments] = link.split(/#|%(?:25)*23/i);
  const { origin, pathname } = new URL(address);
  const fragment = fragments.join('#');
  return `${origin}${pathname.replace(/[^\dA-Za-z]+$/, '')}${fragment && `#${fragment}`}`;
}

/** Takes the key out of the address bar, and with it out of the browser's history. */
export function forgetKey(): void {
  history.replaceState(history.state, '', location.pathname.replace(/%(?:25)*23.*$/i, ''));
}

/** Says another language in the address; the key stays where it is. */
export function sayLanguage(base: string, code: string): void {
  const beginning = `${location.origin}${base}/`;
  const turned = (address: string): string =>
    beginning + address.slice(beginning.length).replace(/^[^/]+/, code);
  link = turned(link);
  history.replaceState(history.state, '', turned(location.href));
}
