import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { Asset, Language, Messages, Site } from '../src/i18n.ts';
import { integrityOf } from '../src/brand.ts';
import { BASE, BUILT, shippedLocales, type BuiltFile, type BuiltSite, type ShellKind } from '../src/site.ts';
import { plainPage, shell } from './shell.ts';
import { PANEL_PARTS, PARTS } from '../src/part-names.ts';
import { KINDS, PLAIN, messagesOf } from './kinds.ts';

const ROOT = join(import.meta.dirname, '..');
/** The file that the pages go into; another one may be named, to compare what two builds make. */
const OUT = resolve(process.argv[2] ?? BUILT);

// The same sources give the same bytes in any environment.
process.env.NODE_ENV = 'production';

/** Right-to-left ones among the languages, by what Unicode says of their script. */
const dirOf = (code: string): Language['dir'] => {
  const { direction } =
    (new Intl.Locale(code) as { getTextInfo?(): { direction: string } }).getTextInfo?.() ?? {};
  return direction === 'rtl' ? 'rtl' : 'ltr';
};

/** A language with its messages: those of links, and those that only the panel has. */
interface Locale extends Language {
  messages: Messages;
  panel: Messages;
}

/** The shipped files decide which languages there are. */
async function readLocales(): Promise<Locale[]> {
  const read = async (file: string) =>
    JSON.parse(await readFile(join(ROOT, 'locales', file), 'utf8')) as Messages;
  return Promise.all(
    shippedLocales().map(async (code) => {
      const [messages, panel] = await Promise.all([read(`${code}.json`), read(`panel/${code}.json`)]);
      return { code, name: messages.language as string, dir: dirOf(code), messages, panel };
    }),
  );
}

const hash = (algorithm: string, content: Uint8Array | string) => createHash(algorithm).update(content);

type Output = Rolldown.RolldownOutput['output'];

/** Bundles pages with the scripts and the style that they share, each named by its content. */
async function bundle(input: Record<string, string>, minShareCount: number): Promise<Output> {
  const result = (await build({
    root: ROOT,
    mode: 'production',
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: { conditions: ['browser', 'module', 'default'] },
    build: {
      write: false,
      target: ['chrome100', 'firefox97', 'safari15.4'],
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input,
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: { groups: [{ name: 'shared', minShareCount }] },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return result.output;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A file that is sent as it is, and what is sent of it compressed. */
async function compress(path: string, content: Uint8Array | string, type: string): Promise<BuiltFile> {
  const bytes = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: 9 })]);
  return { path, type, identity: encoded(bytes), br: encoded(br), gzip: encoded(gz) };
}

const encoded = (bytes: Buffer): string => bytes.toString('base64');

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

const page = (kind: string): string => join(ROOT, `src/pages/${kind}.tsx`);

async function main(): Promise<void> {
  const [locales, links, panel] = await Promise.all([
    readLocales(),
    bundle(
      {
        ...Object.fromEntries(KINDS.map((kind) => [kind, page(kind)])),
        again: join(ROOT, 'src/again.ts'),
      },
      KINDS.length,
    ),
    bundle({ panel: page('panel') }, 2),
  ]);
  const assets = new Map<string, BuiltFile>();
  const known = new Map<string, Asset>();
  const add = async (path: string, content: Uint8Array | string, type: string): Promise<Asset> => {
    assets.set(path, await compress(path, content, type));
    const asset = { href: `${BASE}/${path}`, integrity: integrityOf(content) };
    known.set(path, asset);
    return asset;
  };
  for (const file of [...links, ...panel]) {
    const content = file.type === 'chunk' ? file.code : file.source;
    await add(file.fileName, content, TYPES[file.fileName.endsWith('.css') ? 'css' : 'js']);
  }
  const picture = await readFile(join(ROOT, 'src/icon.svg'));
  const pictureHash = hash('sha256', picture).digest('base64url').slice(0, 8);
  const icon = await add(`assets/icon-${pictureHash}.svg`, picture, 'image/svg+xml');

  /** Messages of every language as files, which a change of language fetches. */
  const languageFiles = (prefix: string, of: (locale: Locale) => Messages) =>
    Promise.all(
      locales.map(async (locale) => {
        const { code, name, dir } = locale;
        const content = JSON.stringify(of(locale));
        const digest = hash('sha256', content).digest('base64url').slice(0, 8);
        return {
          ...{ code, name, dir },
          ...(await add(`assets/${prefix}${code}-${digest}.json`, content, 'application/json')),
        };
      }),
    );
  const styleOf = (output: Output): Asset =>
    known.get(output.find(({ fileName }) => fileName.endsWith('.css'))!.fileName)!;
  const shells = {} as BuiltSite['shells'];
  const addShells = (
    kind: ShellKind,
    output: Output,
    partNames: readonly string[],
    languages: Site['languages'],
    messagesIn: (locale: Locale) => Messages,
  ): void => {
    const chunks = output.filter((file) => file.type === 'chunk');
    const chunkOf = (wanted: string) => chunks.find(({ name }) => name === wanted)!;
    const scriptsOf = (chunk: Rolldown.OutputChunk) => [chunk.fileName, ...importedBy(chunk, chunks)];
    const scripts = scriptsOf(chunks.find(({ isEntry, name }) => isEntry && name === kind)!);
    for (const part of partNames) {
      const unpinned = scriptsOf(chunkOf(part))
        .slice(1)
        .filter((name) => !scripts.includes(name));
      if (kind === 'panel' && unpinned.length > 0)
        throw new Error(`${part} imports ${unpinned.join()}, which the shell does not pin`);
    }
    const style = styleOf(output);
    const parts = Object.fromEntries(partNames.map((part) => [part, known.get(chunkOf(part).fileName)!]));
    shells[kind] = {};
    for (const locale of locales) {
      const { code, name, dir } = locale;
      const site = {
        ...{ base: BASE, language: { code, name, dir }, messages: messagesIn(locale) },
        ...{ languages, parts },
      };
      shells[kind][code] = shell({
        ...{ kind, site, style, again, icon: icon.href },
        scripts: scripts.map((script) => known.get(script)!),
      });
    }
  };
  const again = known.get(links.find((file) => file.type === 'chunk' && file.name === 'again')!.fileName)!;
  const languages = await languageFiles('', ({ messages }) => messages);
  for (const kind of KINDS)
    addShells(kind, links, PARTS, languages, ({ messages }) => messagesOf(kind, messages));
  const panelMessages = ({ messages, panel }: Locale): Messages => ({
    ...messagesOf('panel', messages),
    ...panel,
  });
  addShells('panel', panel, PANEL_PARTS, await languageFiles('panel-', panelMessages), panelMessages);
  const style = styleOf(links);
  const plain = Object.fromEntries(
    PLAIN.map((name) => [
      name,
      Object.fromEntries(
        locales.map(({ code, name: own, dir, messages }) => {
          const frame = { language: { code, name: own, dir }, messages, style, icon: icon.href };
          return [code, plainPage({ ...frame, plain: name, base: BASE, languages: locales })];
        }),
      ),
    ]),
  ) as BuiltSite['plain'];
  const inOrder = [...assets.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  await put({ assets: inOrder, shells, plain });
}

/** One file, which takes the place of another as a whole: who reads it meanwhile has either, and of two builds either stays. */
async function put(site: BuiltSite): Promise<void> {
  const unfinished = `${OUT}.${randomUUID()}`;
  await mkdir(dirname(OUT), { recursive: true });
  try {
    await writeFile(unfinished, JSON.stringify(site), { flush: true });
    await rename(unfinished, OUT);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Static imports of a script, transitively. The shell names and pins all of them. */
function importedBy(entry: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const follow = ({ imports }: Rolldown.OutputChunk): void => {
    for (const name of imports) {
      if (found.has(name)) continue;
      found.add(name);
      follow(chunks.find(({ fileName }) => fileName === name)!);
    }
  };
  follow(entry);
  return [...found].sort();
}

await main();
