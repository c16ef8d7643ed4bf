import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Every import of a file: paths relative to the root for our own files, names for packages. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = [...text.matchAll(/\b(?:from\s|import\s*\(?)\s*'([^'\n]+)'/g)].map(
    (match) => match[1] as string,
  );
  return found.map((target) =>
    target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), target)) : target,
  );
}

const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !/\/gen\/|node_modules|\.test\.ts$/.test(file));

const imports = (pattern: string): { file: string; target: string }[] =>
  files(pattern).flatMap((file) => importsOf(file).map((target) => ({ file, target })));

/** Rooms of the server, except those that compose features. */
const KERNEL = /^server\/src\/(?!features\/|admin\/|items\/|settings\/|start\/)[\w-]+\//;

/** The folder of a feature, whatever room of it a file is in. */
const featureOf = (file: string): string | undefined => /^server\/src\/features\/[^/]+\//.exec(file)?.[0];

describe('imports follow the house', () => {
  it('the contract imports nothing of ours', () => {
    const foreign = imports('packages/contract/src/**/*.ts').filter(
      ({ target }) => target.startsWith('@tempshare/') || !/^(packages\/contract\/|node:)/.test(target),
    );
    expect(foreign).toEqual([]);
  });

  it('the SDK imports what it is published with', () => {
    const foreign = imports('packages/sdk/src/**/*.ts').filter(
      ({ file, target }) =>
        !/^(packages\/sdk\/|openapi-fetch$)/.test(target) &&
        !(file === 'packages/sdk/src/webhooks/node.ts' && target === 'node:crypto'),
    );
    expect(foreign).toEqual([]);
  });

  it('the mock imports the contract, what the SDK exports, and MSW', () => {
    const foreign = imports('packages/testing/src/**/*.ts').filter(
      ({ target }) => !/^(packages\/testing\/|@tempshare\/(contract|sdk)(\/|$)|msw$)/.test(target),
    );
    expect(foreign).toEqual([]);
  });

  it('the tool server imports the SDK, and the one it speaks its protocol with', () => {
    const foreign = imports('packages/mcp/src/**/*.ts').filter(
      ({ target }) =>
        !/^(packages\/mcp\/|@tempshare\/sdk(\/(envelope|types))?$|@modelcontextprotocol\/server|node:)/.test(
          target,
        ),
    );
    expect(foreign).toEqual([]);
  });

  it('the command line imports what the SDK exports, and what reads arguments and draws codes', () => {
    const foreign = imports('packages/cli/src/**/*.ts').filter(
      ({ target }) =>
        !/^(packages\/cli\/|@tempshare\/sdk(\/|$)|commander$|fflate$|lean-qr\/nano$|node:)/.test(target),
    );
    expect(foreign).toEqual([]);
  });

  it('the pages import the SDK, the contract, and what draws and builds them', () => {
    const foreign = imports('packages/web/{src,build}/**/*.{ts,tsx}').filter(
      ({ target }) =>
        !/^(packages\/web\/|@tempshare\/(sdk(\/(open|envelope|names|types))?|contract(\/account\/(types|constants|operations))?)$|openapi-fetch$|preact(\/hooks)?$|preact-iso$|punycode\/$|fflate$|lean-qr\/nano$|@simplewebauthn\/browser$|@scure\/bip39\/wordlists\/|@speed-highlight\/core\/|vite$|node:)/.test(
          target,
        ),
    );
    expect(foreign).toEqual([]);
  });

  it('the demo imports the pages, the mock, the SDK and the contract, and nothing imports the demo', () => {
    const foreign = imports('packages/web/demo/**/*.ts').filter(
      ({ target }) =>
        !/^(packages\/(web|testing\/src)\/|@tempshare\/(sdk(\/open)?|contract(\/account(\/(constants|operations))?)?)$|vite$|node:)/.test(
          target,
        ),
    );
    const users = imports('{packages,server,examples}/**/*.{ts,tsx}').filter(
      ({ file, target }) =>
        target.startsWith('packages/web/demo/') && !/^packages\/web\/(demo|test)\//.test(file),
    );
    expect([foreign, users]).toEqual([[], []]);
  });

  it('the server imports signing, the envelope and the rules of names from the SDK, the masking, and the built pages', () => {
    const foreign = imports('server/{src,migrations,generate,test}/**/*.ts').filter(
      ({ target }) =>
        /^(packages\/|@tempshare\/)/.test(target) &&
        !/^@tempshare\/(contract(\/(document|account))?|masking|sdk\/(webhooks\/sign|envelope|names)|web\/site)$/.test(
          target,
        ),
    );
    expect(foreign).toEqual([]);
  });

  it('examples use published packages only', () => {
    const foreign = imports('examples/**/*.ts').filter(({ target }) =>
      /^(packages|server|test)\//.test(target),
    );
    expect(foreign).toEqual([]);
  });

  it('the kernel imports no feature', () => {
    const foreign = imports('server/src/**/*.ts').filter(
      ({ file, target }) => KERNEL.test(file) && target.startsWith('server/src/features/'),
    );
    expect(foreign).toEqual([]);
  });

  it('masking is entered by its door', () => {
    const foreign = imports('server/src/**/*.ts').filter(
      ({ file, target }) =>
        target.startsWith('server/src/masking/') &&
        !file.startsWith('server/src/masking/') &&
        target !== 'server/src/masking/masker.ts',
    );
    expect(foreign).toEqual([]);
  });

  it('a feature reaches another feature only through its noun', () => {
    const foreign = imports('server/src/features/**/*.ts').filter(({ file, target }) => {
      const other = featureOf(target) !== undefined && featureOf(target) !== featureOf(file);
      return other && /(\/|-)(store|handlers|jobs|feature)\.ts$/.test(target);
    });
    expect(foreign).toEqual([]);
  });

  it('a store imports the kernel and its own folder', () => {
    const foreign = imports('server/src/features/**/{store,*-store}.ts').filter(
      ({ file, target }) =>
        target.startsWith('server/') && !KERNEL.test(target) && featureOf(target) !== featureOf(file),
    );
    expect(foreign).toEqual([]);
  });

  it('only config reads the environment', () => {
    const readers = files('server/src/**/*.ts').filter((file) =>
      /^(?!\s*(?:\/\/|\*)).*process\.env/m.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(readers.sort()).toEqual([
      'server/src/admin.ts',
      'server/src/main.ts',
      'server/src/workers/worker.ts',
    ]);
    const ofCommands = files('packages/{cli,mcp}/src/**/*.ts').filter((file) =>
      /process\.env|env[^;\n]*\} = process\b/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(ofCommands.sort()).toEqual(['packages/cli/src/main.ts', 'packages/mcp/src/main.ts']);
  });

  it('only the pipeline sees requests and responses of Express', () => {
    const seers = files('server/src/features/**/*.ts').filter((file) => importsOf(file).includes('express'));
    expect(seers).toEqual([]);
  });
});
