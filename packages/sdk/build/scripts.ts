import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Stem } from './manifest.ts';

/**
 * Bundles the sources: one file for each entry, and one for each part that entries share or load on demand. Loading
 * thirty small files instead takes Node.js five times as long.
 */
export async function bundleScripts(source: string, entries: Stem[], directory: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(entries.map((stem) => [stem, join(source, `${stem}.ts`)])),
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    outdir: directory,
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // Importing a part for its effects alone is in vain: there are none, and bundlers would say so.
    writeFileSync(path, text.replaceAll(/^import "\.{1,2}\/[^"]+";\n/gm, ''));
  }
}
