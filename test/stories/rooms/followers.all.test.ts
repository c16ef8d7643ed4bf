import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openStream, type EventStream } from '../../support/network/event-stream.ts';
import { atOnce, send, tally } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';

const WAIT = { timeout: 60_000, interval: 10 };

let servers: Servers;
beforeAll(async () => void (servers = await startServers({ TRUST_PROXY: '1' })));
afterAll(() => servers.stop());

it('a server has at most 1,000 followers of rooms, and keeps nothing open when they have left', async () => {
  const { pid } = servers.processes[0];
  const opened = (): number => readdirSync(`/proc/${pid}/fd`).length;
  /** Idle connections to the database and of other callers come and go. */
  const idle = 50;
  const json = { name: 'x' };
  const { roomId } = (await send(servers.bases[0], 'POST /rooms', { key: servers.apiKey, json })).body;
  const follow = (i: number): Promise<EventStream> =>
    openStream(servers.bases[0], `/public/rooms/${roomId}/events`, {
      'x-forwarded-for': `198.51.100.${i % 50}`,
    });
  const followOnceThereIsRoom = (i: number) =>
    vi.waitUntil(async () => {
      const stream = await follow(i);
      return stream.status === 200 && stream;
    }, WAIT);
  /** Not all at once: a server refuses callers when its database is slow. */
  const followAll = async (come: typeof follow): Promise<EventStream[]> => {
    const streams: EventStream[] = [];
    while (streams.length < 1_000) streams.push(...(await atOnce(50, (i) => come(streams.length + i))));
    return streams;
  };
  (await follow(0)).leave();
  const before = opened();
  const streams = await followAll(followOnceThereIsRoom);
  const refused = await follow(51);
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'service_unavailable']);
  const message = { json: { text: 'x' } };
  await send(servers.bases[1], `POST /public/rooms/${roomId}/messages`, message);
  for (const stream of streams) await vi.waitUntil(() => stream.events.length === 1, WAIT);

  for (const stream of streams) stream.leave();
  await vi.waitUntil(() => opened() <= before + idle, WAIT);
  const again = await followAll(followOnceThereIsRoom);
  expect(tally(again)).toEqual({ 200: 1_000 });
  for (const stream of again) stream.leave();
  await vi.waitUntil(() => opened() <= before + idle, WAIT);
});
