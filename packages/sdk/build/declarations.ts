import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import type { Stem } from './manifest.ts';

/** Imports of a declaration from other files of the package. */
const RELATIVE = /\b(from|import)(\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\3/g;

/** The declaration behind a relative import of another. */
const declarationOf = (file: string, target: string): string =>
  normalize(join(dirname(file), target.replace(/\.ts$/, '.d.ts')));

/** Removes the declarations that no exported one leads to. */
export function removeUnreachable(directory: string, entries: Stem[]): void {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(directory, file), 'utf8');
    for (const [, , , , target] of text.matchAll(RELATIVE)) follow(declarationOf(file, target as string));
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
  OwnBytes: "ReturnType<Uint8ArrayConstructor['of']>",
};

/**
 * Makes the declarations hold without the DOM library, before ES2022 and before TypeScript 5.7: those that use names of
 * these are given them.
 */
export function namePlatformTypes(directory: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: directory })) {
    const path = join(directory, file);
    // TypeScript 5.6 knows no arrays of bytes by what they lie in.
    const text = readFileSync(path, 'utf8')
      .replaceAll('Uint8Array<ArrayBuffer>', 'OwnBytes')
      .replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array');
    const code = text.replaceAll(/\/\*.*?\*\//gs, '');
    const used = Object.entries(PLATFORM).filter(([name]) => new RegExp(`\\b${name}\\b`).test(code));
    const types = used.map(([name, type]) => `type ${name} = ${type};\n`);
    // Without `export {}` every declaration of the file would count as exported.
    writeFileSync(path, types.length === 0 ? text : `${types.join('')}${text}export {};\n`);
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

/**
 * Makes declarations for ES modules and for CommonJS. Those of CommonJS are whole, and those of ES modules lead to them,
 * so that both have the same classes, and what one part of a program has made another takes. What leads to an optional
 * peer is there twice, since a peer's own types differ.
 */
export function forBothFormats(directory: string, entries: Stem[]): void {
  const files = globSync('**/*.d.ts', { cwd: directory });
  const texts = new Map(files.map((file) => [file, readFileSync(join(directory, file), 'utf8')]));
  const withPeer = leadingToPeers(texts);
  for (const [file, text] of texts) {
    const pointed = (extension: (target: string) => string): string =>
      text.replace(
        RELATIVE,
        (_, word: string, gap: string, quote: string, target: string) =>
          `${word}${gap}${quote}${target.replace(/\.ts$/, extension(declarationOf(file, target)))}${quote}`,
      );
    const path = join(directory, file);
    const stem = file.slice(0, -'.d.ts'.length);
    writeFileSync(
      path.replace(/\.ts$/, '.cts'),
      pointed(() => '.cjs'),
    );
    if (withPeer.has(file))
      writeFileSync(
        path,
        pointed((target) => (withPeer.has(target) ? '.js' : '.cjs')),
      );
    else if (entries.includes(stem)) writeFileSync(path, `export * from './${basename(stem)}.cjs';\n`);
    else rmSync(path);
  }
}

/** The declarations that import another package, and those that import such a declaration. */
function leadingToPeers(texts: Map<string, string>): Set<string> {
  const found = new Set<string>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [file, text] of texts) {
      const own = [...text.matchAll(RELATIVE)].map(([, , , , target]) =>
        declarationOf(file, target as string),
      );
      if (/\bfrom '[^.]/.test(text) || own.some((target) => found.has(target))) found.add(file);
    }
  }
  return found;
}
