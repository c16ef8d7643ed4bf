/** Limits that the panel says before the work. */
import type { Schema } from '@tempshare/contract';
import { expect, it } from 'vitest';
import { fakeAccount } from './panel-fake.ts';
import { button, setTeam } from './panel-people.ts';
import { choose, says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const response = await fetch(`${team.url}/api/v1/public/limits`);
const service = (await response.json()) as Schema<'ServiceLimits'>;
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');
const file = (name: string, size: number) => ({ name, mimeType: '', buffer: Buffer.alloc(size) });

/** Opens the page for sending of a server with these limits. */
async function openWith(limits: Partial<Schema<'ServiceLimits'>>) {
  const one = await people();
  const fake = await fakeAccount(one.context);
  await one.page.route('**/public/limits', (route) => route.fulfill({ json: { ...service, ...limits } }));
  const goTo = (path: string) => one.page.goto(`${team.url}${path}`);
  return { one, fake, goTo };
}

const field = ({ page }: Person) => page.getByLabel('Text, secret or link');

it('sizes, lengths and counts that the server allows are those that pages say', async () => {
  const { one, goTo } = await openWith({
    fileBytes: 1_000,
    maxViews: 3,
    lengths: { ...service.lengths, text: 20, secret: 30, label: 7, password: 5, name: 9 },
    containers: { ...service.containers, request: { items: 7, bytes: 5_000_000 } },
  });
  await goTo('/');
  await one.page.getByText('Files: up to 1 kB each').waitFor();
  await field(one).fill('ä'.repeat(14));
  await one.page.getByText('28 / 30').waitFor();
  await button(one, 'Plain text').click();
  await one.page.getByText('28 / 20').waitFor();
  await one.page.getByText('4 characters too many.').waitFor();
  await field(one).fill('short');
  await expect.poll(() => one.page.getByText(' / 20').count()).toBe(0);
  expect(await one.page.getByLabel('How often').locator('option').allTextContents()).toEqual([
    ...['Any number of times', 'Once', '2 times', '3 times'],
  ]);
  expect(await one.page.getByLabel('Label').getAttribute('maxlength')).toBe('7');
  expect(await one.page.getByLabel('Password').getAttribute('maxlength')).toBe('5');
  await choose(one, [file('fits.txt', 1_000), file('large.txt', 1_001)]);
  const large = one.page.getByRole('listitem').filter({ hasText: 'large.txt' });
  await large.getByText('Too large: at most 1 kB').waitFor();
  expect(await one.page.getByText('Too large').count()).toBe(1);

  await goTo('/new/request');
  await one.page.getByText('Files: up to 7, 5 MB in total.').waitFor();
  expect(await one.page.getByLabel('What do you need?').getAttribute('maxlength')).toBe('9');
});

it('a quota is said from 80 % on, and what does not fit before it is sent', async () => {
  const { one, fake, goTo } = await openWith({});
  const quotas = (items: number, bytes: number): void => {
    fake.quotas.account = {
      limits: { items: 100, bytes: 10_000_000, uploads: null },
      used: { items, bytes, uploads: 5 },
    };
    fake.quotas.memberDefault = { items: null, bytes: null, uploads: null };
  };
  const said = async (): Promise<string[]> =>
    (await one.page.locator('.send [role=status] > p').allTextContents()).map((text) => plain(text).trim());
  quotas(79, 7_900_000);
  const asked = one.page.waitForResponse('**/quotas/own');
  await goTo('/');
  await asked;
  await field(one).fill('short');
  expect(await said()).toEqual([]);

  quotas(88, 8_999_000);
  await goTo('/');
  const near = ['Your team has 88 of 100 active items.', 'Your team has used 9 MB of 10 MB of storage.'];
  await expect.poll(said).toEqual(near);
  await choose(one, [file('a.bin', 1_001_001)]);
  await expect.poll(said).toEqual([near[0], `${near[1]} There isn’t room for all of this.`]);

  quotas(100, 0);
  await goTo('/new/room');
  await says(one, 'Open a room');
  await one.page.getByText('You’ve reached the limit of active items.').waitFor();
});

it('one item a minute without an account is one item', async () => {
  const { one, fake, goTo } = await openWith({});
  Object.assign(fake, { isSignedIn: false });
  fake.anonymous = { createsPerMinute: 1, itemBytes: 1_000, totalBytes: 5_000_000, longestSeconds: 3_600 };
  await goTo('/');
  await one.page.getByText(/1 item per minute\./).waitFor();
  // A file of theirs may not be larger than an item of theirs.
  await one.page.getByText('Files: up to 1 kB each').waitFor();
});
