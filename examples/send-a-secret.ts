/**
 * Sends a value that can be read once: seals it end-to-end, prints its link, and asks for its state as its owner does.
 * What stands behind the `#` of the link is the key. The service never sees it, so keep the link whole.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/send-a-secret.ts' < password.txt
 *   npm exec -c 'node examples/send-a-secret.ts "correct horse"'
 *
 * Other users of a machine can see the arguments of a program; its input they cannot.
 */
import { text } from 'node:stream/consumers';
import { Tempshare, TempshareError } from '@tempshare/sdk';

const value = process.argv[2] ?? (await text(process.stdin)).replace(/\r?\n$/, '');

try {
  const client = new Tempshare();
  const { secretId, secretUrl } = await client.secrets.create({ secret: value, expiration: '1h' });
  console.log(`Link:  ${secretUrl}`);

  const { state, expiresAt } = await client.secrets.get(secretId);
  console.log(`State: ${state}, until ${expiresAt ?? 'it is read'}`);
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
