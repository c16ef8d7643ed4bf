import { afterAll, expect, it } from 'vitest';
import { linkToken, PASSWORD, Person } from '../support/panel/person.ts';
import { startOidcProvider } from '../support/panel/oidc-provider.ts';
import { startApp } from '../support/server/app.ts';
import { fakeAccount } from './panel-fake.ts';
import { button, dialog, isolated } from './panel-people.ts';
import { says, usePeople } from './stage.ts';

const provider = await startOidcProvider({
  ...{ email: 'grace@example.com', email_verified: true },
  ...{ name: 'Grace Hopper', groups: ['staff'] },
});
const app = await startApp(
  {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'tempshare',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLES: 'staff=admin',
    OIDC_NAME: '<b>Example</b> ID',
  },
  undefined,
  { host: 'localhost' },
);
provider.allow(`${app.url}/oidc/callback`);
const token = await linkToken(app, { purpose: 'set-up' });
await new Person(app.url).call('setUp', {
  body: { token, email: 'first@example.com', name: 'First', password: PASSWORD },
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
const people = usePeople();
const BUTTON = { name: `Sign in with ${isolated('<b>Example</b> ID')}` };

it('a person signs in at the provider, is at the page that was wanted, and the code is in no address', async () => {
  const { page } = await people(`${app.url}/admin/members`);
  await page.getByRole('button', BUTTON).click();
  await page.getByRole('heading', { name: 'Members' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${app.url}/admin/members`);
  await page.getByText('grace@example.com').first().waitFor();
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain('code=');
});

it('who has no password is asked for none: the provider confirms, and the page is the same afterwards', async () => {
  const one = await people(`${app.url}/account`);
  await one.page.getByRole('button', BUTTON).click();
  await says(one, 'Account and security');
  await one.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  expect(await one.page.getByRole('heading', { name: 'Password', exact: true }).count()).toBe(0);
  await one.page.goto(`${app.url}/admin/members`);
  const invite = () => button(one, 'Create invitation').click();
  await invite();
  const confirmation = one.page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByRole('button', BUTTON).waitFor();
  expect(await confirmation.getByLabel('Password').count()).toBe(0);
  await confirmation.getByRole('button', BUTTON).click();
  // The confirmation goes with the document in which it was asked for.
  await confirmation.waitFor({ state: 'detached' });
  await one.page.getByRole('heading', { name: 'Members' }).waitFor();
  await invite();
  await dialog(one)
    .getByText(/\/join#/)
    .waitFor();
});

it('an answer that nobody asked for is refused by a page with a sentence', async () => {
  const one = await people(`${app.url}/oidc/callback?code=x&state=y&next=https://evil.example`);
  await says(one, 'You weren’t signed in');
  await one.page.getByText('it was started in another browser').waitFor();
  expect(one.page.url()).toBe(`${app.url}/oidc/callback`);
  await one.page.getByRole('link', { name: 'Back to sign-in' }).click();
  await says(one, 'Sign in');
});

it('with a provider alone there is no password to type, and one that is away is said to be', async () => {
  const one = await people();
  const fake = await fakeAccount(one.context);
  Object.assign(fake, { isSignedIn: false, oidc: { name: 'Example ID', only: true } });
  fake.refusals = { startOidc: 'provider_away' };
  await one.page.goto(app.url);
  await one.page.getByRole('button', { name: `Sign in with ${isolated('Example ID')}` }).click();
  await one.page.getByText('The identity provider can’t be reached right now.').waitFor();
  expect(await one.page.getByLabel('Password', { exact: true }).count()).toBe(0);
});
