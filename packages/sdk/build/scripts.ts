import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import type { Stem } from './manifest.ts';

/** Language level of Node.js 20 and the browsers of its time. */
const TARGET = 'es2023';

/**
 * Bundles the sources: one file for each entry, and one for each part that entries share or load on demand, as ES modules
 * and as CommonJS. Loading thirty small files instead takes Node.js five times as long.
 *
 * @param bundled the sources of packages that are bundled, too, by name
 */
export async function bundleScripts(
  source: string,
  entries: Stem[],
  directory: string,
  bundled: Record<string, string>,
): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(entries.map((stem) => [stem, join(source, `${stem}.ts`)])),
    bundle: true,
    splitting: true,
    packages: 'external',
    alias: bundled,
    format: 'esm',
    target: TARGET,
    charset: 'utf8',
    outdir: directory,
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // Importing a part for its effects alone is in vain: there are none, and bundlers would say so.
    const script = text.replaceAll(/^import "\.{1,2}\/[^"]+";\n/gm, '');
    writeFileSync(path, script);
    writeFileSync(path.replace(/\.js$/, '.cjs'), await commonJs(script));
  }
}

/**
 * The same part as CommonJS. What it loads on demand it requires: where Jest runs CommonJS there is no `import()`.
 */
async function commonJs(script: string): Promise<string> {
  const { code } = await transform(script, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    charset: 'utf8',
    supported: { 'dynamic-import': false },
    banner: '"use strict";',
  });
  return code.replaceAll(/\brequire\("(\.{1,2}\/[^"]+)\.js"\)/g, 'require("$1.cjs")');
}
