/**
 * Collects files from somebody else: an owner opens an upload request, a sender uploads files to it with the PIN and
 * finishes, and the owner saves them, each compared with its SHA-256.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/collect-files.ts /tmp/inbox contract.pdf letter.txt'
 *
 * Here one program plays both. In life the sender gets the link, and the PIN over another channel.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tempshare, TempshareError } from '@tempshare/sdk';
import { safeFileName } from '@tempshare/sdk/names';
import { openLink } from '@tempshare/sdk/open';

const [directory = 'inbox', ...paths] = process.argv.slice(2);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Sender's part: has the link and the PIN, and no API key. */
async function send(requestUrl: string, pin: string): Promise<void> {
  const request = await openLink(requestUrl);
  if (request.kind !== 'request') throw new Error(`The link leads to a ${request.kind}.`);
  const files = paths.map((path) => ({ path }));
  for (const [index, file] of (await request.sendAll(files, { pin })).entries()) {
    // A file that broke off is sent once more, alone.
    if (file.error !== undefined) await file.retry();
    console.log(`Sent:  ${paths[index]}`);
  }
  await request.finish({ pin });
}

/** Owner's part, when `request.closed` has arrived or at any time. */
async function save(owner: Tempshare, requestId: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for await (const file of owner.requests.files.list(requestId)) {
    const download = await owner.requests.files.download(requestId, file.id);
    const bytes = Buffer.from(await download.arrayBuffer());
    if (sha256(bytes) !== file.sha256) throw new Error(`${file.id} is not what arrived at the service.`);
    // The name is the sender's choice: it is shown, but decides nothing here.
    const path = join(directory, file.id);
    await writeFile(path, bytes);
    console.log(`Saved: ${path} (${safeFileName(file.fileName)}, ${file.size} bytes)`);
  }
}

try {
  const owner = new Tempshare();
  const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Papers', expiration: '1h' });
  console.log(`Link:  ${requestUrl}\nPIN:   ${pin}`);
  await send(requestUrl, pin);
  await save(owner, requestId);
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
