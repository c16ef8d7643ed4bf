import { beforeAll, describe, expect, it } from 'vitest';
import { linkToken, PASSWORD, Person as Signed } from '../support/panel/person.ts';
import { fakeAccount, PASSWORD as FAKE_PASSWORD } from './panel-fake.ts';
import { button, comesBack, isAt, isolated, openSigned, setTeam, typeInto } from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
// A server without an owner offers no sign-in.
beforeAll(() => team.join('owner'));

async function signIn(one: Person, email: string, password = PASSWORD): Promise<void> {
  await one.page.getByLabel('E-mail').fill(email);
  await one.page.getByLabel('Password', { exact: true }).fill(password);
  await button(one, 'Sign in').click();
}

describe('sign-in', () => {
  it('stands at the page that was wanted, keeps a wrong password selected, and then shows the page', async () => {
    const { email } = await team.join('owner');
    const one = await people(`${team.url}/admin/audit?cursor=x`);
    await says(one, 'Sign in');
    await signIn(one, email, 'wrong');
    await one.page.getByText('The e-mail address or the password is wrong.').waitFor();
    const selected = () =>
      one.page.evaluate(() => {
        const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
        return value.slice(selectionStart!, selectionEnd!);
      });
    await expect.poll(selected).toBe('wrong');
    await one.page.keyboard.type(PASSWORD);
    await one.page.keyboard.press('Enter');
    await says(one, 'Audit log');
    await isAt(one, `${team.url}/admin/audit?cursor=x`);
    await expect.poll(() => one.page.title()).toBe('Audit log · Tempshare');
    expect(await one.page.evaluate(() => document.cookie)).toBe('');
  });

  it('at the first page says who may send from it', async () => {
    const one = await people(`${team.url}/`);
    await says(one, 'Sign in');
    await one.page.getByText('Only team members can send here.').waitFor();
  });

  it('is asked for again when the session has ended elsewhere, and leads back', async () => {
    const member = await team.join('member');
    const one = await openSigned(member, `${team.url}/account`, people);
    await says(one, 'Account and security');
    await member.call('signOut');
    await comesBack(one);
    await one.page.getByText('You were signed out.').waitFor();
    await signIn(one, member.email);
    await says(one, 'Account and security');
  });

  it('is followed by sign-out, which leaves nothing', async () => {
    const member = await team.join('member');
    const one = await openSigned(member, team.url, people);
    await one.page.getByRole('link', { name: 'Account' }).last().click();
    await says(one, 'Account and security');
    await button(one, 'Sign out').first().click();
    await says(one, 'Sign in');
    await isAt(one, `${team.url}/`);
    expect(await one.page.content()).not.toContain(member.email);
    await one.page.goBack();
    await says(one, 'Sign in');
  });

  it('asks for the code of a second factor when one is needed', async () => {
    const one = await people();
    const fake = await fakeAccount(one.context);
    Object.assign(fake, { isSignedIn: false, refusals: { signIn: 'code_required' } });
    await one.page.goto(team.url);
    await signIn(one, 'ada@example.com', FAKE_PASSWORD);
    await one.page.getByText('Enter the code of your authenticator app').waitFor();
    fake.refusals = {};
    await typeInto(one, 'Code', '482913');
    await one.page.keyboard.press('Enter');
    await says(one, 'Send something');
    expect(fake.calls.findLast(({ operation }) => operation === 'signIn')?.body).toEqual({
      ...{ email: 'ada@example.com', password: FAKE_PASSWORD, code: '482913' },
    });
  });

  it('says where the set-up link is while there is no owner', async () => {
    const one = await people();
    const fake = await fakeAccount(one.context);
    Object.assign(fake, { isSignedIn: false, needsSetUp: true });
    const forms: number[] = [];
    await one.context.route('**/front-door', async (route) => {
      forms.push(await one.page.locator('form').count());
      await route.fallback();
    });
    await one.page.goto(team.url);
    await says(one, 'This server isn’t set up yet');
    // There was no form to type into before the server had said so.
    expect(forms).toEqual([0]);
    await one.page.getByText('npm run admin -- set-up-link').waitFor();
  });

  it('says what to do when the server cannot be reached', async () => {
    const one = await people();
    await one.context.route('**/api/account/**', (route) => route.abort());
    await one.page.goto(team.url);
    await says(one, 'The service cannot be reached right now');
    await one.context.unrouteAll();
    await button(one, 'Try again').click();
    await says(one, 'Sign in');
  });
});

describe('a one-time link', () => {
  it('lets a person join, and its token leaves the address at once', async () => {
    const token = await linkToken(team, { role: 'member', accountId: team.accountId });
    const one = await people(`${team.url}/join?token=${token}`);
    await says(one, `Join ${isolated('another team')}`);
    await isAt(one, `${team.url}/join`);
    expect(await one.page.content()).not.toContain(token);
    await one.page.getByLabel('E-mail').fill(`${token}@example.com`);
    await one.page.getByLabel('Name').fill('Grace Hopper');
    await one.page.getByLabel('New password', { exact: true }).fill('short');
    await button(one, 'Join').click();
    await one.page.getByText('Use at least 12 characters.').waitFor();
    await one.page.getByLabel('New password', { exact: true }).fill('password1234');
    await button(one, 'Join').click();
    await one.page.getByText('This is one of the most common passwords.').waitFor();
    await one.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await button(one, 'Join').click();
    await says(one, 'Send something');
    await isAt(one, `${team.url}/`);
    const elsewhere = one.sent.filter((request) => request.includes(token) && !request.includes('/links/'));
    // The page itself, and the address that the person chose.
    expect(elsewhere.map((request) => request.split('\n')[0])).toEqual([`${team.url}/join?token=${token}`]);
  });

  it('that was used says what to do, and so does half a one', async () => {
    const one = await people(`${team.url}/reset-password?token=${'a'.repeat(43)}`);
    await says(one, 'This link has expired or was already used');
    await one.page.goto(`${team.url}/reset-password?token=half`);
    await says(one, 'This link has expired or was already used');
    await one.page.goto(`${team.url}/reset-password`);
    await says(one, 'This link is not complete');
    await one.page.getByRole('link', { name: 'Sign in' }).click();
    await says(one, 'Sign in');
  });
});

it('what needs a recent sign-in asks for the password, and is then done', async () => {
  const member = await team.join('member');
  await team.database.query("UPDATE user_sessions SET confirmed_at = confirmed_at - interval '1 hour'");
  const one = await openSigned(member, `${team.url}/developers/keys`, people);
  await one.page.getByLabel('Name of the key').fill('confirmed');
  await button(one, 'Create key').click();
  await one.page.getByText('Confirm it’s you').waitFor();
  await one.page.keyboard.press('Escape');
  expect(await one.page.getByLabel('Name of the key').inputValue()).toBe('confirmed');
  await button(one, 'Create key').click();
  const asked = one.page.getByRole('dialog');
  await asked.getByLabel('Password', { exact: true }).fill('wrong');
  await button(one, 'Confirm').click();
  await asked.getByText('The e-mail address or the password is wrong.').waitFor();
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(one, 'Confirm').click();
  await asked.getByText('Copy it now.').waitFor();
});

it('a person changes name, language and password, and ends other sessions', async () => {
  const member = await team.join('member');
  const one = await openSigned(member, `${team.url}/account`, people);
  const name = one.page.getByLabel('Name');
  await name.fill('Ada King');
  await one.page.locator('main').getByLabel('Language').selectOption('de');
  await button(one, 'Save').click();
  await says(one, 'Konto und Sicherheit');
  expect(await name.or(one.page.getByLabel('Ihr Name')).inputValue()).toBe('Ada King');
  const elsewhere = new Signed(team.url, member.email);
  await elsewhere.signIn();
  await comesBack(one);
  await button(one, 'Überall sonst abmelden').click();
  await one.page.getByRole('row').nth(1).waitFor();
  await button(one, 'Überall sonst abmelden').waitFor({ state: 'detached' });
  expect((await elsewhere.call('getSession')).status).toBe(401);
  await one.page.getByLabel('Aktuelles Passwort').fill(PASSWORD);
  await one.page.getByLabel('Neues Passwort').fill('another few words');
  await button(one, 'Passwort ändern').click();
  await one.page.getByText('Ihr Passwort ist geändert.').waitFor();
  expect((await member.signIn()).status).toBe(401);
});
