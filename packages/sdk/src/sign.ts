import { signedBytes, signingKey, toBytes } from './hmac.ts';

export interface SignOptions {
  /** The body as it is sent: text stands for its UTF-8 bytes. */
  payload: string | Uint8Array | ArrayBuffer;
  /** The endpoint's signing secret, `whsec_…`. */
  secret: string;
  /** Unix time in seconds. */
  timestamp: number;
}

/**
 * The value of `X-Service-Signature` for a payload: `t=<seconds>,v1=<hex>`. The service signs its webhooks with
 * this function; in a test it stands in for the service.
 */
export async function signPayload({ payload, secret, timestamp }: SignOptions): Promise<string> {
  const key = await signingKey(secret);
  const digest = await crypto.subtle.sign('HMAC', key, signedBytes(String(timestamp), toBytes(payload)));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t=${timestamp},v1=${hex}`;
}
