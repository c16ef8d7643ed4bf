import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, inject, it } from 'vitest';
import { whatRuns } from './matrix-cases.ts';
import { section, tableRows } from '../support/docs/readme-blocks.ts';

/** A package as it is installed, and its reference. */
function published(name: 'sdk' | 'testing') {
  const installed = join(inject('app'), 'node_modules/@tempshare', name);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return {
    installed,
    manifest,
    api: readFileSync(join(installed, 'api.md'), 'utf8'),
    subpaths: Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json'),
    entry: (subpath: string): Promise<Record<string, unknown>> =>
      import(pathToFileURL(join(installed, manifest.exports[subpath].import.default)).href),
  };
}

const { installed, api, subpaths, entry } = published('sdk');
const readme = readFileSync(join(installed, 'README.md'), 'utf8');

describe.for(['sdk', 'testing'] as const)('api.md of @tempshare/%s', (name) => {
  const { installed, manifest, api, subpaths } = published(name);

  it('names everything that is declared by an entry point, types and their members included', () => {
    const sources = subpaths.map((subpath) => join(installed, typesOf(manifest.exports[subpath])));
    const program = ts.createProgram(sources, { noEmit: true, skipLibCheck: true, types: [] });
    const checker = program.getTypeChecker();
    const unnamed = sources.flatMap((file, i) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
      const names = checker
        .getExportsOfModule(module)
        .flatMap((symbol) => [symbol.name, ...members(symbol, checker)]);
      expect(names.length, subpaths[i]).toBeGreaterThan(0);
      return names
        .filter((name) => !isNamed(api, name) && !isOfOperation(name))
        .map((name) => `${subpaths[i]} ${name}`);
    });
    expect(unnamed).toEqual([]);
  });
});

describe('api.md of the SDK', () => {
  // The other takes an optional peer dependency.
  const entries = subpaths.filter((subpath) => subpath !== './fetch');

  it.for(entries)('names everything that %s exports', async (subpath) => {
    const exported = Object.keys(await entry(subpath));
    expect(exported.filter((name) => !isNamed(api, name))).toEqual([]);
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
    expect(tableRows(section(readme, 'Where does it run?'))).toEqual(whatRuns());
  });

  it('has a row for every class of errors', async () => {
    const named = tableRows(section(readme, 'What happens when a call fails?')).flat().join(' ');
    const classes = Object.keys(await entry('./errors')).filter((name) => name.endsWith('Error'));
    const unnamed = classes.filter((name) => name !== 'TempshareError' && !named.includes(`\`${name}\``));
    expect(unnamed).toEqual([]);
  });
});

/** The declarations of an entry point: its `types`, or those of one of its conditions. */
function typesOf(entry: string | Record<string, unknown>): string {
  const { types } = entry as { types?: string };
  return types ?? typesOf(Object.values(entry).find((each) => typeof each === 'object') as never);
}

const isNamed = (api: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(api);

/** The type of an operation or a webhook; api.md says how these are named. */
const isOfOperation = (name: string): boolean =>
  /.(Data|Errors?|Responses?|WebhookPayload|WebhookRequest)$/.test(name);

/** The members of a class or interface that is written by hand, but for what is private or has no name. */
function members(exported: ts.Symbol, checker: ts.TypeChecker): string[] {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  return (symbol.declarations ?? []).flatMap((each) =>
    (ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each)) &&
    !each.getSourceFile().fileName.includes('/gen/')
      ? [...each.members].flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []))
      : [],
  );
}

/** Members that each resource has of its base class; the declarations hide them. */
const PROTECTED = new Set(['call', 'context']);

/** The methods of an object and of the resources below it, such as `client.transfers.create(`. */
function methodsOf(path: string, object: object): string[] {
  const own = Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? methodsOf(`${path}.${name}`, value as object) : [],
  );
  const found = [...own];
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at))
      if (name !== 'constructor' && !PROTECTED.has(name)) found.push(`${path}.${name}`);
  return [...new Set(found)];
}
