import { checkOptions, checkPassword } from '../internal/check-call.ts';
import type { Context } from '../internal/context.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { createLinkKey, deriveKeys, encodeLinkKey, seal, type SealedKind } from '../envelope/index.ts';
import type { SealOptions } from './options.ts';
import { isPresealed } from './presealed.ts';

export const seals = (body: { encryption?: unknown } | null | undefined, { settings }: Context): boolean =>
  (body?.encryption ?? settings.encryption) !== 'server';

interface SealCall {
  body: { encryption?: unknown; accessProofHash?: unknown } | null | undefined;
  options: SealOptions | undefined;
  others?: string[];
}

/** Checks the options of a call that may seal: a `linkKey` goes only where it is sealed under one. */
export function checkSealOptions(
  operation: string,
  context: Context,
  { body, options, others = [] }: SealCall,
): void {
  checkOptions(operation, options, 'linkKey', ...others);
  checkPassword(body);
  if (options?.linkKey === undefined || (seals(body, context) && !isPresealed(body))) return;
  throw new TempshareError(
    `${operation} has a linkKey, but would seal nothing under it, since encryption: 'server' leaves sealing to the service, and what has an accessProofHash is sealed already: leave out one of the two; nothing was sent`,
  );
}

interface Sealing {
  encryption?: unknown;
  password?: string | undefined;
  kdfIterations?: number | undefined;
}

export async function newItem(
  { encryption = 'e2e', password, kdfIterations: iterations }: Sealing,
  options: SealOptions = {},
) {
  if (encryption !== 'e2e' && encryption !== null)
    throw new TempshareError('encryption must be e2e or server; nothing was sent');
  const { idempotencyKey, linkKey = createLinkKey() } = options;
  if (idempotencyKey !== undefined && options.linkKey === undefined) {
    throw new TempshareError(
      "an idempotencyKey of yours needs a linkKey beside it, since sealing makes a new key for each call and a repeated call could not match: keep both, with createLinkKey() of @tempshare/sdk/envelope, or pass encryption: 'server'",
    );
  }
  // Read before anything is waited for: the caller may overwrite the array meanwhile.
  const fragment = `#${encodeLinkKey(linkKey)}`;
  const keys = await deriveKeys(linkKey, password === undefined ? {} : { password, iterations });
  return {
    keys,
    fragment,
    wire: {
      encryption: 'e2e' as const,
      accessProofHash: keys.accessProofHash,
      ...(keys.iterations !== undefined && { kdfIterations: keys.iterations }),
    },
    seal: (kind: SealedKind, text: string) => seal(text, keys, { kind, seed: idempotencyKey }),
  };
}
