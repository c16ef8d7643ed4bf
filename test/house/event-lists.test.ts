import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '@tempshare/contract';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

const TYPES: ReadonlySet<string> = new Set(eventTypes);

/** The texts that stand side by side in an array, an object, a `switch` or a union. */
function textsIn(node: ts.Node): string[] {
  const texts: ts.Node[] = [];
  if (ts.isArrayLiteralExpression(node)) texts.push(...node.elements);
  if (ts.isObjectLiteralExpression(node)) texts.push(...node.properties.flatMap(({ name }) => name ?? []));
  if (ts.isCaseBlock(node))
    texts.push(...node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? clause.expression : [])));
  if (ts.isUnionTypeNode(node))
    texts.push(...node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? type.literal : [])));
  return texts.flatMap((text) => (ts.isStringLiteralLike(text) ? text.text : []));
}

/** The lines on which a list of all types of events begins, or of all but the newest. */
function listsIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (![...TYPES].some((type) => text.includes(type))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const types = new Set(textsIn(node).filter((each) => TYPES.has(each)));
    if (types.size >= TYPES.size - 1)
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('no code or test lists the types of events: those of the contract are in eventTypes', () => {
  const files = globSync('{packages/*,server,test,examples}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|gen|dist)$/.test(path),
  });
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(listsIn)).toEqual([]);
});
