import type { ProblemError } from '@tempshare/sdk/types';

/** Messages for an agent about rules that an argument breaks, in place of the service's text. */
const RULES: Record<string, string> = {
  required: 'is missing',
  type: 'has the wrong type',
  enum: 'is none of the values that are taken',
  const: 'is none of the values that are taken',
  max_length: 'is too long',
  min_length: 'is too short',
  maximum: 'is too large',
  minimum: 'is too small',
  pattern: 'does not have the form that is asked for',
  format: 'does not have the form that is asked for',
  unknown_property: 'is not taken here',
};

const EXPIRES_AT: Record<string, string> = {
  minimum: 'must be at least one minute from now',
  maximum: 'is later than the operator of the service allows',
};

/** An operator may allow less than the contract. */
const EXPIRATION_TOO_LONG =
  'The operator of the service allows less than this expiration (the default is 1d): try a shorter one, 15m, 1h, 6h, 1d or 7d.';

/**
 * A validation error of the service, by the tool's argument; empty when it is about none of the fields.
 *
 * @param error as a server sends it, which may be anything
 * @param argumentOf the argument that holds a field's value
 */
export function describeValidationError(
  error: ProblemError,
  fields: readonly string[],
  argumentOf: (field: string) => string,
): string {
  const { pointer, code } = Object(error) as Record<string, unknown>;
  const name = typeof pointer === 'string' ? pointer.split('/').at(-1) : undefined;
  if (name === undefined || !fields.includes(name)) return '';
  if (name === 'expiration' && code === 'maximum') return EXPIRATION_TOO_LONG;
  if (name === 'expiresAt' && typeof code === 'string' && Object.hasOwn(EXPIRES_AT, code))
    return `${argumentOf(name)} ${EXPIRES_AT[code]}.`;
  const rule = typeof code === 'string' && Object.hasOwn(RULES, code) ? RULES[code] : 'is not accepted';
  return `${argumentOf(name)} ${rule}.`;
}
