/**
 * Creates something exactly once, however often this program is run for the same job: after a crash, a timeout or a
 * second click it gives the same link again.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/retry-safely.ts invoice-4711 "The invoice is ready."'
 *
 * The client repeats a call that failed on the way by itself, always with one Idempotency-Key. A key of your own goes
 * further: it also holds when the program starts anew. Keys are kept for 24 hours. What is sealed is sealed under a new
 * key each time, unless the link's key is kept, too: here in a file, in a service with the job in its database.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConflictError, Tempshare, TempshareError, UnprocessableEntityError } from '@tempshare/sdk';
import { createLinkKey, decodeLinkKey, encodeLinkKey, type LinkKey } from '@tempshare/sdk/envelope';

const [job, message, directory = '.jobs'] = process.argv.slice(2);
if (!job || !/^[\w-]+$/.test(job) || !message) {
  console.error('Usage: retry-safely.ts <job: letters, digits, _ and -> <text> [<directory>]');
  process.exit(1);
}

/** The key of the job's link: made on the first run, and written down before anything is sent. */
async function linkKeyOf(name: string): Promise<LinkKey> {
  const file = join(directory, `${name}.key`);
  await mkdir(directory, { recursive: true });
  // A key has its name only when it is whole, and of two runs at the same time one makes it. The file opens the link: nobody
  // else may read it.
  const made = `${file}.${randomUUID()}`;
  await writeFile(made, encodeLinkKey(createLinkKey()), { flag: 'wx', mode: 0o600, flush: true });
  await link(made, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(made);
  return decodeLinkKey(await readFile(file, 'utf8'));
}

try {
  const client = new Tempshare({ maxRetries: 5, timeout: 10_000 });
  const { data, response, attempts } = await client.transfers
    .create(
      { type: 'text', text: message, expiration: '1d' },
      { idempotencyKey: `retry-safely:${job}`, linkKey: await linkKeyOf(job) },
    )
    .withResponse();
  const replayed = response.headers.get('Idempotency-Replayed') === 'true';
  console.log(`Link: ${data.shareUrl}`);
  console.log(
    `${replayed ? 'Made before' : 'Made now'}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  );
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  if (error instanceof UnprocessableEntityError) console.error(`${job} was done before with another text.`);
  if (error instanceof ConflictError) console.error(`${job} is being done by somebody else at this moment.`);
  process.exitCode = 1;
}
