import { METHODS, resolve, type OpenApiDocument, type OperationObject, type PathItem } from './document.ts';

type Members = Record<string, unknown>;

/** Keywords of a schema that check nothing. */
const PROSE = ['title', 'description', 'example', 'examples'];
const isProse = (keyword: string): boolean =>
  PROSE.includes(keyword) || (keyword.startsWith('x-') && keyword !== 'x-pattern-message');
/** Keywords whose values are data, not schemas. */
const VALUES = ['const', 'default', 'enum', 'required'];

/**
 * The bundled document as a module, for the mock: it runs where there are no files. Of the document it holds what
 * requests are checked by, the statuses of the responses and the examples of the webhooks, and is an OpenAPI document
 * still. As a text, since that is what engines read fastest and compilers leave as it is.
 */
export function testingDocument(document: OpenApiDocument): string {
  const text = JSON.stringify(reduced(document)).replaceAll(/[\\']/g, '\\$&');
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    `export const document: Record<string, unknown> = JSON.parse('${text}');`,
    '',
  ].join('\n');
}

function reduced(document: OpenApiDocument): Members {
  const { openapi, info, security, components } = document;
  const paths = mapped(document.paths, (item) => reducedItem(document, item));
  const webhooks = mapped(document.webhooks, ({ post }) => ({ post: examplesOf(post as OperationObject) }));
  const parameters = mapped(components.parameters as Record<string, Members>, reducedParameter);
  const responses = mapped(components.responses as Record<string, Members>, onlyDescription);
  const securitySchemes = mapped(components.securitySchemes as Record<string, Members>, withoutDescription);
  const schemas = mapped(components.schemas as Members, bare);
  return {
    ...{ openapi, info: { title: info.title, version: info.version }, security, paths, webhooks },
    components: { ...referred({ parameters, responses, schemas }, paths), securitySchemes },
  };
}

function reducedItem(document: OpenApiDocument, item: PathItem): Members {
  const parameters = item.parameters?.map(reducedParameter);
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ [method]: reducedOperation(document, operation) }] : [];
  });
  return Object.assign({ parameters }, ...operations) as Members;
}

function reducedOperation(document: OpenApiDocument, operation: OperationObject): Members {
  const { operationId, security, parameters, requestBody, responses } = operation;
  return {
    ...{ operationId, security, parameters: parameters?.map(reducedParameter) },
    requestBody: requestBody && {
      required: requestBody.required,
      content: mapped(requestBody.content, ({ schema }) => ({ schema: bare(schema) })),
    },
    responses: mapped(responses, (response) =>
      '$ref' in response ? response : onlyDescription(resolve(document, response)),
    ),
  };
}

function reducedParameter(parameter: object): Members {
  if ('$ref' in parameter) return { ...parameter };
  const { name, in: place, required, schema } = parameter as Members;
  return { name, in: place, required, schema: bare(schema) };
}

function examplesOf({ requestBody }: OperationObject): Members {
  const content = requestBody?.content as Record<string, Members>;
  return { requestBody: { content: mapped(content, ({ examples }) => ({ examples })) } };
}

const onlyDescription = ({ description }: { description?: unknown }): Members => ({ description });
const withoutDescription = ({ description: _, ...rest }: Members): Members => rest;

/** A schema without its prose. */
export function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const checks = Object.entries(schema as Members).filter(([keyword]) => !isProse(keyword));
  return Object.fromEntries(
    checks.map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? mapped(value as Members, bare)
        : VALUES.includes(keyword)
          ? value
          : bare(value),
    ]),
  );
}

/** The components that a part of the document refers to, itself or by way of others. */
function referred(components: Record<string, Members>, from: unknown): Record<string, Members> {
  const found: Record<string, Members> = mapped(components, () => ({}));
  const follow = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const [known, all] = [found[kind as string] as Members, components[kind as string] as Members];
      if ((name as string) in known) continue;
      known[name as string] = all[name as string];
      follow(all[name as string]);
    }
  };
  follow(from);
  return found;
}

const mapped = <T, R>(members: Record<string, T>, change: (member: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
