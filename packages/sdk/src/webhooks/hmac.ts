const encoder = new TextEncoder();

/** The HMAC-SHA-256 key of a secret: the UTF-8 bytes of the whole text, its `whsec_` included. */
export function signingKey(secret: string): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['sign', 'verify']);
}

/** Returns the signed bytes: the timestamp's text, a dot, and the unchanged body. */
export function signedBytes(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(timestamp + '.');
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** @throws TypeError for what is neither text nor bytes, or a buffer that was transferred and holds nothing */
export function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // By tag, since the buffers of another realm, such as a test runner's, are no instances.
  if ({}.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new TypeError('not bytes');
}
