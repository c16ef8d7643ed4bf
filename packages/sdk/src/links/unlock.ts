import { checkMode, isGiven, itemKeys, passwordRequired, refusePassword } from '../sealing/access.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { EnvelopeError, type EnvelopeKeys } from '../envelope/index.ts';
import type { PublicSecret, PublicTransfer } from '../gen/types.gen.ts';

/** Checks that the link can be opened before anything is consumed, and gives what opening takes. */
export async function unlock(
  item: Pick<PublicSecret & PublicTransfer, 'encryption' | 'requiresPassword' | 'kdfIterations'>,
  linkKey: ParsedLink['linkKey'],
  password: string | undefined,
): Promise<{ keys: EnvelopeKeys | undefined; proof: { password?: string; accessProof?: string } }> {
  checkMode(item.encryption, linkKey);
  const { kdfIterations: iterations } = item;
  const needed = item.requiresPassword || iterations !== undefined;
  if (needed && !isGiven(password)) throw passwordRequired();
  if (!needed) refusePassword(password);
  if (!linkKey) return { keys: undefined, proof: isGiven(password) ? { password } : {} };
  const keys = await itemKeys(linkKey, iterations, password);
  return { keys, proof: { accessProof: keys.accessProof } };
}

/** Checks that content is sealed as the look said, so that nothing else passes for the sender's content. */
export function checkEncryption(encryption: unknown, keys: EnvelopeKeys | undefined): void {
  if (encryption !== (keys ? 'e2e' : 'server')) throw unexpected();
}

export const unexpected = () =>
  new EnvelopeError(
    'unsupported_envelope',
    'the service answered with other content than it had said was there; it may have been exchanged',
  );
