import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

const DOCUMENTS = globSync('{README.md,docs/*.md,decisions/*.md,packages/*/README.md}', { cwd: ROOT });

/** Without blocks of code, in which brackets are no links. */
const prose = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```/gm, '');

/** The anchor of a heading, as hosts of repositories make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (file: string): string[] =>
  [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

function leadsNowhere(file: string, link: string): boolean {
  const [path, anchor] = link.split('#') as [string, string?];
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

it.each(DOCUMENTS)('the links of %s lead somewhere', (file) => {
  const links = [
    ...prose(file)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, link]) => link!);
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(relative.filter((link) => leadsNowhere(file, link))).toEqual([]);
});

describe('decisions', () => {
  const INDEX = 'decisions/README.md';
  const files = DOCUMENTS.filter((file) => file.startsWith('decisions/') && file !== INDEX);

  it('have a number each', () => {
    const numbers = files.map((file) => /\/(\d{4})-[\w-]+\.md$/.exec(file)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(files.length);
  });

  it('have one line each in the index, with their title', () => {
    const lines = prose(INDEX)
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const expected = files.map((file) => {
      const [, number, title] = /^# 0*(\d+)\.? (.*)/.exec(prose(file))!;
      return `- [${number}](${file.slice('decisions/'.length)}). ${title}`;
    });
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  it.each(files)('%s has at most 40 lines', (file) => {
    expect(prose(file).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });
});
