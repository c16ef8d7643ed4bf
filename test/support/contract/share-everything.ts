/** One item of each kind, shared, found again and deleted, for tests of restarts and upgrades. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { send, type Reply } from '../network/send.ts';
import { put, sha256 } from '../files/uploads.ts';

export type Item =
  | { kind: 'secret' | 'transfer' | 'debug'; id: string; content: string; password?: string }
  | { kind: 'file'; id: string; content: string }
  | { kind: 'request' | 'drop' | 'room'; id: string; content: string; file?: string }
  | { kind: 'endpoint'; id: string; content: string };

/** Items of a fixture, and their owners. */
export interface Shared {
  apiKey: string;
  items: Item[];
}

/**
 * Shares one of everything that the server at `base` can share for ever, what can have a password once with each of
 * `passwords`. `content` says what has to be found again.
 */
export async function shareEverything(
  base: string,
  key: string,
  passwords: readonly (string | undefined)[] = [undefined],
): Promise<Item[]> {
  const items: Item[] = [];
  const call = async (path: string, json: object, headers = {}): Promise<Reply['body']> => {
    const response = await send(base, `POST ${path}`, { key, json, headers });
    if (response.status < 300) return response.body;
    console.error(`POST ${path}: ${response.status}`);
    return undefined;
  };
  const upload = async (announced: { uploadUrl: string } | undefined, text: string): Promise<boolean> =>
    announced !== undefined && (await put(base, announced.uploadUrl, Buffer.from(text))).status === 200;
  const fresh = (what: string): string => `${what} ${randomBytes(4).toString('hex')}`;

  for (const password of passwords) {
    const content = fresh('secret');
    const made = await call('/secrets', { secret: content, password, expiration: 'forever' });
    if (made) items.push({ kind: 'secret', id: made.secretId, content, ...(password && { password }) });
    const text = fresh('text');
    const body = { type: 'text', text, password, expiration: 'forever', maxViews: 3 };
    const transfer = await call('/transfers', body, { 'idempotency-key': fresh('once').replace(' ', '-') });
    if (transfer)
      items.push({ kind: 'transfer', id: transfer.id, content: text, ...(password && { password }) });
  }
  const spent = await call('/secrets', { secret: 'read already' });
  if (spent) await send(base, `POST /public/secrets/${spent.secretId}/reveal`);
  const seen = await call('/transfers', { type: 'text', text: 'seen already', oneTime: true });
  if (seen) await send(base, `POST /public/transfers/${seen.id}/open`, { json: {} });

  const logs = fresh('log line');
  const debug = await call('/debug-share', { logs, expiration: 'forever' });
  if (debug) items.push({ kind: 'debug', id: debug.debugId, content: logs });

  const bytes = fresh('bytes');
  const file = await call('/transfers', { type: 'file', fileName: 'a.txt', expiration: 'forever' });
  if (await upload(file, bytes))
    items.push({ kind: 'file', id: file.id, content: sha256(Buffer.from(bytes)) });

  const title = fresh('request');
  const request = await call('/requests', { title, expiration: 'forever' });
  if (request) {
    const announced = { pin: request.pin, fileName: 'b.txt' };
    const path = `/public/requests/${request.requestId}/files`;
    const arrived = await upload(await call(path, announced), bytes);
    items.push({ kind: 'request', id: request.requestId, content: title, ...(arrived && { file: bytes }) });
  }
  const label = fresh('inbox');
  const drop = await call('/drops', { label });
  if (drop) {
    const message = fresh('left');
    const left = await call(`/public/drops/${drop.dropId}/items`, { message });
    items.push({ kind: 'drop', id: drop.dropId, content: left ? message : '' });
  }
  const room = await call('/rooms', { name: fresh('room'), ttlHours: 720 });
  if (room) {
    const text = fresh('said');
    const said = await call(`/rooms/${room.roomId}/messages`, { text });
    const shown = await upload(await call(`/rooms/${room.roomId}/files`, { fileName: 'c.txt' }), bytes);
    items.push({ kind: 'room', id: room.roomId, content: said ? text : '', ...(shown && { file: bytes }) });
  }
  const url = 'http://127.0.0.1:1/hook';
  const endpoint = await call('/webhook-endpoints', { url });
  if (endpoint) items.push({ kind: 'endpoint', id: endpoint.id, content: url });
  return items;
}

/** Opens an item as its recipient and its owner do, deletes it where that can be, and sees that it is gone. */
export async function findAgainAndDelete(base: string, key: string, item: Item): Promise<void> {
  const { id, content } = item;
  const get = (path: string): Promise<Reply> => send(base, `GET ${path}`, { key });
  const json = 'password' in item ? { password: item.password } : {};
  const open = (path: string): Promise<Reply> => send(base, `POST ${path}`, { json });
  const endsAt = async (path: string): Promise<void> => {
    expect([path, (await send(base, `DELETE ${path}`, { key })).status]).toEqual([path, 200]);
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  };
  const opens: Record<Item['kind'], () => Promise<void>> = {
    async secret() {
      expect((await open(`/public/secrets/${id}/reveal`)).body).toMatchObject({ secret: content });
      expect((await open(`/public/secrets/${id}/reveal`)).status).toBe(404);
    },
    async transfer() {
      expect((await open(`/public/transfers/${id}/open`)).body).toMatchObject({ text: content });
      await endsAt(`/transfers/${id}`);
    },
    async debug() {
      expect((await open(`/public/transfers/${id}/open`)).body).toMatchObject({ logs: content });
    },
    async file() {
      const { downloadUrl } = (await open(`/public/transfers/${id}/open`)).body;
      const bytes = await (await fetch(downloadUrl)).arrayBuffer();
      expect(sha256(new Uint8Array(bytes))).toBe(content);
      await endsAt(`/transfers/${id}`);
    },
    async request() {
      expect((await get(`/requests/${id}`)).body).toMatchObject({ title: content });
      const { files } = (await get(`/requests/${id}/files`)).body;
      expect((await get(`/requests/${id}/files/${files[0].id}`)).text).toBe((item as { file: string }).file);
      await endsAt(`/requests/${id}`);
    },
    async drop() {
      expect((await get(`/drops/${id}/items`)).body.items).toMatchObject([{ message: content }]);
      await endsAt(`/drops/${id}`);
    },
    async room() {
      const { messages } = (await get(`/rooms/${id}/messages`)).body;
      expect(messages).toMatchObject([{ kind: 'file' }, { text: content }]);
      const file = await get(`/rooms/${id}/files/${messages[0].file.id}`);
      expect(file.text).toBe((item as { file: string }).file);
      await endsAt(`/rooms/${id}`);
    },
    async endpoint() {
      expect((await get(`/webhook-endpoints/${id}`)).body).toMatchObject({ url: content });
      await endsAt(`/webhook-endpoints/${id}`);
    },
  };
  await opens[item.kind]();
}
