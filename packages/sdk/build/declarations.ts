import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Stem } from './manifest.ts';

const RELATIVE = /\b(from|import)(\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\3/g;

/**
 * Points the relative imports of the declarations at `.js`. The compiler leaves them at `.ts`, which it resolves itself
 * but other readers of declarations do not.
 */
export function pointAtJs(directory: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: directory })) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8').replace(
      RELATIVE,
      (_, word: string, gap: string, quote: string, target: string) =>
        `${word}${gap}${quote}${target.replace(/\.ts$/, '.js')}${quote}`,
    );
    writeFileSync(path, text);
  }
}

/** Removes the declarations that no exported one leads to. */
export function removeUnreachable(directory: string, entries: Stem[]): void {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(directory, file), 'utf8');
    for (const [, , , , target] of text.matchAll(RELATIVE))
      follow(normalize(join(dirname(file), (target as string).replace(/\.js$/, '.d.ts'))));
  };
  for (const stem of entries) follow(`${stem}.d.ts`);
  for (const file of globSync('**/*.d.ts', { cwd: directory }))
    if (!reached.has(file)) rmSync(join(directory, file));
}

/** Types that not every project has by their global name, as all can express them. */
const PLATFORM = {
  BodyInit: "NonNullable<RequestInit['body']>",
  CryptoKey: 'Awaited<ReturnType<typeof crypto.subtle.importKey>>',
  ErrorOptions: '{ cause?: unknown }',
  HeadersInit: "NonNullable<RequestInit['headers']>",
  HmacImportParams: '{ name: string; hash: string; length?: number }',
  KeyUsage:
    "'decrypt' | 'deriveBits' | 'deriveKey' | 'encrypt' | 'sign' | 'unwrapKey' | 'verify' | 'wrapKey'",
};

/** Makes the declarations hold without the DOM library and before ES2022: those that use their names are given them. */
export function namePlatformTypes(directory: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: directory })) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8');
    const code = text.replaceAll(/\/\*.*?\*\//gs, '');
    const used = Object.entries(PLATFORM).filter(([name]) => new RegExp(`\\b${name}\\b`).test(code));
    if (used.length === 0) continue;
    const types = used.map(([name, type]) => `type ${name} = ${type};\n`);
    // Without `export {}` every declaration of the file would count as exported.
    writeFileSync(path, `${types.join('')}${text}export {};\n`);
  }
}

/** Halves the white space: a tab for four spaces, and a comment of one line on one line. */
export function compact(directory: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: directory })) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8')
      .replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4))
      .replaceAll(/\/\*\*\n\s*\* (.+)\n\s*\*\//g, '/** $1 */');
    writeFileSync(path, text);
  }
}
