import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The relative imports of a file, of types as well as of values. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'\n]+)'/g;

/** Imports of each file under a folder from the same folder. */
function importsUnder(folder: string): Map<string, string[]> {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT });
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [file, [...text.matchAll(IMPORT)].map(([, target]) => join(dirname(file), target!))];
    }),
  );
}

/** The first circle that is found, as a list of files; undefined if there is none. */
function circleIn(imports: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const follow = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of imports.get(file) ?? []) {
      const circle = follow(target, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('no file leads back to itself, by value or by type', () => {
  it.each([
    'packages/contract',
    'packages/masking/src',
    'packages/sdk/src',
    'packages/testing/src',
    'packages/mcp/src',
    'packages/cli/src',
    'packages/web/demo/src',
    'packages/web/src',
    'packages/web/build',
    'packages/sdk/build',
    'server/src',
  ])('in %s', (folder) => {
    const imports = importsUnder(folder);
    expect(imports.size).toBeGreaterThan(3);
    expect(circleIn(imports)).toBeUndefined();
  });

  it('and a circle is found', () => {
    const imports = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d', 'a']],
      ['d', []],
    ]);
    expect(circleIn(imports)).toEqual(['a', 'c', 'a']);
  });
});

describe('the rooms of the SDK', () => {
  /** Each room may import its line and the lines before it; types, numbers and names of the contract are below all. */
  const ROOMS = [
    ['core', 'internal'],
    ['gen'],
    ['names'],
    ['envelope'],
    ['files'],
    ['sealing'],
    ['rooms'],
    ['links'],
  ];
  const imports = [...importsUnder('packages/sdk/src')];
  const roomOf = (file: string): string | undefined => /sdk\/src\/(\w+)\//.exec(file)?.[1];
  const below = /\/gen\/(types\.gen|event-types|limits|call-limits)\.ts$/;

  it.each(ROOMS.flat())('%s imports no room that comes after it', (room) => {
    const before = ROOMS.slice(0, ROOMS.findIndex((line) => line.includes(room)) + 1).flat();
    const found = imports.filter(([file]) => roomOf(file) === room);
    const foreign = found.flatMap(([file, targets]) =>
      targets
        .filter((target) => !below.test(target) && !before.includes(roomOf(target)!))
        .map((target) => `${file} imports ${target}`),
    );
    expect(found).not.toEqual([]);
    expect(foreign).toEqual([]);
  });

  it('nothing of internal is exported', () => {
    const exporting = globSync('packages/sdk/src/**/*.ts', { cwd: ROOT }).filter((file) =>
      /^export [^;]*\bfrom '[^']*\/internal\//m.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(exporting).toEqual([]);
  });

  it('webhooks imports core and internal alone', () => {
    const foreign = imports
      .filter(([file]) => roomOf(file) === 'webhooks')
      .flatMap(([, targets]) => targets)
      .filter((target) => !/\/src\/(core|internal|webhooks)\//.test(target) && !below.test(target));
    expect(foreign).toEqual([]);
  });

  it('one part alone is loaded when it is needed: what seals', () => {
    const loading = globSync('packages/sdk/src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bimport\('([^']+)'\)/g)].map(
        ([, target]) => `${file} ${target}`,
      ),
    );
    expect(loading).toEqual(['packages/sdk/src/resources.ts ./sealed-calls.ts']);
  });
});

it('no production code imports what is for tests', () => {
  const production = ['packages/{contract,sdk,mcp,cli,web}/src/**/*.ts', 'server/src/**/*.ts'];
  const importing = production
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) =>
      /\bfrom '(?:@tempshare\/testing|@tempshare\/[\w/-]+\/testing)/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );
  expect(importing).toEqual([]);
});
