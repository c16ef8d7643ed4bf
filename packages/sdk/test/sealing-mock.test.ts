import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Tempshare, type Progress } from '../src/index.ts';
import { openLink, type OpenedLink } from '../src/links/index.ts';
import { createMock } from '@tempshare/testing';
import { skipPauses } from './as-time-passes.ts';

skipPauses();

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
const { baseUrl, apiKey } = mock;
const client = new Tempshare({ baseUrl, apiKey });
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

async function open<K extends OpenedLink['kind']>(link: string, kind: K, password?: string) {
  const opened = await openLink(link, { password });
  expect(opened.kind).toBe(kind);
  return opened as Extract<OpenedLink, { kind: K }>;
}

it('what an application seals is opened by its link without a server', async () => {
  const { secretUrl } = await client.secrets.create({ secret: 'hunter2', password: 'p' });
  expect(await open(secretUrl, 'secret', 'p')).toMatchObject({ secret: 'hunter2' });
  await expect(openLink(secretUrl, { password: 'p' })).rejects.toMatchObject({ status: 404 });
  const text = await client.transfers.create({ type: 'text', text: 'hi' });
  expect(await open(text.shareUrl, 'text')).toMatchObject({ text: 'hi' });
  const link = await client.transfers.create({ type: 'url', targetUrl: 'https://a.example/' });
  expect(await open(link.shareUrl, 'url')).toMatchObject({ targetUrl: 'https://a.example/' });
});

it('files of every kind of source arrive, with progress', async () => {
  const bytes = new Uint8Array(2_000_000).fill(7);
  for (const file of [new File([bytes], 'a.bin'), bytes, new Blob([bytes]).stream()]) {
    let loaded = 0;
    const options = { onProgress: (progress: Progress) => void ({ loaded } = progress) };
    const { shareUrl } = await client.transfers.create({ type: 'file', file, fileName: 'a.bin' }, options);
    expect(loaded).toBe(bytes.length);
    const opened = await open(shareUrl, 'file');
    expect(opened.file.fileName).toBe('a.bin');
    expect(Buffer.from(await opened.file.bytes()).equals(bytes)).toBe(true);
  }
});

it('rooms are entered by owner and guests, who hear each other', async () => {
  const { roomId, roomUrl } = await client.rooms.create({ name: 'Incident', password: 'p' });
  const { room } = await open(roomUrl, 'room', 'p');
  await room.post({ text: 'from a guest', author: 'Kim' });
  await client.rooms.messages.create(roomUrl, { text: 'from the owner' }, { password: 'p' });
  await client.rooms.files.create(roomUrl, { file: new File(['x'], 'x.txt') }, { password: 'p' });
  const seen: unknown[] = [];
  for await (const { text, file } of room.messages()) seen.unshift(text ?? (await file!.text()));
  expect(seen).toEqual(['from a guest', 'from the owner', 'x']);
  const mine = await client.rooms.open(roomUrl, { password: 'p' });
  const events = room.events()[Symbol.asyncIterator]();
  const state = { heard: false };
  const first = events.next().finally(() => (state.heard = true));
  while (!state.heard) await mine.post({ text: 'hello' });
  expect(await first).toMatchObject({ value: { message: { text: 'hello', from: 'owner' } } });
  await client.rooms.delete(roomId);
  let last: unknown;
  for (let next = await events.next(); !next.done; next = await events.next()) last = next.value;
  expect(last).toEqual({ type: 'closed', state: 'deleted' });
});
