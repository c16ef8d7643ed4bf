import { signingKey } from './hmac.ts';
import { candidates, judge, parseEvent } from './rules.ts';
import type { ReceivedWebhookEvent, WebhookBody, WebhookHeaders, WebhookOptions } from './types.ts';

/**
 * Verifies a webhook and gives its event. Deliveries repeat: act once per `id`.
 *
 * @throws WebhookVerificationError; its `code` says why, its message how to mend it. Answer 400. TempshareError for
 *   options that cannot work, such as an unknown one: no webhook is at fault.
 *
 * @example
 * const event = await unwrapWebhook(await request.arrayBuffer(), request.headers, { secret });
 * if (event.type === 'secret.consumed') …
 */
export async function unwrapWebhook(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options?: WebhookOptions,
): Promise<ReceivedWebhookEvent> {
  return parseEvent(await verify(body, headers, options));
}

/**
 * Verifies a webhook's signature (specification, part 6) and then its age.
 *
 * @throws WebhookVerificationError
 */
export async function verifySignature(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options?: WebhookOptions,
): Promise<void> {
  await verify(body, headers, options);
}

async function verify(
  body: WebhookBody,
  headers: WebhookHeaders | undefined,
  options?: WebhookOptions,
): Promise<Uint8Array> {
  const checks = candidates(body, headers, options).map(async (candidate) => {
    const { secret, signature, message } = candidate;
    const mac = Uint8Array.from(signature.match(/../g) as string[], (byte) => parseInt(byte, 16));
    return (await crypto.subtle.verify('HMAC', await importedKey(secret), mac, message)) && candidate;
  });
  return judge(
    (await Promise.all(checks)).find((candidate) => candidate !== false),
    options,
  );
}

const imported = new Map<string, Promise<CryptoKey>>();

function importedKey(secret: string): Promise<CryptoKey> {
  let key = imported.get(secret);
  if (!key) {
    if (imported.size > 15) imported.clear();
    imported.set(secret, (key = signingKey(secret)));
  }
  return key;
}
