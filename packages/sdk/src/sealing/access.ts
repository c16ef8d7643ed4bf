import { statusOf } from '../internal/failure.ts';
import type { RequestOptions } from '../core/operation.ts';
import { deriveKeys, type EnvelopeKeys, type LinkKey } from '../envelope/index.ts';
import { LinkError } from './link.ts';

/** @throws LinkError without a password, or if the service hides it: the link alone would then seal or open */
export async function itemKeys(
  linkKey: LinkKey,
  iterations: number | undefined,
  password: string | undefined,
): Promise<EnvelopeKeys> {
  if (iterations !== undefined && !isGiven(password)) throw passwordRequired();
  if (iterations === undefined) refusePassword(password);
  return deriveKeys(linkKey, iterations === undefined ? {} : { password: password!, iterations });
}

/** Callers without types may give the null of a database. */
export const isGiven = (password: string | null | undefined): password is string => (password ?? '') !== '';

export function checkMode(encryption: 'server' | 'e2e', linkKey: LinkKey | undefined): void {
  if (encryption !== 'server' && !linkKey) {
    throw new LinkError(
      'missing_key',
      'the link is not whole: what it leads to is sealed end-to-end, and the key, which stands behind its #, is missing; nothing was consumed',
    );
  }
  if (encryption !== 'e2e' && linkKey) {
    throw new LinkError(
      'not_end_to_end',
      'the link says that its content is sealed end-to-end, but the service says that it is not: it may have been exchanged; nothing was sent or consumed',
    );
  }
}

export function passwordRequired(): LinkError {
  return new LinkError('password_required', 'a password is needed; nothing was consumed');
}

export function refusePassword(password: string | undefined): void {
  if (!isGiven(password)) return;
  throw new LinkError(
    'password_not_used',
    'a password was given, but the service says that there is none: the link may lead to something else; nothing was sent or consumed',
  );
}

/** @throws LinkError `wrong_key` where the proof is of the link alone, and is refused */
export async function proven<T>(keys: EnvelopeKeys | undefined, response: PromiseLike<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw keys && keys.iterations === undefined && isRefusedProof(error) ? wrongKey(error) : error;
  }
}

const isRefusedProof = (error: unknown): boolean =>
  statusOf(error) === 403 && (error as { code?: unknown }).code === 'invalid_password';

const wrongKey = (cause: unknown) =>
  new LinkError(
    'wrong_key',
    'the key behind the # does not fit what the link leads to: the link was damaged or cut, so ask for it again; nothing was consumed',
    { cause },
  );

export const withHeader = (
  options: RequestOptions,
  name: string,
  value: string | undefined,
): RequestOptions =>
  value === undefined ? options : { ...options, headers: { ...options.headers, [name]: value } };

export const withProof = (options: RequestOptions, keys: EnvelopeKeys | undefined): RequestOptions =>
  withHeader(options, 'x-access-proof', keys?.accessProof);
