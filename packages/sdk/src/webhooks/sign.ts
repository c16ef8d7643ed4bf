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
 *
 * @throws TypeError for what no receiver could verify: a payload that is neither text nor bytes, no secret, a timestamp
 *   that is not in whole seconds
 */
export async function signPayload({ payload, secret, timestamp }: SignOptions): Promise<string> {
  if (typeof secret !== 'string' || !secret) throw new TypeError('secret must be text: whsec_…');
  if (!/^\d{1,13}$/.test(String(timestamp)))
    throw new TypeError('timestamp must be in whole seconds: Math.floor(Date.now() / 1000)');
  const body = bytesOf(payload);
  const key = await signingKey(secret);
  const digest = await crypto.subtle.sign('HMAC', key, signedBytes(String(timestamp), body));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t=${timestamp},v1=${hex}`;
}

function bytesOf(payload: SignOptions['payload']): Uint8Array {
  try {
    return toBytes(payload);
  } catch (cause) {
    throw new TypeError('payload must be text or bytes, as they are sent: JSON.stringify(event)', { cause });
  }
}
