import type { ItemRef, ItemVault } from '../../crypto/item-vault.ts';
import type { SigningSecrets } from './signature.ts';

/** The signing secrets of an endpoint as its row holds them. */
export interface SealedSecrets {
  endpointId: string;
  wrappedKey: Buffer;
  secret: Buffer;
  /** Which secret of the endpoint `secret` is, from 1 on; the next one is the number after. */
  secretNumber: number;
  nextSecret: Buffer | null;
}

const ref = (id: string): ItemRef => ({ kind: 'webhook-endpoint', id });
/** The number is bound to what is sealed: neither may stand in the place of the other, nor an old one of either. */
const part = (number: number): string => `signing-secret ${number}`;

/** Makes the data key of a new endpoint and seals its first secret under it. */
export async function sealFirstSecret(
  vault: ItemVault,
  endpointId: string,
  secret: string,
): Promise<Pick<SealedSecrets, 'wrappedKey' | 'secret'>> {
  const { lock, sealed } = await vault.seal(ref(endpointId), { [part(1)]: Buffer.from(secret) }, {});
  return { wrappedKey: lock.wrappedKey, secret: sealed[part(1)] as Buffer };
}

/** Seals the secret that comes after the current one. */
export function sealNextSecret(
  vault: ItemVault,
  { endpointId, wrappedKey, secretNumber }: Pick<SealedSecrets, 'endpointId' | 'wrappedKey' | 'secretNumber'>,
  secret: string,
): Buffer {
  const dataKey = vault.unlockUnprotected(ref(endpointId), wrappedKey);
  return vault.sealPart(ref(endpointId), part(secretNumber + 1), dataKey, Buffer.from(secret));
}

/** The secrets that sign now. */
export function openSecrets(vault: ItemVault, sealed: SealedSecrets): SigningSecrets {
  const { endpointId, wrappedKey, secret, secretNumber, nextSecret } = sealed;
  const dataKey = vault.unlockUnprotected(ref(endpointId), wrappedKey);
  const open = (number: number, each: Buffer) =>
    vault.open(ref(endpointId), part(number), dataKey, each).toString();
  return {
    current: open(secretNumber, secret),
    ...(nextSecret && { next: open(secretNumber + 1, nextSecret) }),
  };
}
