import { AnswerError } from '@tempshare/sdk';
import type { ObjectSchema, Schema } from './schema.ts';
import { ToolError } from './tool-error.ts';

/** An http or https address on one line, with nothing that could be taken for words around it. */
const isLink = (value: string): boolean =>
  /^https?:\/\/[^\s"'<>\\`\p{C}]{1,2048}$/iu.test(value) && URL.canParse(value);

const isTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** An id, or one of a few values; new ones may come. */
const isWord = (value: string): boolean => /^[\w-]{1,64}$/.test(value);

/**
 * What may be told of a service's answer: the fields of the schema, and of these what is of their kind. So an answer
 * cannot speak to the agent.
 *
 * @param needed what an answer must have to be of any use
 * @throws ToolError when something of that is not there
 */
export function fieldsOf<T extends object>(
  { properties }: ObjectSchema,
  answer: unknown,
  needed: readonly (keyof T & string)[],
): T {
  const given = Object(answer) as Record<string, unknown>;
  const fields = Object.entries(properties).flatMap(([name, schema]) =>
    Object.hasOwn(given, name) && fits(name, schema, given[name]) ? [[name, given[name]]] : [],
  );
  const told = Object.fromEntries(fields) as Record<string, unknown>;
  if (needed.every((name) => Object.hasOwn(told, name))) return told as T;
  throw notOfTheService();
}

function fits(name: string, { type, format }: Schema, value: unknown): boolean {
  const types = [type].flat();
  if (value === null) return types.includes('null');
  if (typeof value === 'boolean') return types.includes('boolean');
  if (typeof value === 'number')
    return types.includes('integer') && Number.isSafeInteger(value) && value >= 0;
  if (typeof value !== 'string' || !types.includes('string')) return false;
  if (name.endsWith('Url')) return isLink(value);
  return format === 'date-time' ? isTime(value) : isWord(value);
}

/**
 * What a call that shares something answers. The SDK puts the key behind the link of the answer, and fails where there
 * is none to put it behind.
 */
export async function answerTo<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof AnswerError ? notOfTheService() : error;
  }
}

const notOfTheService = () =>
  new ToolError(
    'What answered is not the service, or not one that this tool server understands: its answer lacks what it must hold. Do not call again: the operator should check SERVICE_BASE_URL (does it end in /api/v1?).',
  );
