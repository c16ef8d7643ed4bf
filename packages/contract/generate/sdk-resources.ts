import type { OpenApiDocument, Operation } from './document.ts';
import { sealedBodies } from './e2e-fields.ts';
import { returnsBytes, rowOf } from './sdk-operations.ts';

/**
 * Whether the method of an operation is written by hand, since it seals first (packages/sdk/src/resources.ts). Its class
 * is abstract: one that is not written does not compile.
 */
type Seals = (operation: Operation) => boolean;

interface Resource {
  operations: Map<string, Operation>;
  children: Map<string, Resource>;
}

/**
 * The SDK's resource classes: `transfers.create` becomes `client.transfers.create(body, options)`. Path parameters come
 * first and by position, then the body or the query, then the options of the call. Each method is held to the types that
 * @hey-api/openapi-ts makes, and sends through the client's transport.
 */
export function sdkResources(document: OpenApiDocument, operations: Operation[]): string {
  const bodies = new Set(sealedBodies(document).map(([name]) => name));
  // Owners' operations only: openLink seals what recipients send.
  const seals: Seals = ({ auth, bodySchema = '' }) => auth === 'bearer' && bodies.has(bodySchema);
  const root = newResource();
  for (const operation of operations) {
    const names = operation.id.split('.');
    const method = names.pop() as string;
    let resource = root;
    for (const name of names) {
      if (!resource.children.has(name)) resource.children.set(name, newResource());
      resource = resource.children.get(name) as Resource;
    }
    resource.operations.set(method, operation);
  }
  const types = operations.flatMap((operation) => [
    ...(operation.responseType === 'application/json' ? [`${typeName(operation.id)}Response`] : []),
    ...(seals(operation) ? [] : [`${typeName(operation.id)}Data`]),
  ]);
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { APIPromise } from '../core/api-promise.ts';",
    "import type { CallOptions, RequestOptions } from '../core/operation.ts';",
    "import { paginate, type PagePromise } from '../core/pagination.ts';",
    "import { Resource, type Given } from '../core/resource.ts';",
    `import type {\n${types
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.gen.ts';`,
    '',
    ...classes('', root, seals),
  ].join('\n');
}

const newResource = (): Resource => ({ operations: new Map(), children: new Map() });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The name that openapi-ts makes of an operationId. */
export const typeName = (id: string): string => id.split('.').map(capital).join('');

/** The classes of a resource, its children's before its own. */
function classes(name: string, resource: Resource, seals: Seals): string[] {
  const children = [...resource.children].flatMap(([child, node]) =>
    classes(name + capital(child), node, seals),
  );
  const fields = [...resource.children].map(([child, node]) => {
    const type = `${name}${capital(child)}Resource`;
    return isAbstract(node, seals)
      ? `  abstract readonly ${child}: ${type};`
      : `  readonly ${child}: ${type} = new ${type}(this.context());`;
  });
  const methods = [...resource.operations].map(([method, operation]) => emitMethod(method, operation, seals));
  return [
    ...children,
    `export ${isAbstract(resource, seals) ? 'abstract ' : ''}class ${name}Resource${name === '' ? 's' : ''} extends Resource {`,
    ...fields,
    ...methods,
    '}',
    '',
  ];
}

/** Whether a method of the resource, or of one below it, is written by hand. */
const isAbstract = ({ operations, children }: Resource, seals: Seals): boolean =>
  [...operations.values()].some(seals) || [...children.values()].some((child) => isAbstract(child, seals));

function emitMethod(method: string, operation: Operation, seals: Seals): string {
  const { id, requestType, responseType, pathParameters, queryParameters } = operation;
  const type = typeName(id);
  if (seals(operation)) return `\n  abstract ${method}(...args: never): APIPromise<${type}Response>;`;
  const parameters = pathParameters.map((name) => `${name}: string`);
  const sent: string[] = [];
  if (pathParameters.length > 0) sent.push(`path: { ${pathParameters.join(', ')} }`);
  if (requestType !== undefined) {
    const body = requestType === 'application/json' ? `Given<${type}Data['body']>` : `${type}Data['body']`;
    parameters.push(operation.bodyRequired ? `body: ${body}` : `body: ${body} = {}`);
    sent.push('body');
  } else if (queryParameters.length > 0) {
    parameters.push(`query?: Given<${type}Data['query']>`);
    sent.push('query');
  }
  parameters.push(`options?: ${optionsOf(operation)}`);
  const data = responseType === undefined ? 'void' : returnsBytes(operation) ? 'Response' : `${type}Response`;
  const { rows } = operation;
  const result = rows === undefined ? `APIPromise<${data}>` : `PagePromise<${data}, '${rows}'>`;
  const args = sent.length === 0 ? '{}' : `{ ${sent.join(', ')} }`;
  const call = `this.call<${type}Data>([${rowOf(operation)}], ${args}, options)`;
  return `
${docComment(operation)}
  ${method}(${parameters.join(', ')}): ${result} {
    return ${rows === undefined ? call : `paginate('${rows}', query, (query) => ${call})`};
  }`;
}

/** The type of a call's options. */
export const optionsOf = ({ idempotent, readerKey }: Operation): string =>
  idempotent || readerKey ? 'RequestOptions' : 'CallOptions';

function docComment({ summary, description, auth, scopes, method, path }: Operation): string {
  const needs =
    scopes.flat().length > 0
      ? ` Needs the scope ${scopes.map((all) => all.join(' and ')).join(' or ')}.`
      : '';
  const key = auth !== 'bearer' ? ' Needs no API key.' : needs;
  const lines = [`${summary}: \`${method} ${path}\`.`, '', ...wrap(`${description}${key}`)];
  return ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */'].join('\n');
}

function wrap(text: string, width = 105): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll('*/', '*\\/').split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
