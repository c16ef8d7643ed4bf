import { sealFile } from '../src/envelope/index.ts';
import { Tempshare, type ClientOptions } from '../src/index.ts';
import { json, scriptedServer, type Reply, type ScriptedServer } from './scripted-server.ts';

export const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const info = { success: true, expiresAt: null, createdAt: '2026-11-21T10:00:00.000Z', encryption: 'e2e' };

export const secretCreated = json(201, {
  ...info,
  secretId: ID,
  secretUrl: `https://share.example/en/secret/${ID}`,
});
export const textCreated = json(201, { ...info, id: ID, shareUrl: `https://share.example/en/${ID}` });
/** Its upload URL is on another host, to which nothing may go. */
export const fileCreatedBody = {
  ...info,
  id: ID,
  shareUrl: `https://share.example/en/${ID}`,
  uploadUrl: 'http://127.0.0.1:9/api/v1/public/uploads/u_1',
};
export const fileCreated = json(201, fileCreatedBody);
export const uploaded = json(200, { success: true, id: 'file_1', size: 1, sha256: '0', createdAt: '' });

/** A client of a server that gives these responses. */
export async function stage(
  replies: Reply[],
  options: ClientOptions = {},
): Promise<ScriptedServer & { client: Tempshare }> {
  const server = await scriptedServer(...replies);
  const { baseUrl } = server;
  return {
    ...server,
    client: new Tempshare({
      apiKey: 'svc_sk_test_0123456789',
      baseUrl,
      appUrl: 'https://share.example',
      ...options,
    }),
  };
}

/** A file as the service stores it. */
export async function sealedBytes(bytes: Uint8Array<ArrayBuffer>, key: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of sealFile(new Blob([bytes]).stream() as never, key)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
