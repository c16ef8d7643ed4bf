import type { Asset } from './i18n.ts';
import type { PartName } from './part-names.ts';

let parts: Record<string, Asset> = {};

/** Says where the parts are that a page does not need at first. */
export function offerParts(offered: Record<string, Asset>): void {
  parts = offered;
}

/**
 * Loads a part of the page when it is wanted. As of all scripts, the page says what it hashes to: the browser fetches it
 * under that, and the import finds it fetched.
 */
export async function later<Part>(name: PartName, load: () => Promise<Part>): Promise<Part> {
  const { href, integrity } = parts[name]!;
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity });
  if (link.relList.supports('modulepreload')) {
    await new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = reject;
      document.head.append(link);
    });
  }
  return load();
}
