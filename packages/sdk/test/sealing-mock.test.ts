import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Tempshare } from '../src/index.ts';
import { openLink } from '../src/links/index.ts';
import { createMock } from '@tempshare/testing';
import { skipPauses } from './as-time-passes.ts';

skipPauses();

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
const { baseUrl, apiKey } = mock;
const client = new Tempshare({ baseUrl, apiKey });
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

it('a file of exactly 25 MiB goes sealed, as a transfer and into a room, and one byte more does not', async () => {
  const most = 26_214_400;
  async function* bytes(size: number) {
    for (let left = size; left > 0; left -= 1_000_000) yield new Uint8Array(Math.min(left, 1_000_000));
  }
  const { shareUrl } = await client.transfers.create({ type: 'file', file: bytes(most) });
  const opened = await openLink(shareUrl);
  expect(opened.kind === 'file' && (await opened.file.bytes()).length).toBe(most);
  const { roomUrl } = await client.rooms.create({ name: 'Films' });
  await client.rooms.files.create(roomUrl, { file: new Uint8Array(most) });
  const room = await client.rooms.open(roomUrl);
  for await (const { file } of room.messages()) expect((await file!.bytes()).length).toBe(most);
  for (const file of [bytes(most + 1), new Uint8Array(most + 1)]) {
    await expect(client.transfers.create({ type: 'file', file })).rejects.toThrow(
      /too large: at most 26,214,400/,
    );
    await expect(client.rooms.files.create(roomUrl, { file: new Uint8Array(most + 1) })).rejects.toThrow(
      /too large/,
    );
  }
});

it('rooms are entered by owner and guests, who hear each other', async () => {
  const { roomId, roomUrl } = await client.rooms.create({ name: 'Incident', password: 'p' });
  const opened = await openLink(roomUrl, { password: 'p' });
  if (opened.kind !== 'room') return expect.unreachable();
  const { room } = opened;
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
