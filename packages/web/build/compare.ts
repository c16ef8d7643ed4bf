/**
 * Compares what a server sends with what these sources make: `node packages/web/build/compare.ts https://share.example`.
 */
import { readSite } from '../src/site.ts';

const [address] = process.argv.slice(2);
if (address === undefined || !URL.canParse(address)) {
  console.error('Usage: node packages/web/build/compare.ts https://share.example');
  process.exit(2);
}
const base = address.replace(/\/$/, '');
const site = readSite({ name: '', appUrl: base });
if (!site) {
  console.error('The pages are not built here. Run: npm ci');
  process.exit(2);
}

/** Stylesheet of an operator's own colours. */
const OWN = /"\/assets\/colors-[\w-]+\.css"/;
const differences: string[] = [];

const fetched = async (path: string): Promise<Buffer> => {
  const response = await fetch(`${base}${path}`);
  return Buffer.from(await response.arrayBuffer());
};

for (const [path, { identity }] of site.assets) {
  if (!identity.equals(await fetched(path))) differences.push(path);
}
/** Scripts and styles of a page with their hashes; their paths are the server's own. */
const named = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag.replace(/"[^"]*(?=\/assets\/)/, '"'))
    .filter((tag) => !OWN.test(tag));
for (const [kind, pages] of Object.entries(site.shells)) {
  for (const [locale, html] of Object.entries(pages)) {
    const path =
      kind === 'panel' ? '/account' : `/${locale}/${kind === 'share' ? '' : `${kind}/`}${'0'.repeat(22)}`;
    if (named((await fetched(path)).toString()).join() !== named(html).join()) differences.push(path);
  }
}
for (const [locale, html] of Object.entries(site.plain.home)) {
  if (named((await fetched(`/${locale}`)).toString()).join() !== named(html).join()) {
    differences.push(`/${locale}`);
  }
}
for (const path of differences) console.log(`not the same: ${path}`);
console.log(differences.length === 0 ? `same: ${site.assets.size} files, and all pages run them` : '');
process.exitCode = Math.min(1, differences.length);
