/** Programs that load every entry point of the packed SDK in the folder where it is installed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/server/server-process.ts';
import { succeed } from './execute.ts';

const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8')) as {
  exports: object;
};
/** The subpaths of modules, such as `@tempshare/sdk/webhooks`. */
export const subpaths = Object.keys(exports).map((subpath) => `@tempshare/sdk${subpath.slice(1)}`);
/** Entry points that import an optional peer dependency. */
export const withPeer = ['@tempshare/sdk/fetch'];
const loadable = subpaths.filter((subpath) => !withPeer.includes(subpath));

const IMPORTS = `
  for (const subpath of ${JSON.stringify(subpaths)}) import.meta.resolve(subpath);
  for (const subpath of ${JSON.stringify(loadable)}) await import(subpath);
  await import('@tempshare/sdk/transport.js').catch((error) => console.log(error.code));`;
const REQUIRES = `
  process.on('warning', (warning) => console.log(String(warning)));
  for (const subpath of ${JSON.stringify(subpaths)})
    if (!require.resolve(subpath).endsWith('.cjs')) console.log(subpath);
  (async () => {
    for (const subpath of ${JSON.stringify(loadable)}) {
      const [required, imported] = [require(subpath), await import(subpath)];
      const names = ({ ...all }) => Object.keys(all).sort().join();
      if (names(required) !== names(imported)) console.log(subpath, names(required), names(imported));
    }
    try { require('@tempshare/sdk/transport.js'); } catch (error) { console.log(error.code); }
  })();`;

/** The output of both programs if every subpath loads, the names of both formats are equal, and nothing else loads. */
export const LOADED = {
  imported: 'ERR_PACKAGE_PATH_NOT_EXPORTED\n',
  required: 'ERR_PACKAGE_PATH_NOT_EXPORTED\n',
};

/** Loads the package as ES modules and as CommonJS; returns what is printed. */
export async function load(node: string, app: string): Promise<typeof LOADED> {
  return {
    imported: await succeed(node, ['--input-type=module', '-e', IMPORTS], app),
    required: await succeed(node, ['--input-type=commonjs', '-e', REQUIRES], app),
  };
}
