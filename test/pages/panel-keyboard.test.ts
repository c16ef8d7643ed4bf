/** The panel by the keyboard alone. */
import { expect, it } from 'vitest';
import { fake, goTo, openPanel, page, reset } from './panel-opened.ts';

await openPanel();

/** Text of the element that has the focus; the label of a field. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = (element as HTMLInputElement).labels?.[0];
    return (label ?? element).innerText.replaceAll(/[\s\u2068\u2069]+/g, ' ').trim();
  });
/** Presses Tab until something with this text has the focus. */
const reach = async (name: string, keepsGoing = 60): Promise<void> => {
  await page.keyboard.press('Tab');
  if ((await focused()) === name) return;
  if (keepsGoing === 0) expect.fail(`“${name}” has not been reached`);
  await reach(name, keepsGoing - 1);
};
const press = (key: string) => page.keyboard.press(key);

it('the keyboard alone removes a member, reads the log, sees the server and leaves dialogs where it was', async () => {
  reset();
  await page.setViewportSize({ width: 1400, height: 800 });
  /** Opens a dialog by its button, closes it by Escape, and expects the focus at the button. */
  const openAndLeave = async (name: string): Promise<void> => {
    await reach(name);
    await press('Enter');
    await page.locator('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement!.closest('dialog') !== null)).toBe(true);
    await press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe(name);
  };

  await goTo('/admin/members', 'tbody tr');
  await page.evaluate(() => document.querySelector<HTMLElement>('.skip')!.focus());
  await press('Enter');
  await page.locator('h1:focus').waitFor();
  await openAndLeave('Change role Jon');
  await reach('Remove Jon');
  await press('Enter');
  await reach('What they have shared');
  await press('ArrowDown');
  expect(await page.locator('select:focus').inputValue()).toBe(fake.user.id);
  await reach('Remove Jon');
  await press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('h1:focus').getByText('Members').waitFor();
  expect(fake.members.map(({ name }) => name)).toEqual(['Ada Lovelace']);

  await goTo('/admin/audit', 'tbody tr');
  await reach('Filter');
  await press('Enter');
  await reach('Who (optional)');
  await page.keyboard.type('ada');
  await press('Enter');
  await page.waitForURL('**/admin/audit?actor=ada');
  await reach('Export as JSON');

  await goTo('/admin/server', 'tbody tr');
  await reach('Account and security');
  await press('Enter');
  await page.locator('h1:focus').getByText('Account and security').waitFor();
  await page.locator('#passkeys ~ table tr').first().waitFor();
  await openAndLeave('Leave the team');

  await goTo('/developers/keys', 'tbody tr');
  await openAndLeave('Revoke ci-deploy');
});

it('the keyboard alone reaches every page and creates a key', async () => {
  reset();
  fake.keys = [];
  await page.setViewportSize({ width: 1400, height: 800 });
  await goTo('/', '.send');
  // The first Tab may come before the window has the focus, or before the page is drawn to its end.
  const isIdle = () => page.evaluate(() => document.activeElement === document.body);
  const first = async () => {
    if (await isIdle()) await page.keyboard.press('Tab');
    return focused();
  };
  await expect.poll(first).toBe('Skip to content');
  for (const name of [
    'Shared',
    'Members',
    'Quotas',
    'Audit log',
    'Server status',
    'Account and security',
    'Webhooks',
    'Events',
    'Quick start',
    'Usage',
    'API keys',
  ]) {
    await reach(name);
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText(name).waitFor();
    expect(await page.title()).toContain(name);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed');
  await reach('Create key');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  await reach('Copy');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();
  await reach('Done');
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'typed' }).waitFor();
  expect(fake.keys.map(({ name }) => name)).toEqual(['typed']);
});
