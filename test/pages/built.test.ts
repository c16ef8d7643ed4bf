import { execFile, type ExecFileOptions } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BUILT, readSite, type ShellKind } from '@tempshare/web/site';
import { afterAll, beforeAll, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../packages/web');
const SETTINGS = { name: 'Tempshare', appUrl: 'https://share.example' };
const site = readSite(SETTINGS)!;

/** Scripts and styles that a page names. */
function filesOf(kind: ShellKind): string[] {
  const html = site.shells[kind].en!;
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(2);
  return named;
}

/** Files that the browser loads before it shows the content, compressed as they are sent. */
function weight(kind: ShellKind): number {
  return filesOf(kind).reduce((sum, path) => sum + site.assets.get(path)!.br.length, 0);
}

it('pages of links load nothing of the panel, and have none of its words', () => {
  const panel = filesOf('panel').filter((path) => !path.includes('/again-'));
  for (const kind of ['share', 'secret', 'request', 'room', 'drop'] as const) {
    expect(filesOf(kind).filter((path) => panel.includes(path))).toEqual([]);
    expect(site.shells[kind].en).not.toContain('"keys.');
  }
  expect(site.shells.panel.en).toContain('"keys.');
});

it.each([
  ['secret', 28_200],
  ['share', 34_500],
  ['panel', 90_000],
] as const)('a page for a %s weighs at most %i bytes', (kind, most) => {
  expect(weight(kind)).toBeLessThanOrEqual(most);
});

it('no script but the one for colours has what browsers of early 2022 cannot read and a build does not translate', () => {
  const scripts = [...site.assets].filter(([path]) => /(?<!colors-[^/]*)\.js$/.test(path));
  expect(scripts.length).toBeGreaterThan(5);
  // Lookbehind: Safari has it since 16.4.
  for (const [path, { identity }] of scripts)
    expect({ path, found: /\(\?<[=!]/.exec(identity.toString())?.[0] }).toEqual({ path, found: undefined });
});

const build = (out: string, options: ExecFileOptions = {}) =>
  promisify(execFile)(process.execPath, [join(WEB, 'build/main.ts'), out], options);

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'tempshare-pages-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('builds at once give the same bytes wherever they run, and who reads meanwhile reads whole pages', async () => {
  const file = join(folder, 'at-once/site.json');
  await mkdir(dirname(file));
  await copyFile(BUILT, file);
  const building = new AbortController();
  const env = { PATH: process.env.PATH, NODE_ENV: 'development', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' };
  const builds = Promise.all([build(file), build(file, { env, cwd: folder })]).finally(() =>
    building.abort(),
  );
  while (!building.signal.aborted) {
    expect([...readSite(SETTINGS, file)!.assets.keys()].sort()).toEqual([...site.assets.keys()].sort());
    await setTimeout(1);
  }
  await builds;
  expect(globSync('*', { cwd: dirname(file) })).toEqual(['site.json']);
  expect(readFileSync(file, 'utf8') === readFileSync(BUILT, 'utf8')).toBe(true);
});

it.each(['', '{"assets":[', '{"assets":[{"path":"assets/a.js"}],"shells":{}}', 'null'])(
  'pages that are damaged, such as %j, are named with what to do',
  async (content) => {
    const file = join(folder, 'damaged.json');
    await writeFile(file, content);
    expect(() => readSite(SETTINGS, file)).toThrow(
      `The built pages in ${file} are damaged, or of another version. Build them again: npm run prepare`,
    );
  },
);

it('pages that cannot be read are, too, and pages that are not there are none', () => {
  expect(() => readSite(SETTINGS, folder)).toThrow(
    'cannot be read (EISDIR). Build them again: npm run prepare',
  );
  expect(readSite(SETTINGS, join(folder, 'none.json'))).toBeUndefined();
});
