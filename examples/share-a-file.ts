/**
 * Shares a file that can be downloaded once, sealed end-to-end: the service stores bytes that it cannot read. Then opens
 * the link as its recipient does, and compares what came out with what went in.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/share-a-file.ts report.pdf'
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Tempshare, TempshareError, type Progress } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';

const path = process.argv[2] as string;

/** Reads a stream to its end without keeping it. */
async function sha256(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest('hex');
}

function onProgress({ loaded, total = loaded }: Progress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${Math.floor((loaded / (total || 1)) * 100)} %\r`);
}

try {
  const shared = { type: 'file', file: { path }, oneTime: true, expiration: '1h' } as const;
  const { shareUrl } = await new Tempshare().transfers.create(shared, { onProgress });
  console.log(`Link:     ${shareUrl}`);

  const opened = await openLink(shareUrl);
  if (opened.kind !== 'file') throw new Error(`The link leads to a ${opened.kind}.`);
  const received = await sha256(opened.file.stream(onProgress));
  console.log(`Received: ${received} (${opened.file.fileName}, ${opened.file.size} bytes)`);
  if (received !== (await sha256(createReadStream(path)))) throw new Error('The bytes differ.');
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
