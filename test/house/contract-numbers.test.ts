import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaults, lifetimes, limits, webhookRules } from '@tempshare/contract';
import { accountDocument } from '@tempshare/contract/account';
import { openApiDocument } from '@tempshare/contract/document';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

/** Smaller ones, such as a day in seconds, and these stand for many things, among them the ranges of int32 and int64. */
const DISTINCT = 100_000;
const COMMON = [1_000_000, 2 ** 30, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER];

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};

/** The lengths and bounds of schemas, of which not all are among the constants. */
const bounds = [...JSON.stringify(openApiDocument()).matchAll(/"(?:max|min)(?:Length|imum)":(\d+)/g)].map(
  ([, number]) => Number(number),
);
const NUMBERS = new Set(
  [...numbersIn([defaults, lifetimes, limits, webhookRules]), ...bounds].filter(
    (each) => each >= DISTINCT && !COMMON.includes(each),
  ),
);

const SOURCES = globSync('{packages/*,server}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !file.includes('/gen/'),
);

/** A number that is written as one, or as a product or power of such: `25 * 1024 * 1024`. */
function valueOf(node: ts.Node): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [valueOf(node.left), valueOf(node.right)];
  if (left === undefined || right === undefined) return undefined;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.AsteriskToken) return left * right;
  return kind === ts.SyntaxKind.AsteriskAsteriskToken ? left ** right : undefined;
}

/** The numbers of a source that stand in code, and in texts as people write them, such as `26,214,400`. */
function written(file: string): number[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    const number = valueOf(node);
    if (number !== undefined) return void found.push(number);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      for (const [number] of node.text.matchAll(/\d{1,3}(?:,\d{3})+|\d{6,}/g))
        found.push(Number(number.replaceAll(',', '')));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('imports the numbers of the contract, and writes none of them again', () => {
  expect(NUMBERS).toContain(limits.fileBytes);
  const again = SOURCES.flatMap((file) =>
    written(file)
      .filter((number) => NUMBERS.has(number))
      .map((number) => `${file} writes ${number}`),
  );
  expect(again).toEqual([]);
});

it('the panel asks for passwords as long as the contract does', () => {
  const form = readFileSync(join(ROOT, 'packages/web/src/panel/kit/form.tsx'), 'utf8');
  const { NewPassword } = accountDocument().components.schemas as Record<string, { minLength: number }>;
  expect(form).toContain(`NEW_PASSWORD_LENGTH = ${NewPassword!.minLength};`);
});
