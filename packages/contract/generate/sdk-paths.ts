import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from './document.ts';

const BLOB = ts.factory.createTypeReferenceNode('Blob');

/**
 * The types by path, for the path-style client: as openapi-typescript makes them, with bytes as a Blob, as fetch takes
 * them, and with the schemas of `types.gen.ts` in place of a second copy of each.
 */
export async function sdkPaths(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify({ ...document, webhooks: {} }), {
    emptyObjectsUnknown: true,
    transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
  });
  const named = (name: string) =>
    nodes
      .filter(ts.isInterfaceDeclaration)
      .find((node) => node.name.text === name) as ts.InterfaceDeclaration;
  const paths = named('paths');
  const components = only(named('components'), ['responses', 'parameters', 'headers']);
  // The operations have these comments again, where they are shown.
  for (const node of [...paths.members.map(parametersOf), member(components, 'parameters')])
    withoutComments(node);

  const schemas = new Set<string>();
  const types = [paths, components, named('operations')].map((node) =>
    bySchemaName(undefinableQueries(node), schemas),
  );
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    `import type {\n${[...schemas]
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.gen.ts';`,
    astToString(types),
  ].join('\n');
}

type Members = ts.InterfaceDeclaration | ts.TypeLiteralNode;

const nameOf = ({ name }: ts.TypeElement): string => (name as ts.Identifier | ts.StringLiteral).text;

function only(node: ts.InterfaceDeclaration, names: string[]): ts.InterfaceDeclaration {
  const members = node.members.filter((each) => names.includes(nameOf(each)));
  return ts.factory.createInterfaceDeclaration(node.modifiers, node.name, undefined, undefined, members);
}

const member = ({ members }: Members, name: string): ts.Node =>
  members.find((each) => nameOf(each) === name) as ts.Node;

const parametersOf = (item: ts.TypeElement): ts.Node =>
  member((item as ts.PropertySignature).type as ts.TypeLiteralNode, 'parameters');

function withoutComments(node: ts.Node): void {
  ts.setSyntheticLeadingComments(node, undefined);
  ts.forEachChild(node, withoutComments);
}

/** What may be left out of a query may be undefined: `{ cursor: page.nextCursor ?? undefined }`. */
function undefinableQueries(node: ts.Node): ts.Node {
  const visit = (child: ts.Node): ts.Node =>
    ts.isPropertySignature(child) &&
    nameOf(child) === 'query' &&
    child.type &&
    ts.isTypeLiteralNode(child.type)
      ? ts.visitEachChild(
          child,
          (part) => (ts.isTypeLiteralNode(part) ? withUndefined(part) : part),
          undefined,
        )
      : ts.visitEachChild(child, visit, undefined);
  return visit(node);
}

function withUndefined({ members }: ts.TypeLiteralNode): ts.TypeLiteralNode {
  const { factory } = ts;
  const nothing = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  return factory.createTypeLiteralNode(
    members.filter(ts.isPropertySignature).map((each) => {
      const { modifiers, name, questionToken, type } = each;
      if (!questionToken || !type) return each;
      const wider = factory.createUnionTypeNode([type, nothing]);
      const copy = factory.createPropertySignature(modifiers, name, questionToken, wider);
      return ts.setSyntheticLeadingComments(copy, ts.getSyntheticLeadingComments(each));
    }),
  );
}

/** Writes `X` for `components["schemas"]["X"]`, and adds it to the names. */
function bySchemaName(node: ts.Node, names: Set<string>): ts.Node {
  const visit = (child: ts.Node): ts.Node => {
    const text = ts.isIndexedAccessTypeNode(child) ? astToString(child) : '';
    const name = /^components\["schemas"\]\["(\w+)"\]$/.exec(text.trim())?.[1];
    if (name === undefined) return ts.visitEachChild(child, visit, undefined);
    names.add(name);
    return ts.factory.createTypeReferenceNode(name);
  };
  return visit(node);
}
