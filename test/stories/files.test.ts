import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function create(body: object): Promise<{ id: string; uploadUrl: string }> {
  const response = await fetch(`${app.baseUrl}/transfers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'file', ...body }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; uploadUrl: string };
}

const upload = (url: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(url, { method: 'PUT', body: bytes, headers: { 'Content-Type': 'application/octet-stream' } });

describe('a file', () => {
  it.each([0, 1, 262_143, 262_144, 262_145, 26_214_400])(
    'of %i bytes comes down as it went up',
    async (size) => {
      const bytes = randomBytes(size);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { id, uploadUrl } = await create({ fileName: 'plan.pdf', size });
      const uploaded = await upload(uploadUrl, bytes);
      expect(await uploaded.json()).toMatchObject({ success: true, size, sha256 });

      const opened = await fetch(`${app.baseUrl}/public/transfers/${id}/open`, { method: 'POST' });
      const { downloadUrl } = (await opened.json()) as { downloadUrl: string };
      const downloaded = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
      expect(downloaded.length).toBe(size);
      expect(createHash('sha256').update(downloaded).digest('hex')).toBe(sha256);
    },
  );
});
