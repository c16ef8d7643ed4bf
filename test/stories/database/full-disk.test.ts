import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { put } from '../../support/files/uploads.ts';
import { send, type Reply } from '../../support/network/send.ts';
import { startApp } from '../../support/server/app.ts';

it('a database with a full disk is told from one that is away: what adds is 507, the rest may be repeated', async () => {
  const app = await startApp();
  const own = (call: string, json?: object, headers = {}): Promise<Reply> =>
    send(app.baseUrl, call, { key: app.apiKey, json, headers });
  const anyone = (call: string, json?: object): Promise<Reply> => send(app.baseUrl, call, { json });
  const { secretId } = (await own('POST /secrets', { secret: 'x' })).body as { secretId: string };
  const { dropId } = (await own('POST /drops', { label: 'x' })).body as { dropId: string };
  const { roomId } = (await own('POST /rooms', { name: 'x' })).body as { roomId: string };
  const { uploadUrl } = (await own('POST /transfers', { type: 'file' })).body as { uploadUrl: string };
  const createOnce = (): Promise<Reply> =>
    own('POST /secrets', { secret: 'x' }, { 'idempotency-key': 'once' });
  const created = await createOnce();
  await app.database.query(`CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  for (const table of [
    'secrets',
    'transfers',
    'drops',
    'drop_items',
    'rooms',
    'room_messages',
    'requests',
    'blob_chunks',
  ])
    await app.database.query(
      `CREATE TRIGGER disk_is_full BEFORE INSERT OR DELETE OR UPDATE ON ${table} EXECUTE FUNCTION disk_is_full()`,
    );

  const adding = [
    () => own('POST /secrets', { secret: 'x' }),
    () => own('POST /secrets', { secret: 'x' }, { 'idempotency-key': 'k' }),
    () => own('POST /transfers', { type: 'text', text: 'x' }),
    () => own('POST /debug-share', { logs: 'x' }),
    () => own('POST /requests', { title: 'x' }),
    () => own('POST /drops', { label: 'x' }),
    () => own('POST /rooms', { name: 'x' }),
    () => own(`POST /rooms/${roomId}/messages`, { text: 'x' }),
    () => anyone(`POST /public/rooms/${roomId}/messages`, { text: 'x' }),
    () => anyone(`POST /public/drops/${dropId}/items`, { message: 'x' }),
    () => put(app.baseUrl, uploadUrl, randomBytes(1000)),
  ];
  for (const add of adding) {
    const { status, text, body } = await add();
    expect([status, body.code], text).toEqual([507, 'insufficient_storage']);
  }
  const again = await createOnce();
  expect([again.status, again.text]).toEqual([201, created.text]);
  const others = [
    () => own(`DELETE /drops/${dropId}`),
    () => anyone(`POST /public/secrets/${secretId}/reveal`),
  ];
  for (const call of others) {
    const { status, headers, text } = await call();
    expect([status, Number(headers['retry-after']) > 0], text).toEqual([503, true]);
  }
  await app.close();
});
