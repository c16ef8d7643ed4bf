import { TOKEN } from './panel-fake.ts';
import { act, fake, goTo, page } from './panel-opened.ts';

/** States of the pages of an account. */
export const ACCOUNT: Record<string, () => Promise<void>> = {
  'a confirmation': async () => {
    fake.isConfirmed = false;
    await act('/admin/members', /^Remove/);
    await page.locator('dialog .main').click();
    await page.locator('dialog input[type=password]').waitFor();
  },
  'a team to be left': () => act('/account', /^Leave the team/),
  account: () => goTo('/account', '#passkeys ~ table tr'),
  'an account whose address can be changed': async () => {
    fake.mail = true;
    await goTo('/account', '#email');
  },
  'an account without a second factor, where there are no passkeys': async () => {
    fake.secondFactor = { enabled: false, recoveryCodesLeft: 0 };
    Object.assign(fake, { passkeys: [], address: 'https://share.example' });
    await goTo('/account', '#passkeys ~ p a');
  },
  'an app to be set up': async () => {
    await act('/account', /^Use another app/);
    await page.locator('.qr path[d^=M]').waitFor();
  },
  'recovery codes, shown once, not copied': async () => {
    await act('/account', /^New recovery codes/);
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await page.locator('dialog pre').waitFor();
    await page.keyboard.press('Escape');
  },
  'notices, with an address to be confirmed': async () => {
    fake.mail = true;
    fake.notices.confirmed = false;
    await goTo('/account', '#notices ~ form ~ form');
    await page.getByRole('button', { name: 'Send confirmation link' }).click();
    await page.getByText('Open the link that we e-mailed to').waitFor();
  },
  'notices to be stopped': () => goTo(`/stop-notices?token=${TOKEN}`, 'form'),
  'notices that are stopped': async () => {
    await goTo(`/stop-notices?token=${TOKEN}`, 'form');
    await page.getByRole('button', { name: 'Stop notices' }).click();
    await page.locator('a.button').waitFor();
  },
  'a second factor to be turned off': () => act('/account', /^Turn off/),
  'a passkey to be added': () => act('/account', /^Add a passkey/),
  'a passkey to be deleted': () => act('/account', /^Delete/),
  'a confirmation by code or passkey': async () => {
    fake.isConfirmed = false;
    await act('/account', /^Turn off/);
    await page.locator('dialog .main').click();
    await page.locator('dialog .other-way').waitFor();
  },
};
