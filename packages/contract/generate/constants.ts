import { resolve, toJson, type OpenApiDocument } from './document.ts';
import { sealedFieldOf } from './e2e-fields.ts';
import { expectDefaults, expectNames, expectNumbers } from './expect.ts';

const BANNER = '// Generated from openapi/ by `npm run generate`. Do not edit.\n';

interface Enumerated {
  enum: string[];
  'x-seconds': (number | null)[];
  'x-problems': Record<string, { status: number; title: string }>;
}
interface Bounded {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  'x-default'?: number;
}

/** The numbers and names of the document, as values to program with. */
export function constants(document: OpenApiDocument): string {
  const schemas = document.components['schemas'] as Record<string, unknown>;
  const enumerated = (name: string) => schemas[name] as Enumerated;
  const { enum: expirations, 'x-seconds': seconds } = enumerated('Expiration');
  const pattern = (name: string) => (schemas[name] as { pattern: string }).pattern;
  const kinds = Object.entries(enumerated('ErrorCode')['x-problems']);
  const { 'x-limits': ownLimits } = document;
  if (ownLimits === undefined) throw new Error('x-limits is missing in openapi/');
  const tables = {
    problems: Object.fromEntries(kinds.map(([code, { status, title }]) => [code, { status, title }])),
    expirationSeconds: Object.fromEntries(expirations.map((name, i) => [name, seconds[i]])),
    scopes: enumerated('Scope').enum,
    eventTypes: enumerated('EventType').enum,
    apiVersion: document.info.version,
    limits: { ...ownLimits, ...schemaLimits(document) },
    defaults: defaultsOf(document),
    compactJwe: pattern('CompactJwe'),
    lifetimes: document['x-lifetimes'],
    webhooks: document['x-webhooks'],
  };
  expectNumbers('x-limits', tables.limits);
  expectNumbers('x-lifetimes', tables.lifetimes);
  const { sentByName, ...numbers } = tables.webhooks ?? {};
  expectNames('x-webhooks.sentByName', sentByName, tables.eventTypes);
  expectNumbers('x-webhooks', numbers);
  expectDefaults(document);
  const lines = Object.entries(tables).map(
    ([name, table]) => `export const ${name} = ${written(name, table)} as const;\n`,
  );
  return BANNER + lines.join('');
}

/** One entry on a line. */
function written(name: string, table: unknown): string {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return toJson(name, table);
  const rows = Object.entries(table).map(
    ([key, value]) => `  '${key}': ${toJson(`${name}.${key}`, value)},\n`,
  );
  return `{\n${rows.join('')}}`;
}

/** The defaults that programs know beside the validator that fills them in. */
function defaultsOf(document: OpenApiDocument): Record<string, unknown> {
  const of = (pointer: string) =>
    resolve<{ default?: unknown }>(document, { $ref: `#/components/${pointer}` }).default;
  const field = (schema: string, name: string) => of(`schemas/${schema}/properties/${name}`);
  return {
    pageSize: of('parameters/Limit/schema'),
    expiration: field('TransferCreate', 'expiration'),
    roomHours: field('RoomCreate', 'ttlHours'),
    overlapHours: field('WebhookSecretRotate', 'overlapHours'),
    kdfIterations: kdfIterations(document),
  };
}

/** The limits that are keywords of schemas, by their names in programs. */
export function schemaLimits(document: OpenApiDocument): Record<string, number> {
  const at = (name: string, bound: keyof Bounded) => required(boundsOf(document, name), name, bound);
  const field = (schema: string, name: string) => sealedFieldOf(document, schema, name).length;
  return {
    fileBytes: at('FileSize', 'maximum'),
    sealedFileBytes: at('SealableFileSize', 'maximum'),
    textLength: field('TransferCreate', 'text'),
    targetUrlLength: field('TransferCreate', 'targetUrl'),
    secretLength: field('SecretCreate', 'secret'),
    messageLength: field('RoomMessageCreate', 'text'),
    authorLength: field('RoomMessageCreate', 'author'),
    nameLength: at('Name', 'maxLength'),
    fileNameLength: at('FileName', 'maxLength'),
    mediaTypeLength: at('MediaType', 'maxLength'),
    passwordLength: at('Password', 'maxLength'),
    labelLength: at('Label', 'maxLength'),
    maxViews: at('MaxViews', 'maximum'),
    kdfIterationsLeast: at('KdfIterations', 'minimum'),
    kdfIterationsMost: at('KdfIterations', 'maximum'),
    webhookUrlLength: at('WebhookUrl', 'maxLength'),
    requestFiles: at('UploadRequestFileCount', 'maximum'),
    roomHours: at('RoomCreate/properties/ttlHours', 'maximum'),
    filesAtOnce: at('FilesCreate', 'maxItems'),
    totalCounted: at('Total', 'maximum'),
  };
}

/** The rounds of a new password's key derivation. */
export const kdfIterations = (document: OpenApiDocument): number =>
  required(boundsOf(document, 'KdfIterations'), 'KdfIterations', 'x-default');

function required(schema: Bounded, name: string, bound: keyof Bounded): number {
  const value = schema[bound];
  if (value === undefined) throw new Error(`the schema ${name} has no ${bound}`);
  return value;
}

const boundsOf = (document: OpenApiDocument, name: string) =>
  resolve(document, { $ref: `#/components/schemas/${name}` }) as Bounded;
