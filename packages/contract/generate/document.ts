/** The parts of an OpenAPI 3.1 document that the generators read. */
export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema?: unknown;
}
export interface ResponseObject {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: unknown; examples?: Record<string, { value: unknown }> }>;
}
export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: { bearerAuth?: string[] }[];
  parameters?: (ParameterObject | { $ref: string })[];
  /** Whether the item may be gone after this. */
  'x-consumes'?: boolean;
  /** The codes that its errors may have. */
  'x-codes': string[];
  /** Roles that may call an operation of the panel. */
  'x-roles'?: string[];
  'x-recent-sign-in'?: boolean;
  'x-any-origin'?: boolean;
  requestBody?: { required?: boolean; content: Record<string, { schema?: unknown }> };
  responses: Record<string, ResponseObject | { $ref: string }>;
}
export type PathItem = { parameters?: (ParameterObject | { $ref: string })[] } & {
  [M in (typeof METHODS)[number]]?: OperationObject;
};
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  security?: { bearerAuth?: string[] }[];
  /** Headers that any request may have, beside the parameters of its operation. */
  'x-request-headers'?: string[];
  /** Numbers that no keyword of a schema says. */
  'x-limits'?: Record<string, unknown>;
  'x-lifetimes'?: Record<string, number>;
  'x-webhooks'?: Record<string, unknown>;
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
}

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Follows a local `$ref`, and keeps what stands beside it; bundling leaves no other kind. */
export function resolve<T>(document: OpenApiDocument, value: T | { $ref: string }): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const { $ref, ...beside } = value;
  const steps = $ref.replace(/^#\//, '').split('/');
  let target: unknown = document;
  for (const step of steps)
    target = (target as Record<string, unknown> | undefined)?.[
      step.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  if (target === undefined) throw new Error(`there is no ${$ref}`);
  const found = resolve(document, target as T);
  return Object.keys(beside).length === 0 ? found : { ...found, ...beside };
}

/**
 * JSON of what a generator writes.
 * @throws Error naming the part that is undefined or not a number, which `JSON.stringify` would leave out or make null.
 */
export function toJson(name: string, value: unknown, space?: number): string {
  if (value === undefined || Number.isNaN(value)) throw new Error(`${name} is missing in openapi/`);
  return JSON.stringify(
    value,
    (key, part: unknown) => {
      if (part === undefined || Number.isNaN(part)) throw new Error(`${name}.${key} is missing in openapi/`);
      return part;
    },
    space,
  );
}

/** Whether a call needs an API key, may have one, or has none. */
export type Auth = 'bearer' | 'optional' | 'none';

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  auth: Auth;
  /** Alternatives; each is the set of scopes one alternative asks for. */
  scopes: string[][];
  idempotent: boolean;
  readerKey: boolean;
  session: boolean;
  byToken: boolean;
  status: number;
  requestType: string | undefined;
  /** The name of a JSON body's schema. */
  bodySchema: string | undefined;
  /** The fields of a JSON body. */
  bodyFields: string[];
  bodyRequired: boolean;
  consumes: boolean;
  codes: string[];
  /** Roles that may call an operation of the panel; empty if it needs no session. */
  roles: string[];
  recentSignIn: boolean;
  anyOrigin: boolean;
  /** The most bytes a body can have that keeps to the lengths of the contract. */
  maxBodyBytes: number;
  responseType: string | undefined;
  pathParameters: string[];
  queryParameters: ParameterObject[];
  /** Header parameters, by their names under `components/parameters`. */
  headerParameters: string[];
  /** For a list that is cut into pages: the property that holds the rows. */
  rows: string | undefined;
}

/** Every operation under `paths`, in the order of the document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [describe(document, path, method, item, operation)];
    }),
  );
}

function describe(
  document: OpenApiDocument,
  path: string,
  method: string,
  item: PathItem,
  operation: OperationObject,
): Operation {
  const security = operation.security ?? document.security ?? [];
  const given = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = given.map((p) => resolve<ParameterObject>(document, p));
  const status = Object.keys(operation.responses).find((code) => code.startsWith('2'));
  if (status === undefined) throw new Error(`${operation.operationId} has no success response`);
  const success = resolve<ResponseObject>(document, operation.responses[status] as ResponseObject);
  const takes = (name: string) => parameters.some((p) => p.in === 'header' && p.name === name);
  const [takesKey, consumes] = [takes('Idempotency-Key'), operation['x-consumes'] ?? false];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0] as string,
    summary: operation.summary,
    description: operation.description,
    auth: authOf(security),
    scopes: security.map((alternative) => alternative.bearerAuth ?? []),
    idempotent: takesKey && !consumes,
    readerKey: takesKey && consumes,
    session: takes('X-Session-Token'),
    byToken: path.includes('{token}'),
    status: Number(status),
    requestType: Object.keys(operation.requestBody?.content ?? {})[0],
    bodySchema: bodySchema(operation),
    bodyFields: bodyFields(document, operation),
    bodyRequired: operation.requestBody?.required ?? false,
    consumes,
    codes: operation['x-codes'],
    roles: operation['x-roles'] ?? [],
    recentSignIn: operation['x-recent-sign-in'] ?? false,
    anyOrigin: operation['x-any-origin'] ?? false,
    maxBodyBytes: maxBodyBytes(document, operation.requestBody?.content ?? {}),
    responseType: Object.keys(success.content ?? {})[0],
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    queryParameters: parameters.filter((p) => p.in === 'query'),
    headerParameters: given.flatMap((p, i) =>
      '$ref' in p && parameters[i]?.in === 'header' ? (p.$ref.split('/').at(-1) as string) : [],
    ),
    rows: rowsOf(document, success),
  };
}

function bodySchema({ requestBody }: OperationObject): string | undefined {
  const { $ref } = (requestBody?.content['application/json']?.schema ?? {}) as { $ref?: string };
  return $ref?.split('/').at(-1);
}

function bodyFields(document: OpenApiDocument, { requestBody }: OperationObject): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  return Object.keys(resolve<{ properties?: object }>(document, schema as object).properties ?? {});
}

function authOf(security: Record<string, string[]>[]): Auth {
  if (security.length === 0) return 'none';
  return security.every(({ bearerAuth }) => bearerAuth) ? 'bearer' : 'optional';
}

function rowsOf(document: OpenApiDocument, { content }: ResponseObject): string | undefined {
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) return undefined;
  const { properties = {} } = resolve<{ properties?: Record<string, { type?: string }> }>(
    document,
    schema as { properties?: Record<string, { type?: string }> },
  );
  if (!('nextCursor' in properties)) return undefined;
  return Object.keys(properties).find((name) => properties[name]?.type === 'array');
}

/**
 * Raw bytes: as many as `x-max-bytes` says. JSON: every character may be escaped (`\u0041`, 6 bytes); names, punctuation
 * and short values fit into the rest.
 */
function maxBodyBytes(document: OpenApiDocument, content: Record<string, { schema?: unknown }>): number {
  const raw = content['application/octet-stream'];
  if (raw) return (raw.schema as { 'x-max-bytes': number })['x-max-bytes'];
  return 16_384 + 6 * longestText(document, content['application/json']?.schema);
}

/** How many characters the strings of a schema may have together. */
function longestText(document: OpenApiDocument, schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const {
    maxLength,
    properties = {},
    items,
    maxItems,
  } = resolve<{
    maxLength?: number;
    properties?: object;
    items?: unknown;
    maxItems?: number;
  }>(document, schema);
  return Object.values(properties).reduce<number>(
    (sum, member) => sum + longestText(document, member),
    maxLength ?? longestText(document, items) * (maxItems ?? 1),
  );
}
