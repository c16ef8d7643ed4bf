import type { ItemRef, ItemVault } from '../../../crypto/item-vault.ts';
import type { SigningSecrets } from '../sender/signature.ts';

export interface SealedEndpoint {
  endpointId: string;
  wrappedKey: Buffer;
  /** Set only by servers of the previous version. It takes precedence until a job seals it. */
  clearUrl: string | null;
  sealedUrl: Buffer | null;
  secret: Buffer;
  /** Number of `secret`, from 1. The next secret has the following number. */
  secretNumber: number;
  nextSecret: Buffer | null;
}

export interface SealedDescription {
  /** Set only by servers of the previous version. It takes precedence until a job seals it. */
  clearDescription: string | null;
  sealedDescription: Buffer | null;
}

export type EndpointLock = Pick<SealedEndpoint, 'endpointId' | 'wrappedKey'>;

export const endpointRef = (id: string): ItemRef => ({ kind: 'webhook-endpoint', id });
const URL_PART = 'url';
const DESCRIPTION_PART = 'description';
/** The number is authenticated, so that secrets cannot be exchanged or rolled back. */
const secretPart = (number: number): string => `signing-secret ${number}`;

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
  const { lock, sealed } = await vault.seal(endpointRef(endpointId), parts);
  return {
    wrappedKey: lock.wrappedKey,
    sealedUrl: sealed[URL_PART] as Buffer,
    sealedDescription: sealed[DESCRIPTION_PART] ?? null,
    secret: sealed[secretPart(1)] as Buffer,
  };
}

export function sealNextSecret(
  vault: ItemVault,
  endpoint: EndpointLock & Pick<SealedEndpoint, 'secretNumber'>,
  secret: string,
): Buffer {
  return sealPart(vault, endpoint, { part: secretPart(endpoint.secretNumber + 1), text: secret });
}

/** Seals a new URL, which may contain credentials for the receiver. */
export function sealUrl(vault: ItemVault, endpoint: EndpointLock, url: string): Buffer {
  return sealPart(vault, endpoint, { part: URL_PART, text: url });
}

export const sealDescription = (vault: ItemVault, endpoint: EndpointLock, description: string): Buffer =>
  sealPart(vault, endpoint, { part: DESCRIPTION_PART, text: description });

export function openDescription(
  vault: ItemVault,
  { endpointId, wrappedKey, clearDescription, sealedDescription }: EndpointLock & SealedDescription,
): string | null {
  if (clearDescription !== null || sealedDescription === null) return clearDescription;
  return openPart(vault, { endpointId, wrappedKey }, { part: DESCRIPTION_PART, sealed: sealedDescription });
}

export function openUrl(
  vault: ItemVault,
  endpoint: EndpointLock & Pick<SealedEndpoint, 'clearUrl' | 'sealedUrl'>,
): string {
  const { clearUrl, sealedUrl } = endpoint;
  return clearUrl ?? openPart(vault, endpoint, { part: URL_PART, sealed: sealedUrl as Buffer });
}

/** Opens what an attempt needs. `dataKey` seals its response. */
export function openEndpoint(
  vault: ItemVault,
  endpoint: SealedEndpoint,
): { url: string; secrets: SigningSecrets; dataKey: Buffer } {
  const { endpointId, wrappedKey, clearUrl, sealedUrl, secret, secretNumber, nextSecret } = endpoint;
  const dataKey = vault.unlockUnprotected(endpointRef(endpointId), wrappedKey);
  const open = (part: string, sealed: Buffer): string =>
    vault.open(endpointRef(endpointId), { part, dataKey, sealed }).toString();
  return {
    url: clearUrl ?? open(URL_PART, sealedUrl as Buffer),
    secrets: {
      current: open(secretPart(secretNumber), secret),
      ...(nextSecret && { next: open(secretPart(secretNumber + 1), nextSecret) }),
    },
    dataKey,
  };
}

function sealPart(
  vault: ItemVault,
  { endpointId, wrappedKey }: EndpointLock,
  { part, text }: { part: string; text: string },
): Buffer {
  const dataKey = vault.unlockUnprotected(endpointRef(endpointId), wrappedKey);
  return vault.sealPart(endpointRef(endpointId), { part, dataKey, plaintext: Buffer.from(text) });
}

export function openPart(
  vault: ItemVault,
  { endpointId, wrappedKey }: EndpointLock,
  { part, sealed }: { part: string; sealed: Buffer },
): string {
  const dataKey = vault.unlockUnprotected(endpointRef(endpointId), wrappedKey);
  return vault.open(endpointRef(endpointId), { part, dataKey, sealed }).toString();
}
