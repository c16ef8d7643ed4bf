/** The code blocks of Markdown files, by their headings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../server/server-process.ts';

/** A Markdown file of the checkout. */
export const markdown = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Text below a heading of the second level. */
export function section(text: string, heading: string): string {
  const found = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`There is no section "${heading}"`);
  return found;
}

/** The fenced code blocks of a section in one language, as written. */
export const codeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, word, code]) =>
    word === language ? [code as string] : [],
  );

/** The cells of the rows of a section's table, without its head. */
export const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
