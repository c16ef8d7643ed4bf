import { UnexpectedResponseError } from '@tempshare/sdk';
import { isId, isShortCode, linkOf, type LinkField } from './links.ts';
import type { ObjectSchema, Schema } from './schema.ts';
import { ToolError } from './tool-error.ts';
import { outsideAddress, reflects } from './values/reflection.ts';

/** As the service writes them, with milliseconds; no 31 February. */
const isTimestamp = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value;

/** The string fields that are no enum. */
const FORMATS: Record<string, (value: string) => boolean> = {
  id: isId,
  secretId: isId,
  shortCode: isShortCode,
};

/** In place of an enum value that this version of the contract does not have. */
const UNKNOWN = 'another';

/**
 * Picks the fields of the schema from a response, without values that do not fit it. Of strings only ids, times and
 * values of enums pass, so that no sentence of a service reaches the agent. Links pass `parseShare` alone.
 */
export function pickFields<T extends object>({ properties }: ObjectSchema, response: unknown): Partial<T> {
  const body = Object(response) as Record<string, unknown>;
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const value = Object.hasOwn(body, name) ? pickValue(name, schema, body[name]) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fields) as Partial<T>;
}

/** Undefined for a value that does not fit. */
function pickValue(
  name: string,
  { type, format, properties, enum: values, const: only, minimum = 0, maximum = Infinity }: Schema,
  value: unknown,
): unknown {
  const types = [type].flat();
  const when = (fits: boolean) => (fits ? value : undefined);
  if (only !== undefined) return when(value === only);
  if (value === null) return when(types.includes('null'));
  if (typeof value === 'boolean') return when(types.includes('boolean'));
  if (typeof value === 'number')
    return when(
      types.includes('integer') && Number.isSafeInteger(value) && value >= minimum && value <= maximum,
    );
  if (types.includes('object') && typeof value === 'object' && !Array.isArray(value))
    return pickFields({ type: 'object', properties: properties as ObjectSchema['properties'] }, value);
  if (typeof value !== 'string' || !types.includes('string')) return undefined;
  if (values) return values.includes(value) ? value : UNKNOWN;
  return when(format === 'date-time' ? isTimestamp(value) : Boolean(FORMATS[name]?.(value)));
}

/** Facts about a share that this side knows. */
interface ShareContext {
  names: { link: LinkField; id: string };
  encryption: string;
  baseUrl: string;
  /** The values of this machine that the service could read. */
  exposed: readonly string[];
}

/**
 * Parses the response to a create: its fields, its link, and the id as it is in the link. The encryption is what was
 * asked for, whatever the response says.
 *
 * @throws ToolError when there is no link of the service's form, or the response reflects an exposed value
 */
export function parseShare<T extends object>(
  schema: ObjectSchema,
  response: unknown,
  { names, encryption, baseUrl, exposed }: ShareContext,
): T {
  const url = (Object(response) as Record<string, unknown>)[names.link];
  const link = linkOf(url, names.link, { encryption, baseUrl });
  if (!link) throw unexpectedResponse();
  const fields = pickFields<{ shortCode: string }>(schema, response);
  const values = outsideAddress(exposed, baseUrl);
  if ([link.href, fields.shortCode ?? ''].some((text) => reflects(text, values)))
    throw new ToolError(
      'The response of the service holds what was shared, so nothing of it is told. What was shared was made all the same: the operator can delete it. Do not call again: the operator should check SERVICE_BASE_URL.',
    );
  return { ...fields, [names.id]: link.id, [names.link]: link.href, encryption } as unknown as T;
}

/** Awaits a create. The SDK checks what it needs of a response, and rejects without it. */
export async function responseTo<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof UnexpectedResponseError) || error.operation === 'files.upload') throw error;
    throw error.code === 'foreign_link' ? foreignLink() : unexpectedResponse();
  }
}

const foreignLink = () =>
  new ToolError(
    'What answered is not the service, or its pages are at another address than SERVICE_BASE_URL: the link leads elsewhere, so that it did not get its key, and nobody can open what this call made. Do not call again: the operator should check SERVICE_BASE_URL, or set SERVICE_APP_URL to the address of the pages, such as https://share.example.',
  );

export const unexpectedResponse = () =>
  new ToolError(
    'What answered is not the service, or not one that this tool server understands: its response lacks what it must hold, or that has another form. Do not call again: the operator should check SERVICE_BASE_URL (does it end in /api/v1?).',
  );
