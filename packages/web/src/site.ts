import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
export function readSite({ name, appUrl }: SiteSettings, dist = join(ROOT, 'dist')): Site | undefined {
  const built = readBuilt(dist);
  if (!built) return undefined;
  const base = new URL(appUrl).pathname.replace(/\/$/, '');
  const read = (path: string): Buffer => readFileSync(join(dist, path));
  const filled = (path: string): string =>
    read(path).toString().replaceAll(NAME, escaped(name)).replaceAll(BASE, base);
  const shells = Object.entries(built.shells).map(([kind, paths]) => [
    kind,
    Object.fromEntries(Object.entries(paths).map(([locale, path]) => [locale, filled(path)])),
  ]);
  return {
    assets: new Map(
      built.assets.map(({ path, type }) => [
        `/${path}`,
        { type, identity: read(path), br: read(`${path}.br`), gzip: read(`${path}.gz`) },
      ]),
    ),
    shells: Object.fromEntries(shells) as Site['shells'],
  };
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
