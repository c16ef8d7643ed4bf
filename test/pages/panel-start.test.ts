import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fakeAccount, aKey } from './panel-fake.ts';
import { button, clipboard, dialog, isAt, isolated, openSigned, setTeam } from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const start = `${team.url}/developers/quick-start`;

const code = ({ page }: Person) => page.locator('main pre').textContent();
const run = promisify(execFile);

describe('the quick start', () => {
  it('leads from the home page to a key, a line that works as it was copied, and a check that it has arrived', async () => {
    const one = await openSigned(await team.join('member'), team.url, people);
    await one.page.getByRole('link', { name: 'Quick start' }).click();
    await says(one, 'Quick start');
    expect(await one.page.content()).not.toContain('svc_sk_');
    expect(await code(one)).toContain('. ./.env');
    await one.page.getByText('Waiting for your call').waitFor();
    await button(one, 'Create key').click();
    const apiKey = (await dialog(one).locator('pre').first().textContent())!;
    await dialog(one).getByRole('button', { name: 'Copy' }).first().click();
    await dialog(one).getByRole('status').getByText('Copied').waitFor();
    await button(one, 'Done').click();
    await one.page.getByRole('button', { name: 'Copy' }).click();
    await one.page.getByRole('status').getByText('Copied').waitFor();
    const line = await clipboard(one);
    expect(line).toContain(`Bearer ${apiKey}`);
    const { stdout } = await run('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ shareUrl: expect.any(String) });
    await one.page.getByText(`A call with the key ${isolated('quick-start')} has arrived.`).waitFor();
    // The other tab has the key, too; a reload has it nowhere.
    await one.page.getByRole('link', { name: 'TypeScript' }).click();
    await expect.poll(() => one.page.url()).toBe(`${start}?tab=typescript`);
    await expect.poll(() => code(one)).toContain(`apiKey: '${apiKey}'`);
    await one.page.reload();
    await expect.poll(() => code(one)).toContain('process.env.SERVICE_API_KEY');
    expect((await one.page.content()) + one.page.url()).not.toContain(apiKey);
    await one.page.goBack();
    await expect.poll(() => code(one)).toContain('curl ');
  });

  it('says what to look at after a minute, asks nothing while the page is hidden, and sees a call after that', async () => {
    const one = await people();
    const fake = await fakeAccount(one.context, 'member');
    fake.keys = [aKey('old'), aKey('busy')];
    await one.page.clock.install();
    await one.page.goto(start);
    await one.page.getByText('Waiting for your call').waitFor();
    const late = one.page.getByText('Nothing has arrived for a minute.');
    await expect
      .poll(async () => {
        await one.page.clock.runFor(2_000);
        return late.isVisible();
      })
      .toBe(true);
    const hide = (hidden: boolean) =>
      one.page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    // A call that was on its way then may still arrive.
    await expect
      .poll(async () => {
        fake.calls.length = 0;
        await one.page.clock.runFor(60_000);
        return fake.calls.filter(({ operation }) => operation === 'listKeys');
      })
      .toEqual([]);
    fake.keys[1]!.requestsToday += 1;
    await hide(false);
    await one.page.clock.runFor(2_000);
    await one.page.getByText(`A call with the key ${isolated('busy')} has arrived.`).waitFor();
  });
});

describe('usage', () => {
  it('has a bar and a row of the table for each hour or day, and keeps period and key in the address', async () => {
    const one = await people();
    const fake = await fakeAccount(one.context, 'auditor');
    fake.keys = [aKey('ci-deploy'), aKey('other')];
    await one.page.goto(`${team.url}/developers/usage`);
    await says(one, 'Usage');
    await expect.poll(() => one.page.locator('.bars rect').count()).toBe(24);
    await one.page.getByRole('link', { name: '30 days' }).click();
    await expect.poll(() => one.page.locator('.bars rect').count()).toBe(30);
    await one.page.getByText('As a table').click();
    const inTable = one.page.getByRole('table', { name: 'Usage' }).getByRole('row');
    await expect.poll(() => inTable.count()).toBe(31);
    await one.page.getByRole('link', { name: 'ci-deploy' }).click();
    await one.page.getByRole('heading', { name: 'Requests: ci-deploy' }).waitFor();
    await isAt(one, `${team.url}/developers/usage?period=month&key=${fake.keys[0]!.id}`);
    await one.page.reload();
    await one.page.getByRole('heading', { name: 'Requests: ci-deploy' }).waitFor();
    await one.page.getByRole('link', { name: 'All keys' }).click();
    await one.page.getByRole('link', { name: 'other' }).waitFor();
  });
});
