/** The OpenAPI document and strict validation by its schemas. */
import { documentText, openApiDocument } from '@tempshare/contract/document';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export const document = openApiDocument();

/** Follows a local `$ref`, with what stands beside it on top. */
export function resolved<T>(node: T | { $ref: string }): T {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return node;
  const { $ref, ...beside } = node;
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = steps.reduce<any>((at, step) => at[step], document);
  return { ...resolved<T>(target), ...beside };
}

interface Composite {
  properties?: Record<string, unknown>;
  items?: unknown;
  allOf?: unknown[];
  anyOf?: unknown[];
  oneOf?: unknown[];
  additionalProperties?: unknown;
  if?: unknown;
  then?: unknown;
  else?: unknown;
}

/**
 * A schema without references, in which every object is closed: properties that the contract does not name are wrong,
 * though clients must tolerate them. Compositions describe one object in parts, so only the whole is closed.
 */
function closed(schema: any, part = false): any {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, items, allOf, ...others } = resolved<Composite>(schema);
  const node: Composite & { unevaluatedProperties?: false } = others;
  const composed = part || properties !== undefined || allOf !== undefined;
  if (node.oneOf) node.oneOf = node.oneOf.map((each) => closed(each, composed));
  if (node.anyOf) node.anyOf = node.anyOf.map((each) => closed(each, composed));
  for (const word of ['if', 'then', 'else'] as const)
    if (node[word] !== undefined) node[word] = closed(node[word], true);
  if (items !== undefined) node.items = closed(items);
  if (allOf) node.allOf = allOf.map((each) => closed(each, true));
  if (properties) {
    node.properties = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, closed(each)]),
    );
  }
  if (part || node.additionalProperties !== undefined || !(properties ?? allOf)) return node;
  return { ...node, unevaluatedProperties: false };
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addFormat('binary', true);
/** Keywords that say nothing about values: those of OpenAPI, and all of ours. */
const extensions = new Set([...documentText.matchAll(/"(x-[\w-]+)":/g)].map(([, name]) => name!));
ajv.addVocabulary(['example', 'discriminator', ...extensions]);
const compiled = new Map<unknown, ValidateFunction>();

/** Faults of a value by a schema of the document, read strictly; empty when there are none. */
export function faultsOf(schema: unknown, value: unknown): string[] {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(closed(schema))));
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/** The properties that a schema names, in whichever of its parts. */
export function propertiesOf(schema: unknown): string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolved<Composite>(schema as Composite);
  return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(propertiesOf)];
}
