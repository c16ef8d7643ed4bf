import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { signPayload } from '@tempshare/sdk/webhooks/sign';

export interface SigningSecrets {
  current: string;
  /** Replaces the current one when the rotation ends. */
  next?: string;
}

/** Generates a secret of 30 random bytes, which base64 encodes without padding. */
export const generateSigningSecret = (): string => `whsec_${randomBytes(30).toString('base64')}`;

/**
 * Signs an attempt in two schemes. `X-Service-Signature` is keyed with the text of the secret, Standard Webhooks with
 * its decoded bytes. During a rotation `X-Service-Signature-Next` and a second `webhook-signature` use the next
 * secret.
 */
export async function signatureHeaders({
  eventId,
  body,
  secrets: { current, next },
  timestampSeconds,
}: {
  eventId: string;
  body: string | Uint8Array;
  secrets: SigningSecrets;
  timestampSeconds: number;
}): Promise<Record<string, string>> {
  const sign = (secret: string) => signPayload({ payload: body, secret, timestamp: timestampSeconds });
  const signStandard = (secret: string) => {
    const mac = createHmac('sha256', createSecretKey(secret.replace(/^whsec_/, ''), 'base64'));
    return `v1,${mac.update(`${eventId}.${timestampSeconds}.`).update(body).digest('base64')}`;
  };
  return {
    'X-Service-Signature': await sign(current),
    ...(next !== undefined && { 'X-Service-Signature-Next': await sign(next) }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': [current, next]
      .filter((secret) => secret !== undefined)
      .map(signStandard)
      .join(' '),
  };
}
