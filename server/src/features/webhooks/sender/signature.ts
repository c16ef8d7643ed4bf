import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { signPayload } from '@tempshare/sdk/webhooks/sign';

/** The signing secrets of an endpoint, `whsec_…`. */
export interface SigningSecrets {
  current: string;
  /** Takes over when the rotation that is under way ends. */
  next?: string;
}

/** A new signing secret: 30 bytes of the CSPRNG, which base64 writes without padding. */
export const generateSigningSecret = (): string => `whsec_${randomBytes(30).toString('base64')}`;

/**
 * The headers that sign one attempt: `X-Service-Signature` (keyed with the text of the secret), and those of Standard
 * Webhooks (keyed with the bytes its base64 stands for). While a secret is rotated, `X-Service-Signature-Next` and a
 * second `webhook-signature` come from the new one.
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
  /** Unix time of the attempt. */
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
