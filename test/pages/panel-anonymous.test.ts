import { expect, it } from 'vitest';
import { join, PASSWORD } from '../support/panel/person.ts';
import { sharedApp } from '../support/server/app.ts';
import { button, comesBack, copyLink, kept } from './panel-people.ts';
import { main, says, usePeople, type Person } from './stage.ts';

const team = await sharedApp({
  ALLOW_ANONYMOUS_CREATE: 'true',
  RATE_LIMIT_ANONYMOUS_CREATE: '2',
  ANONYMOUS_MAX_BYTES_PER_ITEM: '2KiB',
  OFFERED_LIFETIMES: '90m,3d,14d,forever',
  DEFAULT_EXPIRATION: '3d',
});
const owner = await join(team, 'owner');
const member = await join(team, 'member');
const people = usePeople();

const field = ({ page }: Person) => page.getByLabel('Text, secret or link');
const signIn = async ({ page }: Person, { email }: { email: string }): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
};
const link = async ({ page }: Person): Promise<string> => {
  await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
  return (await page.locator('main .copyable pre').filter({ hasText: /#/ }).textContent())!;
};

it('a stranger knows the limits, sends within them, and somebody else opens it', async () => {
  const one = await people(`${team.url}/`, {
    viewport: { width: 320, height: 700 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await says(one, 'Send something');
  const said = await one.page.getByText(/^Without an account/).textContent();
  expect(said!.replaceAll(/[\u2068\u2069]/g, '')).toBe(
    'Without an account: up to 2 kB per item, 7 days at most, 2 items per minute. Everyone without an account shares 1.1 GB.',
  );
  const expires = one.page.getByLabel('Expires');
  await expect.poll(() => expires.locator('option').allTextContents()).toEqual(['90 minutes', '3 days']);
  expect(await expires.inputValue()).toBe('259200');
  expect(await one.page.getByRole('navigation').count()).toBe(0);
  // They have no list in which they would see it.
  expect(await one.page.getByLabel('Label').count()).toBe(0);
  expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await field(one).fill('x'.repeat(2_049));
  await one.page.getByText('1 character too many.').waitFor();
  await field(one).fill('a lantern');
  await button(one, 'Create link').click();
  const address = await link(one);
  await one.page
    .locator('time.chip')
    .getByText(/day|hours/)
    .waitFor();
  expect(await one.page.getByText('Use the API').count()).toBe(0);
  const recipient = await people(address);
  await main(recipient).click();
  await recipient.page.getByRole('button', { name: 'Show' }).click();
  await recipient.page.getByText('a lantern').waitFor();

  await copyLink(one);
  await button(one, 'Send another').click();
  await field(one).fill('second');
  await button(one, 'Create link').click();
  await link(one);
  await copyLink(one);
  await button(one, 'Send another').click();
  await field(one).fill('third');
  const password = one.page.getByLabel('Password (optional)');
  await button(one, 'Generate a passphrase').click();
  await expect.poll(() => password.inputValue()).not.toBe('');
  const passphrase = await password.inputValue();
  await button(one, 'Create link').click();
  await one.page
    .getByRole('alert')
    .getByText(/^Too many/)
    .waitFor();
  expect(await field(one).inputValue()).toBe('third');

  await button(one, 'Sign in').click();
  await says(one, 'Sign in');
  // The draft is there after the sign-in, and meanwhile in the memory of the tab alone.
  expect(await kept(one)).not.toContain('third');
  await signIn(one, owner);
  await one.page.getByLabel('Label (optional)').waitFor();
  expect(await field(one).inputValue()).toBe('third');
  expect(await password.inputValue()).toBe(passphrase);
  await button(one, 'Create link').click();
  await one.page.locator('main .copyable').filter({ hasText: passphrase }).waitFor();
});

it('the draft of a stranger is that of the person who signs in, though they open another page first', async () => {
  const one = await people(`${team.url}/`);
  await field(one).fill('a lantern');
  await button(one, 'Sign in').click();
  await one.page.evaluate(() => {
    history.pushState(null, '', '/shared');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await signIn(one, owner);
  await says(one, 'Shared');
  await one.context.clearCookies();
  await comesBack(one);
  await one.page.getByText('You were signed out.').waitFor();
  await signIn(one, member);
  await says(one, 'Shared');
  await one.page.getByRole('link', { name: 'Send', exact: true }).first().click();
  await says(one, 'Send something');
  expect(await field(one).inputValue()).toBe('');
});
