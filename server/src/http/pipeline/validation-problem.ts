import type { ProblemError } from '@tempshare/contract';
import { invalidIn } from '../../domain/problem.ts';

interface ValidatorError {
  status: number;
  path?: string;
  message: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

/** Converts errors of express-openapi-validator into problems; returns others unchanged. */
export function validationProblem(error: unknown, body: unknown, explanations: Map<string, string>): unknown {
  const { status, errors, path = '', message } = error as ValidatorError;
  if (status !== 400) return error;
  const found = errors?.length ? errors : [{ path, message }];
  const entries = found.map((entry) => toEntry(entry, body, explanations));
  const telling = entries.filter(isTelling);
  const unique = [...new Map(telling.map((entry) => [entry.pointer + entry.code, entry])).values()];
  return invalidIn(unique.length > 0 ? unique : entries);
}

const RULES: Record<string, string> = {
  'if.openapi.validation': 'condition',
  'additionalProperties.openapi.validation': 'unknown_property',
  'unevaluatedProperties.openapi.validation': 'unknown_property',
  'false schema.openapi.validation': 'not_allowed_here',
};

function toEntry(
  error: NonNullable<ValidatorError['errors']>[number],
  body: unknown,
  explanations: Map<string, string>,
): ProblemError {
  const { path, message } = error;
  const errorCode =
    error.errorCode ?? (message.startsWith('Unknown query parameter') ? 'unknown_parameter' : 'invalid');
  const code =
    RULES[errorCode] ??
    errorCode.replace('.openapi.validation', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const pointer =
    code === 'unknown_property' ? memberPointer(path, body) : path.replace(/^\/params/, '/path') || '/body';
  const pattern = /^must match pattern "(.*)"$/s.exec(message)?.[1];
  return {
    pointer,
    code,
    detail: DETAILS[code] ?? explanations.get(pattern ?? '') ?? readable(message),
  };
}

/** Finds an unknown member in the body, because the validator appends its name unescaped (RFC 6901). */
function memberPointer(path: string, body: unknown): string {
  const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
  let parent = body;
  let pointer = '/body';
  for (let rest = path.slice('/body/'.length); typeof parent === 'object' && parent !== null;) {
    if (Object.hasOwn(parent, rest)) return `${pointer}/${escaped(rest)}`;
    const [step = ''] = rest.split('/', 1);
    parent = (parent as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
    pointer = `${pointer}/${step}`;
    rest = rest.slice(step.length + 1);
  }
  return path;
}

function readable(message: string): string {
  return message
    .replace(/^must be equal to one of the allowed values: /, 'must be one of ')
    .replace(/^must NOT have fewer than 1 characters$/, 'must not be empty')
    .replace(/^must NOT have fewer than (\d+) characters$/, 'must have at least $1 characters')
    .replace(/^must NOT have more than (\d+) characters$/, 'must have at most $1 characters')
    .replace(/^must NOT have fewer than 1 items$/, 'must have at least one item')
    .replace(/^must NOT have more than (\d+) items$/, 'must have at most $1 items')
    .replace(/^must NOT have duplicate items.*$/s, 'must not have an item twice')
    .replace(/^Empty value found for query parameter .*$/s, 'must not be empty')
    .replace(/^Parameter .* must be url encoded\..*$/s, 'must have its reserved characters percent-encoded')
    .replace(/^must NOT have fewer than 1 properties$/, 'must have at least one field')
    .replace(/^must be >= /, 'must be at least ')
    .replace(/^must be <= /, 'must be at most ')
    .replace(/^must be > /, 'must be above ')
    .replace(/^must be (?=(string|object|boolean|number)$)/, 'must be a ')
    .replace(/^must be a object$/, 'must be an object')
    .replace(/^must be array/, 'must be an array')
    .replace(/,null$/, ' or null')
    .replace(/^must be integer$/, 'must be a whole number');
}

const DETAILS: Record<string, string> = {
  required: 'is required',
  not_allowed_here: 'is not allowed together with the other fields',
  unknown_property: 'is not a field of this request',
  unknown_parameter: 'is not a parameter of this request',
};

/** Messages by pattern, from `x-pattern-message`. */
export function patternMessages(node: unknown, messages = new Map<string, string>()): Map<string, string> {
  if (typeof node !== 'object' || node === null) return messages;
  const { pattern, 'x-pattern-message': message } = node as Record<string, unknown>;
  if (typeof pattern === 'string' && typeof message === 'string') messages.set(pattern, message);
  for (const child of Object.values(node)) patternMessages(child, messages);
  return messages;
}

/** Composite keywords only repeat that one of their parts has failed. */
function isTelling(entry: ProblemError): boolean {
  return !['condition', 'any_of', 'one_of', 'all_of'].includes(entry.code);
}
