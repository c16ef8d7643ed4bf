/**
 * Shares a file that can be downloaded once, and fetches it as its recipient does: opens the transfer, downloads the
 * bytes, and compares their digest.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/share-a-file.ts report.pdf'
 */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Tempshare, TempshareError } from '@tempshare/sdk';

const path = process.argv[2] as string;

/** Reads a stream to its end without keeping it. */
async function sha256(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest('hex');
}

try {
  const file = await openAsBlob(path);
  const announced = { type: 'file', fileName: basename(path), size: file.size, oneTime: true } as const;
  const { id, shareUrl, uploadUrl } = await new Tempshare().transfers.create(announced);

  const uploaded = await fetch(uploadUrl as string, { method: 'PUT', body: file });
  if (!uploaded.ok) throw new Error(`The upload was answered with ${uploaded.status}.`);
  const arrived = (await uploaded.json()) as { sha256: string };
  console.log(`Link:     ${shareUrl}`);
  console.log(`Arrived:  ${arrived.sha256}`);

  const recipient = new Tempshare({ apiKey: null });
  const { downloadUrl, fileName } = await recipient.public.transfers.open(id);
  const downloaded = await fetch(downloadUrl as string);
  if (!downloaded.ok) throw new Error(`The download was answered with ${downloaded.status}.`);
  const digest = await sha256(downloaded.body as AsyncIterable<Uint8Array>);
  console.log(`Received: ${digest} (${fileName})`);
  if (digest !== (await sha256(file.stream() as AsyncIterable<Uint8Array>)))
    throw new Error('The bytes differ.');
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
