/**
 * Builds the demo out of the built pages: static files for any path of any host.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { PAGE_POLICY } from '../src/addresses.ts';
import { readSite, shippedLocales } from '../src/site.ts';
import { BASE } from './src/pages.ts';
import { escaped, inEveryLanguage, languageRules, type Languages, type Words } from './src/words.ts';

const WEB = join(import.meta.dirname, '..');
/** Name that the build of the worker takes in place of its digest. */
const UNNAMED = '__digest of the demo__';

/** @throws Error when the pages are not built */
export async function buildDemo(out: string): Promise<void> {
  const site = readSite({ name: 'Tempshare', appUrl: `https://demo.invalid${BASE}` });
  if (!site) throw new Error('The pages are not built. Run: npm run prepare');
  const languages = await readLanguages();
  const [worker, start] = await Promise.all([script('worker', 'iife'), script('start', 'es')]);
  const pages = Object.entries({ ...site.shells, ...site.plain }).flatMap(([name, byLocale]) =>
    Object.entries(byLocale).map(([code, html]): [string, string] => [`site/${name}.${code}.txt`, html]),
  );
  const style =
    (await readFile(join(import.meta.dirname, 'demo.css'), 'utf8')) + languageRules(Object.keys(languages));
  const files = new Map<string, string | Buffer>([
    ...pages,
    ...[...site.assets].map(([path, { identity }]): [string, Buffer] => [path.slice(1), identity]),
    ['site/languages.txt', JSON.stringify(languages)],
    ['demo.css', style],
    ['favicon.ico', site.favicon.identity],
    ['start.js', start],
    ['index.html', firstPage(site.plain.home['en']!, languages)],
  ]);
  const digest = createHash('sha256');
  for (const [path, content] of [...files, ['sw.js', worker] as const]) digest.update(path).update(content);
  files.set('sw.js', worker.replaceAll(UNNAMED, digest.digest('base64url').slice(0, 12)));
  await put(out, files);
}

/** Writes the files beside their place, and puts them there once they are whole. */
async function put(out: string, files: ReadonlyMap<string, string | Buffer>): Promise<void> {
  const unfinished = `${out}.${process.pid}`;
  for (const folder of ['', 'assets', 'site']) await mkdir(join(unfinished, folder), { recursive: true });
  await Promise.all([...files].map(([path, content]) => writeFile(join(unfinished, path), content)));
  await rm(out, { recursive: true, force: true });
  await mkdir(dirname(out), { recursive: true });
  await rename(unfinished, out);
}

async function readLanguages(): Promise<Languages> {
  const entries = shippedLocales().map(async (code) => {
    const words = JSON.parse(await readFile(join(WEB, 'locales/demo', `${code}.json`), 'utf8')) as Words;
    return [code, { dir: code === 'ar' ? 'rtl' : 'ltr', words }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Bundles a script into one file. */
async function script(name: 'worker' | 'start', format: 'iife' | 'es'): Promise<string> {
  const result = (await build({
    root: import.meta.dirname,
    mode: 'production',
    configFile: false,
    envDir: false,
    // A worker is no module, and what Vite says of `import.meta` is about pages.
    logLevel: 'error',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(UNNAMED) },
    resolve: { conditions: ['browser', 'module', 'default'] },
    build: {
      write: false,
      target: ['chrome100', 'firefox97', 'safari15.4'],
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, `src/${name}.ts`),
        output: { format, codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [{ code }, ...more] = result.output;
  if (more.length > 0)
    throw new Error(`${name} is more than one file: ${more.map(({ fileName }) => fileName).join()}`);
  return code;
}

/** The only page that a host sends by itself. It has its policy in an element, since a host may send no headers. */
function firstPage(home: string, languages: Languages): string {
  const policy = PAGE_POLICY.filter((rule) => !rule.startsWith('frame-ancestors'))
    .join('; ')
    .replace("trusted-types 'none'", 'trusted-types demo');
  const paragraphs = (name: string, key: keyof Words): string =>
    `<div class="every ${name}">\n${inEveryLanguage(languages, (words) => escaped(words[key]))}\n</div>`;
  return home
    .replace(
      '<meta charset="utf-8">',
      (charset) => `${charset}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace(
      '</head>',
      '<link rel="stylesheet" href="./demo.css">\n<script type="module" src="./start.js"></script>\n</head>',
    )
    .replace(/<title>[^·]*· */, '<title>')
    .replace(
      /<main>[\s\S]*<\/nav>/,
      () => `<main>
<section class="card">
<h1>Tempshare</h1>
${paragraphs('starting', 'demo.starting')}
${paragraphs('unable', 'demo.unable')}
</section>
</main>`,
    )
    .replace(/<footer>[\s\S]*<\/footer>\n/, '')
    .replaceAll(`${BASE}/`, './');
}
