import { beforeAll, expect, it } from 'vitest';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

let servers: Omit<Servers, 'kill'>;
beforeAll(async () => void (servers = await sharedServers({ TRUST_PROXY: '1' })));

it('a recipient with the right password does not wait for networks that have had their turns', async () => {
  const json = { type: 'text', text: 'guarded', password: 'right' };
  const { body } = await send(servers.bases[1], 'POST /transfers', { key: servers.apiKey, json });
  const openAs = (address: string): Promise<Reply> =>
    send(servers.bases[0], `POST /public/transfers/${body.id}/open`, {
      json: { password: 'right' },
      headers: { 'x-forwarded-for': address },
    });
  const networks = 21;
  let served = 0;
  const flood = atOnce(3 * networks, async (i) => {
    const reply = await openAs(`198.51.100.${i % networks}`);
    served++;
    return reply;
  });
  // By now each of them has had two turns, and the third one is to come.
  await expect.poll(() => served, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(2 * networks);
  const before = served;
  const opened = await openAs('203.0.113.9');
  expect([opened.status, opened.body.text]).toEqual([200, 'guarded']);
  expect(served - before).toBeLessThan(15);
  expect(tally(await flood)).toEqual({ 200: 3 * networks });
});
