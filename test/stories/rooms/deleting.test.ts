import { beforeAll, expect, it } from 'vitest';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { expectCounted } from '../../support/rows/capacity.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

let servers: Omit<Servers, 'kill'>;
beforeAll(async () => void (servers = await sharedServers({ TRUST_PROXY: '1' })));

const own = (line: string, json?: object, i = 0): Promise<Reply> =>
  send(servers.bases[i % 2]!, line, { key: servers.apiKey, json });
const guest = (line: string, json: object, address: string, i = 0): Promise<Reply> =>
  send(servers.bases[i % 2]!, line, { json, headers: { 'x-forwarded-for': address } });

async function openRoom(): Promise<string> {
  return (await own('POST /rooms', { name: 'Incident' })).body.roomId;
}

it('of owners who delete one message at once over two servers one finds it, and it is counted once', async () => {
  const roomId = await openRoom();
  const posted = await atOnce(3, (i) =>
    guest(`POST /public/rooms/${roomId}/messages`, { text: 'x' }, '203.0.113.1', i),
  );
  const gone = await atOnce(8, (i) =>
    own(`DELETE /rooms/${roomId}/messages/${posted[0]!.body.id}`, undefined, i),
  );
  expect(tally(gone)).toEqual({ 200: 1, 404: 7 });
  const { messageCount, limits } = (await own(`GET /rooms/${roomId}`)).body;
  expect([messageCount, limits.itemsLeft]).toEqual([2, limits.maxItems - 2]);
  await expectCounted(servers.database);
});

it('a flood of one network is deleted by its author while it goes on, over two servers, and other guests stay', async () => {
  const roomId = await openRoom();
  const post = (address: string, i: number) =>
    guest(`POST /public/rooms/${roomId}/messages`, { text: `from ${address}` }, address, i);
  await post('2001:db8:1:1::1', 0);
  await atOnce(70, (i) => post(`2001:db8:2:${i}::1`, i));
  const list = async (): Promise<{ text: string; authorId: string }[]> =>
    (await own(`GET /rooms/${roomId}/messages?limit=100`)).body.messages;
  const messages = await list();
  const authors = new Set(messages.map(({ authorId }) => authorId));
  expect(authors.size).toBe(2);
  const flooder = messages.find(({ text }) => text.includes(':2:'))!.authorId;
  const [deletions] = await Promise.all([
    atOnce(3, (i) => own(`DELETE /rooms/${roomId}/authors/${flooder}`, undefined, i)),
    atOnce(10, (i) => post(`2001:db8:2:${i}::1`, i)),
  ]);
  const rest = await own(`DELETE /rooms/${roomId}/authors/${flooder}`);
  // The second caller finds nothing any more.
  const replies = [...deletions, rest];
  for (const { status } of replies) expect([200, 404]).toContain(status);
  const total = replies.reduce((sum, { body }) => sum + (body.deletedCount ?? 0), 0);
  expect(total).toBe(80);
  expect((await list()).map(({ text }) => text)).toEqual(['from 2001:db8:1:1::1']);
  const { messageCount, limits } = (await own(`GET /rooms/${roomId}`)).body;
  expect([messageCount, limits.itemsLeft]).toEqual([1, limits.maxItems - 1]);
  await expectCounted(servers.database);
});
