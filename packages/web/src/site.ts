import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { colorSheet, hashed, integrityOf, type Colors, type FooterLink, type Logo } from './brand.ts';

export { readColors, readFooterLinks, readLogo } from './brand.ts';

/** The kinds of pages: one for each shape of link. */
export type Kind = 'share' | 'secret' | 'request' | 'room' | 'drop';

/** A file below `dist`; beside it stand `.br` and `.gz`. */
export interface BuiltFile {
  path: string;
  type: string;
}

/** What the build writes down of itself. */
export interface BuiltSite {
  assets: BuiltFile[];
  /** Where each shell is, by language. */
  shells: Record<Kind, Record<string, string>>;
}

/** What stands in a shell in place of the operator's settings. */
export const NAME = '%NAME%';
export const BASE = '%BASE%';
export const COLORS = '%COLORS%';
export const LOGO = '%LOGO%';
export const FOOTER = '%FOOTER%';

/** A file as it is sent, by `Content-Encoding`. */
export interface SiteFile {
  type: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** The built pages. */
export interface Site {
  /** By their path, as `/assets/…`. */
  assets: Map<string, SiteFile>;
  /** HTML by kind and language. */
  shells: Record<Kind, Record<string, string>>;
}

/** What an operator says of the service. */
export interface SiteSettings {
  name: string;
  colors?: Colors | undefined;
  logo?: Logo | undefined;
  links?: readonly FooterLink[] | undefined;
  /** A sentence at the foot of each page. */
  notice?: string | undefined;
  /** The public address, without a slash at its end. */
  appUrl: string;
}

const ROOT = join(import.meta.dirname, '..');

/** The languages that the pages are written in: one for each file of `locales`. */
export function shippedLocales(): string[] {
  return readdirSync(join(ROOT, 'locales'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/**
 * Reads the built pages into memory: some 100 small files.
 *
 * @returns undefined when they have not been built
 */
export function readSite(settings: SiteSettings, dist = join(ROOT, 'dist')): Site | undefined {
  const built = readBuilt(dist);
  if (!built) return undefined;
  const read = (path: string): Buffer => readFileSync(join(dist, path));
  const own = ownParts(settings);
  const filled = (path: string): string =>
    read(path)
      .toString()
      .replaceAll(/%[A-Z]+%/g, (place) => own.places[place] ?? place);
  const shells = Object.entries(built.shells).map(([kind, paths]) => [
    kind,
    Object.fromEntries(Object.entries(paths).map(([locale, path]) => [locale, filled(path)])),
  ]);
  const assets = built.assets.map(({ path, type }): [string, SiteFile] => [
    `/${path}`,
    { type, identity: read(path), br: read(`${path}.br`), gzip: read(`${path}.gz`) },
  ]);
  return {
    assets: new Map([...assets, ...own.assets]),
    shells: Object.fromEntries(shells) as Site['shells'],
  };
}

const CLOCK =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M21 12a9 9 0 1 1-5-8"/><path d="M12 7v5l3 2"/></svg>';

/** What the operator's settings put into each page, and the files that it takes. */
function ownParts({ name, appUrl, colors, logo, links = [], notice }: SiteSettings) {
  const base = new URL(appUrl).pathname.replace(/\/$/, '');
  const assets: [string, SiteFile][] = [];
  const add = (file: string, extension: string, type: string, content: Buffer): string => {
    const path = hashed(file, content, extension);
    assets.push([path, compressed(type, content)]);
    return `${base}${path}`;
  };
  const sheet = colors && Buffer.from(colorSheet(colors));
  const sheetPath = sheet && add('colors', 'css', 'text/css; charset=utf-8', sheet);
  const picture = logo && add('logo', logo.type === 'image/png' ? 'png' : 'svg', logo.type, logo.bytes);
  const entries = links.map(
    ({ label, href }) => `<a href="${escaped(href)}" rel="noreferrer">${escaped(label)}</a>`,
  );
  const footer = [...(notice ? [`<span>${escaped(notice)}</span>`] : []), ...entries].join(' ');
  const places: Record<string, string> = {
    [NAME]: escaped(name),
    [BASE]: base,
    [COLORS]: sheet ? `<link rel="stylesheet" href="${sheetPath}" integrity="${integrityOf(sheet)}">\n` : '',
    [LOGO]: picture ? `<img src="${picture}" alt="" height="28">` : CLOCK,
    [FOOTER]: footer && `<span class="own">${footer}</span>`,
  };
  return { assets, places };
}

/** A file that is made when the server starts, as it is sent. */
export function compressed(type: string, identity: Buffer): SiteFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return { type, identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) };
}

function readBuilt(dist: string): BuiltSite | undefined {
  try {
    return JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8')) as BuiltSite;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
