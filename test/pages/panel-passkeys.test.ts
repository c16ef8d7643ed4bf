import { beforeAll, describe, expect, it } from 'vitest';
import { linkToken, PASSWORD } from '../support/panel/person.ts';
import {
  button,
  byName,
  dialog,
  forgetConfirmation,
  givePasskeyDevice,
  openSigned,
  row,
  setTeam,
} from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const here = byName(team.url);
// A server without an owner offers no sign-in.
beforeAll(() => team.join('owner'));

async function addPasskey(one: Person, name: string): Promise<void> {
  await button(one, 'Add a passkey').click();
  await dialog(one).getByLabel('Name of the passkey').fill(name);
  await dialog(one).getByRole('button', { name: 'Add' }).click();
}

/** Somebody on their account page, with a device for passkeys. */
async function onAccountPage() {
  const member = await team.join('member');
  const one = await openSigned(member, `${here}/account`, people);
  const verify = await givePasskeyDevice(one);
  await says(one, 'Account and security');
  return { member, one, verify };
}

describe('a passkey', () => {
  it('is added by a member who has just joined, and then signs in alone', async () => {
    const token = await linkToken(team, { role: 'member', accountId: team.accountId });
    const one = await people(`${here}/join?token=${token}`);
    await givePasskeyDevice(one);
    await one.page.getByLabel('E-mail').fill(`${token}@example.com`);
    await one.page.getByLabel('Name').fill('Grace Hopper');
    await one.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await button(one, 'Join').click();
    await says(one, 'Send something');
    await one.page.getByRole('link', { name: 'Account' }).last().click();
    await addPasskey(one, 'Laptop');
    await row(one, 'Laptop').getByText('Never').waitFor();
    await button(one, 'Sign out').first().click();
    await says(one, 'Sign in');
    await button(one, 'Sign in with a passkey').click();
    await says(one, 'Send something');
    await one.page.getByRole('link', { name: 'Account' }).last().click();
    await row(one, 'Laptop').locator('time').waitFor();
  });

  it('is renamed, and deleted after its owner confirmed by it; then it signs nobody in', async () => {
    const { member, one } = await onAccountPage();
    await addPasskey(one, 'Laptop');
    await row(one, 'Laptop').getByRole('button', { name: 'Rename' }).click();
    await dialog(one).getByLabel('Name of the passkey').fill('Old <b>laptop</b>');
    await button(one, 'Rename').click();
    await row(one, 'Old <b>laptop</b>').getByRole('button', { name: 'Delete' }).click();
    await forgetConfirmation(team, member.email);
    await dialog(one).getByRole('button', { name: 'Delete' }).click();
    await button(one, 'Use a passkey instead').click();
    await row(one, 'Old').waitFor({ state: 'detached' });
    await dialog(one).waitFor({ state: 'detached' });
    // The session is the one from before.
    expect((await member.call('getSession')).status).toBe(200);
    await button(one, 'Sign out').first().click();
    await button(one, 'Sign in with a passkey').click();
    await one.page.getByText('This passkey isn’t known here.').waitFor();
  });

  it('that the browser refuses leaves what was typed, and says what to do', async () => {
    const { one, verify } = await onAccountPage();
    await verify(false);
    await addPasskey(one, 'Laptop');
    await dialog(one).getByText('No passkey was used.').waitFor();
    await verify(true);
    await dialog(one).getByRole('button', { name: 'Add' }).click();
    await row(one, 'Laptop').waitFor();
    await addPasskey(one, 'Laptop again');
    await dialog(one).getByText('You already have a passkey there.').waitFor();
    await one.page.keyboard.press('Escape');
    await button(one, 'Sign out').first().click();
    await verify(false);
    await button(one, 'Sign in with a passkey').click();
    await one.page.getByText('No passkey was used.').waitFor();
  });

  it('needs its library only when it is asked for', async () => {
    const { one } = await onAccountPage();
    await button(one, 'Add a passkey').waitFor();
    const loaded = () => one.sent.filter((request) => /\/webauthn-/.test(request)).length;
    expect(loaded()).toBe(0);
    await addPasskey(one, 'Laptop');
    await row(one, 'Laptop').waitFor();
    expect(loaded()).toBeGreaterThan(0);
  });
});

describe('where browsers have no passkeys', () => {
  const otherName = here.replace('localhost', 'panel.localhost');
  it.each([
    ['an IP address', team.url, 'Passkeys don’t work at an IP address.', {}],
    ['another name', otherName, `Passkeys work only at the server’s own address: ${here}`, {}],
    ['plain http', here, 'Passkeys work only over https.', { isSecureContext: false }],
    ['an old browser', here, 'This browser doesn’t support passkeys.', { PublicKeyCredential: null }],
  ])('the page says why, at %s, and sign-in offers none', async (_, url, reason, missing) => {
    const member = await team.join('member');
    const one = await openSigned(member, `${url}/account`, people);
    await one.page.addInitScript((values) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === null) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, { value });
      }
    }, missing);
    await one.page.reload();
    const card = one.page.locator('section').filter({ has: one.page.locator('#passkeys') });
    await card.getByText(reason.split(':')[0]!).waitFor();
    expect(await card.textContent()).toContain(reason);
    expect(await button(one, 'Add a passkey').count()).toBe(0);
    await button(one, 'Sign out').first().click();
    await says(one, 'Sign in');
    await button(one, 'Forgot your password?').waitFor();
    expect(await button(one, 'Sign in with a passkey').count()).toBe(0);
  });
});
