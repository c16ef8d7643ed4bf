/**
 * Links with their keys that this tab has made, by the id of the item. They stand nowhere but in this variable: when the
 * page is left or loaded again, only those who have a link have its key.
 */
let links: Readonly<Record<string, string>> = {};

/** Forgets all links, as when the session is over or another person's. */
export function forgetLinks(): void {
  links = {};
}

/** Keeps the link of an item that was sealed end to end in this tab. The server can name all other links again. */
export function keepLink(id: string, link: string): void {
  if (link.includes('#')) links = { ...links, [id]: link };
}

/** The link of an item with its key, if this tab made it. */
export const keptLink = (id: string): string | undefined => links[id];

// The browser may keep a page that is left, with all that it has in memory.
addEventListener('pagehide', forgetLinks);
