import { describe, expect, it } from 'vitest';
import { sharedServers } from '../support/server/servers.ts';
import { main, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const { database } = await sharedServers();
const person = usePeople();
const DAY = 86_400_000;

/** Creates a link that ends in 59.5 minutes, and returns it: no minute ends while the page opens. */
const hour = async () => {
  const { id, shareUrl } = await stage.owner.transfers.create({ type: 'text', text: 'x', expiration: '1h' });
  await database.query(`UPDATE transfers SET expires_at = expires_at - interval '30 seconds' WHERE id = $1`, [
    id,
  ]);
  return shareUrl;
};
const chip = (reader: Awaited<ReturnType<typeof person>>, text: string) =>
  reader.page.locator('.chip', { hasText: text }).waitFor();

describe('the time that is left', () => {
  it.each([-2 * DAY, -DAY / 2, DAY / 2, 2 * DAY, 400 * DAY])(
    'is true on a device whose clock is %i ms off',
    async (off) => {
      const reader = await person();
      await reader.page.clock.install({ time: Date.now() + off });
      await reader.page.goto(await hour());
      await main(reader).waitFor();
      await chip(reader, 'Expires in 59 minutes');
    },
  );

  it('goes on while the page is open, to its end', async () => {
    const reader = await person();
    await reader.page.clock.install();
    await reader.page.goto(await hour());
    await chip(reader, 'Expires in 59 minutes');
    await reader.page.clock.fastForward(30 * 60_000);
    await chip(reader, 'Expires in 29 minutes');
    await reader.page.clock.fastForward(31 * 60_000);
    await chip(reader, 'Expired');
  });

  it.each([-DAY, DAY])('stays true when the clock of the device is set by %i ms meanwhile', async (by) => {
    const reader = await person();
    await reader.page.clock.install();
    await reader.page.goto(await hour());
    await chip(reader, 'Expires in 59 minutes');
    await reader.page.clock.setSystemTime(Date.now() + by);
    const asked = reader.page.waitForResponse((response) => response.request().method() === 'HEAD');
    await reader.page.clock.runFor(25_000);
    await asked;
    await chip(reader, 'Expires in 59 minutes');
  });

  it('counts how long a cache has had the response', async () => {
    const reader = await person();
    await reader.page.route('**/api/v1/public/**', async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.now() - 600_000).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date, age: '600' } });
    });
    await reader.page.goto(await hour());
    await chip(reader, 'Expires in 59 minutes');
  });

  it('is that of the device where no response says the time', async () => {
    const reader = await person();
    await reader.page.route('**/api/v1/public/**', async (route) => {
      const response = await route.fetch();
      const { date: _, ...headers } = response.headers();
      await route.fulfill({ response, headers: { ...headers, date: 'yesterday' } });
    });
    await reader.page.goto(await hour());
    await chip(reader, 'Expires in 59 minutes');
  });

  it('can be told by pages of other origins, which may read the time of a response', async () => {
    const response = await fetch(`${stage.url}/api/v1/public/secrets/none`);
    expect(response.headers.get('access-control-expose-headers')).toMatch(/\bDate\b/);
    expect(Math.abs(Date.parse(response.headers.get('date')!) - Date.now())).toBeLessThan(60_000);
  });
});
