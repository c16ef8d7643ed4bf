import type { ProblemError } from '@tempshare/sdk/types';

/** What is told of a rule that the service found broken, in words of our own. */
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

/** What the operator of a service may allow less of than the contract. */
const LESS_IS_ALLOWED =
  'The operator of the service allows less than this expiration (the default is 1d): try a shorter one, 15m, 1h, 6h, 1d or 7d.';

/**
 * A fault that the service found, by the tool's argument; nothing if it is about none.
 *
 * @param fault as a server sends it, which may be anything
 * @param argumentOf the argument that a field's value was given by
 */
export function faultOf(
  fault: ProblemError,
  names: readonly string[],
  argumentOf: (name: string) => string,
): string {
  const { pointer, code } = Object(fault) as Record<string, unknown>;
  const name = typeof pointer === 'string' ? pointer.split('/').at(-1) : undefined;
  if (name === undefined || !names.includes(name)) return '';
  if (name === 'expiration' && code === 'maximum') return LESS_IS_ALLOWED;
  const rule = typeof code === 'string' && Object.hasOwn(RULES, code) ? RULES[code] : 'is not accepted';
  return `${argumentOf(name)} ${rule}.`;
}
