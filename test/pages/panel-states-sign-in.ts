import { ago, DAY, TOKEN, type FakeAccount } from './panel-fake.ts';
import { fake, goTo, page } from './panel-opened.ts';

const link = { accountName: 'Analytical Engines', email: 'a@example.com', expiresAt: ago(-DAY) };

const openLink = (link: FakeAccount['link'], path = '/join') => {
  fake.link = link;
  return goTo(`${path}?token=${TOKEN}`, 'h1');
};

/** States of the pages of sign-in and of one-time links. */
export const SIGN_IN: Record<string, () => Promise<void>> = {
  'sign-in': async () => {
    fake.isSignedIn = false;
    await goTo('/', 'form');
  },
  'a forgotten password, where the server sends mail': async () => {
    Object.assign(fake, { isSignedIn: false, mail: true });
    await goTo('/', 'form');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
  },
  'a recovery code at sign-in': async () => {
    Object.assign(fake, { isSignedIn: false, refusals: { signIn: 'code_required' } });
    await goTo('/', '.other-way');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').waitFor();
  },
  'sending without an account': async () => {
    const anonymous = { createsPerMinute: 10, itemBytes: 1024, totalBytes: 1e9, longestSeconds: 604_800 };
    Object.assign(fake, { isSignedIn: false, anonymous });
    await goTo('/', 'form.send');
    await page.getByLabel('Text, secret or link').fill('x'.repeat(1_030));
    await page.getByText('6 characters too many.').waitFor();
  },
  'a server without an owner': async () => {
    Object.assign(fake, { isSignedIn: false, needsSetUp: true });
    await goTo('/', 'pre');
  },
  'set-up': () => openLink({ ...link, purpose: 'set-up', accountName: null, role: null }, '/set-up'),
  'an invitation': () => openLink({ ...link, purpose: 'invitation', role: 'member' }),
  'a link to set a password': () => openLink({ ...link, purpose: 'reset', role: null }, '/reset-password'),
  'a link to another e-mail address': () =>
    openLink({ ...link, purpose: 'email', role: null }, '/confirm-email'),
  'a link that was used': () => openLink(undefined),
  'a sign-in at a provider that has failed': async () => {
    fake.isSignedIn = false;
    await goTo('/oidc/callback', '.buttons a');
  },
};
