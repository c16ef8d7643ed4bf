import type { ItemRef, ItemVault } from '../../../crypto/item-vault.ts';
import type { SigningSecrets } from '../sender/signature.ts';

/** What of an endpoint is sealed under its data key, as its row holds it. */
export interface SealedEndpoint {
  endpointId: string;
  wrappedKey: Buffer;
  /** Only of an endpoint that a server of the version before has written: it counts, and waits to be sealed. */
  clearUrl: string | null;
  sealedUrl: Buffer | null;
  secret: Buffer;
  /** Which secret of the endpoint `secret` is, from 1 on; the next one is the number after. */
  secretNumber: number;
  nextSecret: Buffer | null;
}

export interface SealedDescription {
  /** Set by a server of the version before only: it counts, and waits to be sealed. */
  clearDescription: string | null;
  sealedDescription: Buffer | null;
}

/** The wrapped key that parts of an endpoint are sealed and opened with. */
export type EndpointLock = Pick<SealedEndpoint, 'endpointId' | 'wrappedKey'>;
type Lock = EndpointLock;

const ref = (id: string): ItemRef => ({ kind: 'webhook-endpoint', id });
const URL_PART = 'url';
const DESCRIPTION_PART = 'description';
/** The number is bound to what is sealed: neither may stand in the place of the other, nor an old one of either. */
const secretPart = (number: number): string => `signing-secret ${number}`;

/** Makes the data key of a new endpoint and seals its URL, its description and its first secret under it. */
export async function sealEndpoint(
  vault: ItemVault,
  endpointId: string,
  { url, description, secret }: { url: string; description: string | null; secret: string },
): Promise<{ wrappedKey: Buffer; sealedUrl: Buffer; sealedDescription: Buffer | null; secret: Buffer }> {
  const parts: Record<string, Buffer> = {
    [URL_PART]: Buffer.from(url),
    [secretPart(1)]: Buffer.from(secret),
    ...(description !== null && { [DESCRIPTION_PART]: Buffer.from(description) }),
  };
  const { lock, sealed } = await vault.seal(ref(endpointId), parts);
  return {
    wrappedKey: lock.wrappedKey,
    sealedUrl: sealed[URL_PART] as Buffer,
    sealedDescription: sealed[DESCRIPTION_PART] ?? null,
    secret: sealed[secretPart(1)] as Buffer,
  };
}

/** Seals the secret that comes after the current one. */
export function sealNextSecret(
  vault: ItemVault,
  endpoint: Lock & Pick<SealedEndpoint, 'secretNumber'>,
  secret: string,
): Buffer {
  return sealPart(vault, endpoint, secretPart(endpoint.secretNumber + 1), secret);
}

/** Seals the URL of an endpoint that is there. It may hold what only the receiver is to know. */
export function sealUrl(vault: ItemVault, endpoint: Lock, url: string): Buffer {
  return sealPart(vault, endpoint, URL_PART, url);
}

/** Seals the description of an endpoint that is there. */
export const sealDescription = (vault: ItemVault, endpoint: Lock, description: string): Buffer =>
  sealPart(vault, endpoint, DESCRIPTION_PART, description);

export function openDescription(
  vault: ItemVault,
  { endpointId, wrappedKey, clearDescription, sealedDescription }: Lock & SealedDescription,
): string | null {
  if (clearDescription !== null || sealedDescription === null) return clearDescription;
  return openPart(vault, { endpointId, wrappedKey }, DESCRIPTION_PART, sealedDescription);
}

export function openUrl(
  vault: ItemVault,
  endpoint: Lock & Pick<SealedEndpoint, 'clearUrl' | 'sealedUrl'>,
): string {
  const { clearUrl, sealedUrl } = endpoint;
  return clearUrl ?? openPart(vault, endpoint, URL_PART, sealedUrl as Buffer);
}

/** The secrets that sign now. */
export function openSecrets(
  vault: ItemVault,
  endpoint: Lock & Pick<SealedEndpoint, 'secret' | 'secretNumber' | 'nextSecret'>,
): SigningSecrets {
  const { endpointId, wrappedKey, secret, secretNumber, nextSecret } = endpoint;
  const dataKey = vault.unlockUnprotected(ref(endpointId), wrappedKey);
  const open = (number: number, each: Buffer) =>
    vault.open(ref(endpointId), { part: secretPart(number), dataKey, sealed: each }).toString();
  return {
    current: open(secretNumber, secret),
    ...(nextSecret && { next: open(secretNumber + 1, nextSecret) }),
  };
}

export function sealPart(
  vault: ItemVault,
  { endpointId, wrappedKey }: Lock,
  part: string,
  text: string,
): Buffer {
  const dataKey = vault.unlockUnprotected(ref(endpointId), wrappedKey);
  return vault.sealPart(ref(endpointId), { part, dataKey, plaintext: Buffer.from(text) });
}

export function openPart(
  vault: ItemVault,
  { endpointId, wrappedKey }: Lock,
  part: string,
  sealed: Buffer,
): string {
  const dataKey = vault.unlockUnprotected(ref(endpointId), wrappedKey);
  return vault.open(ref(endpointId), { part, dataKey, sealed }).toString();
}
