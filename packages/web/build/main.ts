import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { Asset, Language, Messages } from '../src/i18n.ts';
import { integrityOf } from '../src/brand.ts';
import { BASE, BUILT, shippedLocales, type BuiltFile, type BuiltSite } from '../src/site.ts';
import { plainPage, shell } from './shell.ts';
import { KINDS, PARTS, PLAIN, messagesOf } from './kinds.ts';

const ROOT = join(import.meta.dirname, '..');
/** The file that the pages go into; another one may be named, to compare what two builds make. */
const OUT = resolve(process.argv[2] ?? BUILT);

// Whatever is set where it is built, the same sources give the same bytes.
process.env.NODE_ENV = 'production';

/** Right-to-left ones among the languages, by what Unicode says of their script. */
const dirOf = (code: string): Language['dir'] => {
  const { direction } =
    (new Intl.Locale(code) as { getTextInfo?(): { direction: string } }).getTextInfo?.() ?? {};
  return direction === 'rtl' ? 'rtl' : 'ltr';
};

/** The shipped files decide which languages there are. */
async function readLocales(): Promise<(Language & { messages: Messages })[]> {
  return Promise.all(
    shippedLocales().map(async (code) => {
      const messages = JSON.parse(await readFile(join(ROOT, 'locales', `${code}.json`), 'utf8')) as Messages;
      return { code, name: messages.language as string, dir: dirOf(code), messages };
    }),
  );
}

const hash = (algorithm: string, content: Uint8Array | string) => createHash(algorithm).update(content);

/** Scripts and style, each named by its content. */
async function bundle(): Promise<Rolldown.RolldownOutput['output']> {
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
        input: {
          ...Object.fromEntries(KINDS.map((kind) => [kind, join(ROOT, `src/pages/${kind}.tsx`)])),
          again: join(ROOT, 'src/again.ts'),
        },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: { groups: [{ name: 'shared', minShareCount: KINDS.length }] },
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

async function main(): Promise<void> {
  const [locales, output] = await Promise.all([readLocales(), bundle()]);
  const assets: BuiltFile[] = [];
  const known = new Map<string, Asset>();
  for (const file of output) {
    const content = file.type === 'chunk' ? file.code : file.source;
    const type = TYPES[file.fileName.endsWith('.css') ? 'css' : 'js'];
    assets.push(await compress(file.fileName, content, type));
    known.set(file.fileName, { href: `${BASE}/${file.fileName}`, integrity: integrityOf(content) });
  }
  const icon = await readFile(join(ROOT, 'src/icon.svg'));
  const iconPath = `assets/icon-${hash('sha256', icon).digest('base64url').slice(0, 8)}.svg`;
  assets.push(await compress(iconPath, icon, 'image/svg+xml'));

  const languages = [];
  for (const { messages, ...language } of locales) {
    const content = JSON.stringify(messages);
    const path = `assets/${language.code}-${hash('sha256', content).digest('base64url').slice(0, 8)}.json`;
    assets.push(await compress(path, content, 'application/json'));
    languages.push({ ...language, href: `${BASE}/${path}`, integrity: integrityOf(content) });
  }

  const chunks = output.filter((file) => file.type === 'chunk');
  const chunk = (wanted: string): Asset => known.get(chunks.find(({ name }) => name === wanted)!.fileName)!;
  const parts = Object.fromEntries(PARTS.map((part) => [part, chunk(part)]));
  const style = known.get(output.find(({ fileName }) => fileName.endsWith('.css'))!.fileName)!;
  const shells = {} as BuiltSite['shells'];
  for (const kind of KINDS) {
    const entry = chunks.find(({ isEntry, name }) => isEntry && name === kind)!;
    const scripts = [entry.fileName, ...importedBy(entry, chunks)].map((name) => known.get(name)!);
    shells[kind] = {};
    for (const { messages, ...language } of locales) {
      const site = { base: BASE, language, messages: messagesOf(kind, messages), languages, parts };
      shells[kind][language.code] = shell({
        ...{ kind, site, scripts, again: chunk('again'), style, icon: `${BASE}/${iconPath}` },
      });
    }
  }
  const plain = Object.fromEntries(
    PLAIN.map((name) => [
      name,
      Object.fromEntries(
        locales.map(({ messages, ...language }) => {
          const frame = { language, messages, style, icon: `${BASE}/${iconPath}` };
          return [language.code, plainPage({ ...frame, plain: name, base: BASE, languages: locales })];
        }),
      ),
    ]),
  ) as BuiltSite['plain'];
  await put({ assets, shells, plain });
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

/** What a script imports before it runs, and what that imports: all of it is named, and pinned, in the shell. */
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
