import { UnexpectedResponseError } from '@tempshare/sdk';
import { contract } from './gen/tools.ts';
import { isId, isShortCode, linkOf, type LinkField } from './links.ts';
import type { ObjectSchema, Schema } from './schema.ts';
import { ToolError } from './tool-error.ts';
import { echoes, withoutAddress } from './values/reflection.ts';

/** As the service writes them, with milliseconds; no 31 February. */
const isTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value;

/** The texts that are no value of a list, by field. */
const TEXTS: Record<string, (value: string) => boolean> = {
  id: isId,
  secretId: isId,
  shortCode: isShortCode,
};

/** The numbers that have a limit, by field. */
const MOST: Record<string, number> = {
  maxViews: contract.service_create_transfer.input.properties.maxViews.maximum,
};

/** In place of a value that this version of the contract does not have. */
const ANOTHER = 'another';

/**
 * What may be told of a service's answer: the fields of the schema, and of these what is of their kind. No text is told
 * but ids, times and values that the contract lists, so an answer holds no sentence. Links are told by `shareOf` alone.
 */
export function fieldsOf<T extends object>({ properties }: ObjectSchema, answer: unknown): Partial<T> {
  const given = Object(answer) as Record<string, unknown>;
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const told = Object.hasOwn(given, name) ? toldOf(name, schema, given[name]) : undefined;
    return told === undefined ? [] : [[name, told]];
  });
  return Object.fromEntries(fields) as Partial<T>;
}

/** Undefined for what is not of its kind. */
function toldOf(name: string, { type, format, enum: values, const: only }: Schema, value: unknown): unknown {
  const types = [type].flat();
  const when = (fits: boolean) => (fits ? value : undefined);
  if (only !== undefined) return when(value === only);
  if (value === null) return when(types.includes('null'));
  if (typeof value === 'boolean') return when(types.includes('boolean'));
  if (typeof value === 'number')
    return when(
      types.includes('integer') &&
        Number.isSafeInteger(value) &&
        value >= 0 &&
        value <= (MOST[name] ?? Infinity),
    );
  if (typeof value !== 'string' || !types.includes('string')) return undefined;
  if (values) return values.includes(value) ? value : ANOTHER;
  return when(format === 'date-time' ? isTime(value) : Boolean(TEXTS[name]?.(value)));
}

/** How something was shared, as it is known here. */
interface Shared {
  names: { link: LinkField; id: string };
  encryption: string;
  baseUrl: string;
  /** The values of this machine that the service could read. */
  values: readonly string[];
}

/**
 * What may be told of something that was shared: above all its link, and the id, which is the one in the link. Who
 * sealed it is known here, whatever the answer says.
 *
 * @throws ToolError when there is no link of the service's form, and when a value is written into the answer
 */
export function shareOf<T extends object>(schema: ObjectSchema, answer: unknown, shared: Shared): T {
  const { names, encryption, baseUrl, values } = shared;
  const given = (Object(answer) as Record<string, unknown>)[names.link];
  const link = linkOf(given, names.link, { encryption, baseUrl });
  if (!link) throw notOfTheService();
  const told = fieldsOf<{ shortCode: string }>(schema, answer);
  const sought = withoutAddress(values, baseUrl);
  if ([link.href, told.shortCode ?? ''].some((text) => echoes(text, sought)))
    throw new ToolError(
      'The answer of the service holds what was shared, so nothing of it is told. What was shared was made all the same: the operator can delete it. Do not call again: the operator should check SERVICE_BASE_URL.',
    );
  return { ...told, [names.id]: link.id, [names.link]: link.href, encryption } as unknown as T;
}

/** What a call that shares something answers. The SDK looks for what it needs of an answer, and fails without. */
export async function answerTo<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof UnexpectedResponseError) || error.operation === 'files.upload') throw error;
    throw error.code === 'foreign_link' ? foreignLink() : notOfTheService();
  }
}

const foreignLink = () =>
  new ToolError(
    'What answered is not the service, or its pages are at another address than SERVICE_BASE_URL: the link leads elsewhere, so that it did not get its key, and nobody can open what this call made. Do not call again: the operator should check SERVICE_BASE_URL, or set SERVICE_APP_URL to the address of the pages, such as https://share.example.',
  );

export const notOfTheService = () =>
  new ToolError(
    'What answered is not the service, or not one that this tool server understands: its answer lacks what it must hold, or that has another form. Do not call again: the operator should check SERVICE_BASE_URL (does it end in /api/v1?).',
  );
