import type { RawBody } from '@tempshare/contract';
import { isFileLimit } from '../../domain/capacity.ts';
import { timestamp } from '../../domain/lifetime.ts';
import type { Feature } from '../../feature.ts';
import { invalid, MockProblem, notFound, tooLarge } from '../../http/problem.ts';
import type { State } from '../../state.ts';
import { downloadReply } from './attachment.ts';
import { downloads, isUsable, sweep, uploads, type ArrivedFile, type Upload } from './file.ts';

const handlers: Feature<'files'>['handlers'] = {
  'files.upload': async ({ state, params, body }) => {
    const upload = waiting(state, params.token);
    upload.expectRoom(body.length ?? upload.size ?? 0);
    const bytes = await collect(body, upload);
    const sha256 = await hexSha256(bytes);
    const { file, expectRoom, onArrival } = waiting(state, params.token);
    expectRoom(bytes.length);
    file.charged = true;
    uploads(state).delete(params.token);
    file.arrived = { bytes, sha256, at: state.now };
    onArrival(file as ArrivedFile);
    const createdAt = timestamp(file.arrived.at);
    return { status: 200, body: { success: true, id: file.id, size: bytes.length, sha256, createdAt } };
  },

  'files.download': ({ state, now, params, headers }) => {
    const download = downloads(state).get(params.token);
    if (!download || !isUsable(download, now)) throw notFound();
    return downloadReply(download.file, headers, download);
  },
};

export const files: Feature<'files'> = { handlers, sweep };

/** Looked up before the bytes and after them: of several uploads to one URL the first to complete counts. */
function waiting(state: State, token: string): Upload {
  const upload = uploads(state).get(token);
  if (!upload || upload.expiresAt <= state.now) throw notFound();
  return upload;
}

async function collect(
  chunks: RawBody,
  { size: announced, file: { reserved } }: Upload,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let count = 0;
  const refuseTooLarge = (size: number): void => {
    if (size > reserved && isFileLimit(reserved)) throw tooLarge(reserved);
  };
  refuseTooLarge(chunks.length ?? 0);
  for await (const chunk of chunks) {
    parts.push(chunk);
    count += chunk.length;
    refuseTooLarge(count);
    if (count > (announced ?? Infinity))
      throw wrongSize(`has more than the ${announced} bytes that were announced`);
    if (count > reserved)
      throw new MockProblem('quota_exceeded', `There was room for ${reserved} bytes when it was announced.`);
  }
  if (announced !== undefined && count < announced)
    throw wrongSize(`has ${count} bytes, but ${announced} were announced`);
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

const wrongSize = (detail: string) => invalid([{ pointer: '/body', code: 'size', detail }]);

async function hexSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
