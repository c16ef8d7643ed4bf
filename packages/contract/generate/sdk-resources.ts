import type { Operation } from './document.ts';

interface Resource {
  operations: Map<string, Operation>;
  children: Map<string, Resource>;
}

/**
 * The SDK's resource classes: `transfers.create` becomes `client.transfers.create(body, options)`. Path parameters come
 * first and by position, then the body or the query, then the options of the call. Each method is held to the types that
 * @hey-api/openapi-ts makes, and sends through the client's transport.
 */
export function sdkResources(operations: Operation[]): string {
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
    `${typeName(operation.id)}Data`,
  ]);
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import { Resource, type Given } from '../core/resource.ts';",
    "import type { CallOptions, RequestOptions } from '../core/operation.ts';",
    "import { paginate, type PagePromise } from '../core/pagination.ts';",
    "import type { APIPromise } from '../core/api-promise.ts';",
    `import type {\n${types
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.gen.ts';`,
    '',
    ...classes('', root),
  ].join('\n');
}

const newResource = (): Resource => ({ operations: new Map(), children: new Map() });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The name that openapi-ts makes of an operationId. */
export const typeName = (id: string): string => id.split('.').map(capital).join('');

/** The classes of a resource, its children's before its own. */
function classes(name: string, resource: Resource): string[] {
  const children = [...resource.children].flatMap(([child, node]) => classes(name + capital(child), node));
  const fields = [...resource.children.keys()].map(
    (child) =>
      `  readonly ${child}: ${name}${capital(child)}Resource = new ${name}${capital(child)}Resource(this.call);`,
  );
  const methods = [...resource.operations].map(([method, operation]) => emitMethod(method, operation));
  return [
    ...children,
    `export class ${name}Resource${name === '' ? 's' : ''} extends Resource {`,
    ...fields,
    ...methods,
    '}',
    '',
  ];
}

function emitMethod(method: string, operation: Operation): string {
  const {
    id,
    method: httpMethod,
    path,
    requestType,
    responseType,
    pathParameters,
    queryParameters,
  } = operation;
  const type = typeName(id);
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
  const json = responseType === 'application/json' || responseType === undefined;
  const answer = responseType === 'application/json' ? `${type}Response` : json ? 'void' : 'Response';
  const { rows } = operation;
  const result = rows === undefined ? `APIPromise<${answer}>` : `PagePromise<${answer}, '${rows}'>`;
  const args = sent.length === 0 ? '{}' : `{ ${sent.join(', ')} }`;
  const call = `this.call<${type}Data>('${id}', '${httpMethod} ${path}', ${args}, options${exceptions(operation)})`;
  return `
${docComment(operation)}
  ${method}(${parameters.join(', ')}): ${result} {
    return ${rows === undefined ? call : `paginate('${rows}', query, (query) => ${call})`};
  }`;
}

/** The type of a call's options. */
export const optionsOf = ({ idempotent }: Operation): string =>
  idempotent ? 'RequestOptions' : 'CallOptions';

/** What does not follow from the method and the path, as `call` takes them. */
export function exceptions(operation: Operation): string {
  const { method, path, auth, idempotent, responseType, bodyFields, queryParameters } = operation;
  const takes = [...bodyFields, ...queryParameters.map(({ name }) => name)];
  const open = path.startsWith('/public/');
  const facts = [
    ...(responseType === 'application/json' || responseType === undefined ? [] : [`answer: 'bytes'`]),
    ...(takes.length === 0 ? [] : [`takes: ${JSON.stringify(takes)}`]),
    ...((auth === 'none') === open ? [] : [`auth: '${auth}'`]),
    ...(idempotent === (method === 'POST' && auth === 'bearer') ? [] : [`idempotent: ${idempotent}`]),
  ];
  return facts.length === 0 ? '' : `, { ${facts.join(', ')} }`;
}

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
