import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { whatRuns } from './matrix-cases.ts';
import { section, tableRows } from '../support/readme-blocks.ts';

const installed = join(inject('app'), 'node_modules/@tempshare/sdk');
const api = readFileSync(join(installed, 'api.md'), 'utf8');
const readme = readFileSync(join(installed, 'README.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

const entry = (subpath: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(installed, manifest.exports[subpath].import.default)).href);

describe('api.md', () => {
  // The others take an optional peer dependency.
  const entries = Object.keys(manifest.exports).filter(
    (subpath) => !['./testing', './fetch', './package.json'].includes(subpath),
  );

  it.for(entries)('names everything that %s exports', async (subpath) => {
    const unnamed = Object.keys(await entry(subpath)).filter(
      (name) => !new RegExp(`\\b${name}\\b`).test(api),
    );
    expect(unnamed).toEqual([]);
  });

  it('names every method of a client', async () => {
    const { Tempshare } = (await entry('.')) as { Tempshare: new (options: object) => object };
    const methods = methodsOf('client', new Tempshare({ apiKey: null, baseUrl: 'https://share.example' }));
    expect(methods.length).toBeGreaterThan(50);
    expect(methods.filter((name) => !api.includes(`\`${name}`))).toEqual([]);
  });

  it('describes types that are exported by that name', () => {
    const [, types] = api.split('\n## Types\n') as [string, string];
    const declared = readFileSync(join(installed, 'gen/types.gen.d.cts'), 'utf8');
    const names = [...types.matchAll(/^### (\w+)$/gm)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !declared.includes(`export type ${name} =`))).toEqual([]);
  });
});

describe('the README of the package', () => {
  it('lists what the package is tried with', () => {
    expect(tableRows(section(readme, 'Runtimes'))).toEqual(whatRuns());
  });

  it('has a row for every class of errors', async () => {
    const named = tableRows(section(readme, 'Errors')).flat().join(' ');
    const classes = Object.keys(await entry('./errors')).filter((name) => name.endsWith('Error'));
    const unnamed = classes.filter((name) => name !== 'TempshareError' && !named.includes(`\`${name}\``));
    expect(unnamed).toEqual([]);
  });
});

/** What each resource has of its base class; the declarations hide it. */
const PROTECTED = 'call';

/** The methods of an object and of the resources below it, such as `client.transfers.create(`. */
function methodsOf(path: string, object: object): string[] {
  const own = Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? methodsOf(`${path}.${name}`, value as object) : [],
  );
  const found = [...own];
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at))
      if (name !== 'constructor' && name !== PROTECTED) found.push(`${path}.${name}`);
  return [...new Set(found)];
}
