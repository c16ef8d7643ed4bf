import { beforeAll, expect, it } from 'vitest';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

let servers: Omit<Servers, 'kill'>;
beforeAll(async () => void (servers = await sharedServers({ TRUST_PROXY: '1' })));

async function share(): Promise<string> {
  const json = { type: 'text', text: 'guarded', password: 'right' };
  return (await send(servers.bases[0], 'POST /transfers', { key: servers.apiKey, json })).body.id;
}

const openAs = (id: string, address: string, server: number): Promise<Reply> =>
  send(servers.bases[server]!, `POST /public/transfers/${id}/open`, {
    json: { password: 'right' },
    headers: { 'x-forwarded-for': address },
  });

it('a recipient with the right password does not wait for networks that have had their turns', async () => {
  const [networks, perServer] = [8, 4];
  const ids = await atOnce(2 * networks + 1, share);
  let served = 0;
  const flood = atOnce(2 * networks * perServer, async (i) => {
    const item = i % (2 * networks);
    const reply = await openAs(ids[item]!, `198.51.100.${item >> 1}`, item % 2);
    served++;
    return reply;
  });
  // By now all of them have had two turns at both servers.
  await expect.poll(() => served, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(36);
  const before = served;
  const opened = await openAs(ids.at(-1)!, '203.0.113.9', 0);
  expect([opened.status, opened.body.text]).toEqual([200, 'guarded']);
  expect(served - before).toBeLessThan(10);
  expect(tally(await flood)).toEqual({ 200: 2 * networks * perServer });
});
