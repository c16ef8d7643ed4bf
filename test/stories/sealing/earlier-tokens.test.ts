import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCapability, redeemCapability } from '../../../server/src/crypto/capability.ts';
import { linkId, sha256 as hash } from '../../../server/src/crypto/tokens.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';
import { announce, download, openFile, put, sha256 } from '../../support/files/file-transfers.ts';

describe('a URL that a server of an earlier version has handed out, with a token without an item,', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await sharedApp()));

  /** Lets a token without an item take the place of one that has been handed out. */
  async function withoutItem(
    url: string,
    { table, column, key, context }: { table: string; column: string; key: string; context: string },
  ): Promise<string> {
    const token = new URL(url).pathname.split('/').at(-1) as string;
    const given = [hash(token)];
    const [row] = await app.database.query<{ id: string; sealed: Buffer }>(
      `SELECT ${table === 'files' ? 'id' : 'file_id'} AS id, ${key} AS sealed FROM ${table} WHERE ${column} = $1`,
      given,
    );
    const { id, sealed } = row as { id: string; sealed: Buffer };
    const bound = `tempshare/1 file ${id} ${context}`;
    const earlier = issueCapability(
      `${token.slice(0, 2)}${linkId()}`,
      bound,
      redeemCapability(token, bound, sealed),
    );
    await app.database.query(`UPDATE ${table} SET ${column} = $2, ${key} = $3 WHERE ${column} = $1`, [
      ...given,
      earlier.tokenHash,
      earlier.sealedKey,
    ]);
    return url.replace(token, earlier.token);
  }

  it('takes a file, and gives it out', async () => {
    const bytes = randomBytes(300_000);
    const { id, uploadUrl } = await announce(app, { size: bytes.length });
    const upload = { table: 'files', column: 'upload_token_hash', key: 'upload_key', context: 'upload' };
    expect((await put(await withoutItem(uploadUrl, upload), bytes)).status).toBe(200);
    const given = { table: 'downloads', column: 'token_hash', key: 'sealed_key', context: 'download' };
    expect(await download(await withoutItem(await openFile(app, id), given))).toBe(sha256(bytes));
  });

  it('finds nothing when there is nothing', async () => {
    const bytes = Buffer.alloc(1);
    expect((await put(`${app.baseUrl}/public/uploads/u_${linkId()}`, bytes)).status).toBe(404);
    expect(await download(`${app.baseUrl}/public/downloads/d_${linkId()}`)).toBe(404);
  });
});

describe('a file that a server of an earlier version writes, which does not name its item,', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.close());

  it('is named by the database, with its bytes and downloads, and goes out', async () => {
    const bytes = randomBytes(300_000);
    const { id, uploadUrl } = await announce(app, { size: bytes.length });
    await app.database.query(`
      WITH made AS (DELETE FROM files RETURNING *)
      INSERT INTO files (id, transfer_id, announced_size, reserved, api_key_id, upload_token_hash, upload_key, upload_until, created_at)
      SELECT id, transfer_id, announced_size, reserved, api_key_id, upload_token_hash, upload_key, upload_until, created_at FROM made`);
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    await app.database
      .query(`UPDATE files SET blob_id = NULL, size = NULL, sha256 = NULL, completed_at = NULL,
      upload_token_hash = 'x', upload_key = 'x', upload_until = now()`);
    await app.database.query(`UPDATE blobs SET item_id = ''`);
    await app.database.query(`UPDATE blob_chunks SET item_id = ''`);
    await app.database
      .query(`UPDATE files SET blob_id = blobs.id, size = 300000, sha256 = 'x', completed_at = now(),
      upload_token_hash = NULL, upload_key = NULL, upload_until = NULL FROM blobs`);
    expect(await download(await openFile(app, id))).toBe(sha256(bytes));
    const tables = ['files', 'blobs', 'blob_chunks', 'downloads'];
    for (const table of tables) {
      const items = await app.database.query<{ item_id: string }>(`SELECT DISTINCT item_id FROM ${table}`);
      expect(items).toEqual([{ item_id: id }]);
    }
  });
});
