import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { exportsOf } from './package-exports.ts';

const HEAD = `# API of @tempshare/testing

What the package exports, as its own comments have it. How to use it is in the [README](README.md), and at length in
\`docs/testing.md\` of the repository.`;

/** The reference of the mock in Markdown: each export, and the members of those that have some. */
export async function testingApiDoc(): Promise<string> {
  const { checker, entries } = exportsOf('testing');
  const sections = entries.flatMap(({ name, exported }) => [
    `## ${name}`,
    ...exported
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((each) => section(checker, each.name, each.symbol.declarations![0]!)),
  ]);
  const options = await resolveConfig(join(import.meta.dirname, 'sdk-api-head.md'));
  return format([HEAD, ...sections].join('\n\n'), { ...options, parser: 'markdown' });
}

function section(checker: ts.TypeChecker, name: string, declaration: ts.Declaration): string[] {
  const head = [`### ${name}`, `\`${signature(checker, declaration)}\``, comment(declaration)];
  if (!ts.isInterfaceDeclaration(declaration)) return head.filter((text) => text !== '');
  const members = declaration.members.map((member) => {
    const about = comment(member);
    return `- \`${oneLine(member)}\`${about && `\\\n  ${about}`}`;
  });
  return [...head.filter((text) => text !== ''), members.join('\n')];
}

/** Returns a declaration without its body or members. */
function signature(checker: ts.TypeChecker, declaration: ts.Declaration): string {
  if (ts.isFunctionDeclaration(declaration)) {
    const { name, parameters, type } = declaration;
    return `${name!.text}(${parameters.map(oneLine).join(', ')}): ${oneLine(type!)}`;
  }
  const of = (parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined): string =>
    parameters ? `<${parameters.map(oneLine).join(', ')}>` : '';
  if (ts.isInterfaceDeclaration(declaration)) {
    const bases = declaration.heritageClauses?.map((clause) => ` ${oneLine(clause)}`) ?? [];
    return `interface ${declaration.name.text}${of(declaration.typeParameters)}${bases.join('')}`;
  }
  if (!ts.isTypeAliasDeclaration(declaration)) throw new Error(`${declaration.getText()} is not described`);
  const type = checker.getTypeAtLocation(declaration);
  const literals = type.isUnion() ? type.types.filter((each) => each.isStringLiteral()) : [];
  const isShort = type.isUnion() && literals.length === type.types.length && literals.length < 10;
  const meaning = isShort ? literals.map(({ value }) => `'${value}'`).join(' | ') : oneLine(declaration.type);
  return `type ${declaration.name.text}${of(declaration.typeParameters)} = ${meaning}`;
}

const oneLine = (node: ts.Node): string =>
  node
    .getText()
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^readonly /, '')
    .replace(/;$/, '');

/** The comment on a declaration in one paragraph, with what it throws. */
function comment(declaration: ts.Node): string {
  const written = ts.getJSDocCommentsAndTags(declaration).find(ts.isJSDoc);
  const thrown = written?.tags?.filter(({ tagName }) => tagName.text === 'throws') ?? [];
  const texts = [
    ts.getTextOfJSDocComment(written?.comment),
    ...thrown.map((tag) => `Throws ${ts.getTextOfJSDocComment(tag.comment)}.`),
  ];
  return texts
    .filter((text) => text !== undefined)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}
