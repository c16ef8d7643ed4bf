import { resolve, toJson, type OpenApiDocument } from './document.ts';

/** Treatment of a field when its body is sealed end-to-end (`x-e2e`). */
type Treatment = 'clear' | 'withheld' | 'derived' | Sealed;
interface Sealed {
  /** The kind of the envelope. */
  sealed: string;
  /** How many characters may be sealed. */
  length: number;
}
interface Body {
  /** Only bodies of requests are closed. */
  additionalProperties?: boolean;
  properties?: Record<string, { $ref?: string; 'x-e2e'?: Treatment }>;
}

/** For each body that can be sealed end-to-end the names of the fields that it then has, by what becomes of them. */
export function e2eFields(document: OpenApiDocument): string {
  const tables = sealedBodies(document).map(([name, body]) => {
    const { clear, derived, sealed } = fieldsOf(document, name, body);
    return [name, { clear, derived, sealed }];
  });
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    `export const e2eFields = ${toJson('e2eFields', Object.fromEntries(tables), 2)} as const;\n`,
  ].join('\n');
}

export function sealedFieldOf(document: OpenApiDocument, schema: string, name: string): Sealed {
  const body = resolve(document, { $ref: `#/components/schemas/${schema}` }) as Body;
  const treatment = treatmentOf(document, body.properties?.[name] ?? {});
  if (typeof treatment !== 'object') throw new Error(`${schema}.${name} is not sealed end-to-end`);
  return treatment;
}

/** The bodies of requests with a field that is sealed or follows from sealing. */
export function sealedBodies(document: OpenApiDocument): [string, Body][] {
  const schemas = Object.entries(document.components['schemas'] as Record<string, Body>);
  return schemas.filter(([, { additionalProperties, properties = {} }]) => {
    const sealed = Object.values(properties).some(
      (field) => typeof treatmentOf(document, field) === 'object',
    );
    const names = Object.keys(properties);
    return (
      additionalProperties === false &&
      (sealed || names.includes('encryption') || names.includes('sealedMetadata'))
    );
  });
}

function fieldsOf(document: OpenApiDocument, schema: string, { properties = {} }: Body) {
  const fields = {
    clear: [] as string[],
    withheld: [] as string[],
    derived: [] as string[],
    sealed: {} as Record<string, string>,
  };
  for (const [name, field] of Object.entries(properties)) {
    const treatment = treatmentOf(document, field);
    if (treatment === undefined)
      throw new Error(
        `${schema}.${name} needs an x-e2e in openapi/schemas/: ` +
          'clear (sent as it is), withheld (never sent), derived (follows from sealing), or { sealed: kind, length: characters }',
      );
    if (typeof treatment === 'object') fields.sealed[name] = treatment.sealed;
    else fields[treatment].push(name);
  }
  return fields;
}

const treatmentOf = (
  document: OpenApiDocument,
  field: { $ref?: string; 'x-e2e'?: Treatment },
): Treatment | undefined => resolve(document, field as { 'x-e2e'?: Treatment })['x-e2e'];
