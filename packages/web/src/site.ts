import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { colorSheet, hashed, integrityOf, type Colors, type FooterLink, type Logo } from './brand.ts';

export { readColors, readFooterLinks, readLogo } from './brand.ts';
export { LINK, PAGE_HEADERS, PLAIN, plainPath } from './addresses.ts';
export { PANEL_ROUTES } from './panel/routes.ts';

/** The kinds of pages: one for each shape of link. */
export type Kind = 'share' | 'secret' | 'request' | 'room' | 'drop';

/** Pages with a shell of their own: those of links, and the panel. */
export type ShellKind = Kind | 'panel';

/** The pages that belong to no link. */
export type Plain = 'home' | 'docs' | 'missing' | 'away';

/** HTML by name and language. */
type Pages<Name extends string> = Record<Name, Record<string, string>>;

/** A file as it is sent, by `Content-Encoding`, in base64. */
export interface BuiltFile {
  path: string;
  type: string;
  identity: string;
  br: string;
  gzip: string;
}

/** Result of the build: one file, so that nobody reads parts of two builds. */
export interface BuiltSite {
  assets: BuiltFile[];
  shells: Pages<ShellKind>;
  plain: Pages<Plain>;
}

/** Placeholders of the operator's settings in a shell. */
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
  shells: Pages<ShellKind>;
  plain: Pages<Plain>;
  /** The icon for browsers that ask for one without having read a page. */
  favicon: SiteFile;
}

/** Operator's settings of the pages. */
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
/** The built pages. */
export const BUILT = join(ROOT, 'dist/pages.json');

const FAVICON = join(ROOT, 'src/favicon.ico');

/** Sentences of mails, by key. */
export type MailWords = Readonly<Record<string, string>>;

/** The sentences of mails in a language. */
export const readMailWords = (code: string): MailWords =>
  JSON.parse(readFileSync(join(ROOT, 'locales/mail', `${code}.json`), 'utf8')) as MailWords;

/** The languages that the pages are written in: one for each file of `locales`. */
export function shippedLocales(): string[] {
  return readdirSync(join(ROOT, 'locales'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/**
 * Reads the built pages into memory.
 *
 * @returns undefined when they have not been built
 * @throws Error when what is there is not what a build leaves
 */
export function readSite(settings: SiteSettings, file = BUILT): Site | undefined {
  const built = readBuilt(file);
  if (!built) return undefined;
  const own = ownParts(settings);
  const filled = (html: string): string =>
    html.replaceAll(/%[A-Z]+%/g, (place) => own.places[place] ?? place);
  const filledIn = <Name extends string>(all: Pages<Name>) =>
    mapValues<Record<string, string>, Record<string, string>>(all, (pages) =>
      mapValues(pages, filled),
    ) as Pages<Name>;
  const bytes = (encoded: string): Buffer => Buffer.from(encoded, 'base64');
  const assets = built.assets.map(({ path, type, identity, br, gzip }): [string, SiteFile] => [
    `/${path}`,
    { type, identity: bytes(identity), br: bytes(br), gzip: bytes(gzip) },
  ]);
  return {
    assets: new Map([...assets, ...own.assets]),
    shells: filledIn(built.shells),
    plain: filledIn(built.plain),
    favicon: compressed('image/x-icon', readFileSync(FAVICON)),
  };
}

const mapValues = <Value, Mapped>(of: Record<string, Value>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));

const CLOCK =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M21 12a9 9 0 1 1-5-8"/><path d="M12 7v5l3 2"/></svg>';

/** A file that follows from the operator's settings. */
interface OwnAsset {
  name: string;
  extension: string;
  type: string;
  content: Buffer;
}

/** Returns the parts of each page that follow from the operator's settings, and their files. */
function ownParts({ name, appUrl, colors, logo, links = [], notice }: SiteSettings) {
  const base = new URL(appUrl).pathname.replace(/\/$/, '');
  const assets: [string, SiteFile][] = [];
  const add = ({ name: file, extension, type, content }: OwnAsset): string => {
    const path = hashed(file, content, extension);
    assets.push([path, compressed(type, content)]);
    return `${base}${path}`;
  };
  const sheet = colors && Buffer.from(colorSheet(colors));
  const sheetPath =
    sheet && add({ name: 'colors', extension: 'css', type: 'text/css; charset=utf-8', content: sheet });
  const extension = logo?.type === 'image/png' ? 'png' : 'svg';
  const picture = logo && add({ name: 'logo', extension, type: logo.type, content: logo.bytes });
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

function readBuilt(file: string): BuiltSite | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw notBuilt(file, `cannot be read (${code})`);
  }
  try {
    const { assets, shells, plain } = JSON.parse(text) as BuiltSite;
    const isWhole = assets.every(({ identity }) => typeof (identity as unknown) === 'string');
    if (isWhole && 'panel' in shells && 'home' in plain) return { assets, shells, plain };
  } catch {
    // Said below.
  }
  throw notBuilt(file, 'are damaged, or of another version');
}

const notBuilt = (file: string, why: string): Error =>
  new Error(`The built pages in ${file} ${why}. Build them again: npm run prepare`);

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
