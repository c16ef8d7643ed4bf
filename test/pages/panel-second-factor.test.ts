import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD, Person as Signed } from '../support/panel/person.ts';
import {
  button,
  byName,
  clipboard,
  dialog,
  forgetConfirmation,
  givePasskeyDevice,
  openSigned,
  row,
  setTeam,
  typeInto,
} from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const here = byName(team.url);
// A server without an owner offers no sign-in.
beforeAll(() => team.join('owner'));

/** The code that an app shows now. A code counts once: `steps` later it shows another. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Lets the codes pass that were used. */
const passTime = (email: string) =>
  team.database.query(
    'UPDATE second_factors SET last_step = 0 WHERE id = (SELECT id FROM users WHERE email = $1)',
    [email],
  );

async function signOut(one: Person): Promise<void> {
  await button(one, 'Sign out').first().click();
  await says(one, 'Sign in');
}

async function enterPassword(one: Person, { email }: Signed): Promise<void> {
  await one.page.getByLabel('E-mail').fill(email);
  await one.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(one, 'Sign in').click();
}

/** Sets an app up on the account page. Returns its secret. */
async function setUp(one: Person): Promise<string> {
  await button(one, 'Set up an authenticator app').click();
  const secret = (await dialog(one).locator('pre').textContent())!;
  await dialog(one).getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await button(one, 'Turn on').click();
  await dialog(one).getByText('Your recovery codes').waitFor();
  return secret;
}

/** A member whose app was set up without a page. */
async function withApp() {
  const member = await team.join('member');
  const { secret } = (await member.call('startSecondFactor')).body as { secret: string };
  await member.call('confirmSecondFactor', { body: { code: codeOf(secret) } });
  return { member, secret };
}

it('an app is set up by its QR code or its secret, and asked for at sign-in; a recovery code works once', async () => {
  const member = await team.join('member');
  const one = await openSigned(member, `${here}/account`, people);
  await button(one, 'Set up an authenticator app').click();
  await dialog(one)
    .getByRole('img', { name: 'QR code for the authenticator app' })
    .locator('path[d^=M]')
    .waitFor();
  const shown = (await dialog(one).locator('pre').textContent())!;
  const uri = new URL((await dialog(one).getByRole('link').getAttribute('href'))!);
  expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', shown.replaceAll(' ', '')]);
  await dialog(one).getByLabel('Code', { exact: true }).fill('000000');
  await button(one, 'Turn on').click();
  await dialog(one).getByText('This code is wrong').waitFor();
  await button(one, 'Cancel').click();

  const secret = await setUp(one);
  expect(secret).not.toBe(shown);
  const codes = (await dialog(one).locator('pre').textContent())!;
  expect(codes.split('\n')).toHaveLength(10);
  await button(one, 'Done').click();
  await dialog(one).getByText('You haven’t copied it yet').waitFor();
  await button(one, 'Copy').click();
  await dialog(one).getByRole('status').getByText('Copied').waitFor();
  expect(await clipboard(one)).toBe(codes);
  await button(one, 'Done').click();
  await one.page.getByText('10 recovery codes left').waitFor();

  await signOut(one);
  await enterPassword(one, member);
  await one.page.getByText('Enter the code of your authenticator app').waitFor();
  await expect.poll(() => one.page.getByLabel('E-mail').isVisible()).toBe(false);
  await typeInto(one, 'Code', codeOf(secret, 1));
  await one.page.keyboard.press('Enter');
  await says(one, 'Send something');

  for (const isFirst of [true, false]) {
    await signOut(one);
    await enterPassword(one, member);
    await button(one, 'Use a recovery code').click();
    await typeInto(one, 'Recovery code', codes.split('\n')[0]!.toUpperCase());
    await one.page.keyboard.press('Enter');
    if (isFirst) await says(one, 'Send something');
  }
  await one.page.getByText('This code is wrong or was already used.').waitFor();
  await button(one, 'Cancel').click();
  expect(await one.page.getByLabel('E-mail').inputValue()).toBe(member.email);
});

it('recovery codes are saved as a file, replaced, and the factor is turned off', async () => {
  const member = await team.join('member');
  const one = await openSigned(member, here, people);
  await one.page.getByRole('link', { name: 'Account' }).last().click();
  await setUp(one);
  await one.page.goBack();
  await dialog(one).getByText('You haven’t copied it yet').waitFor();
  const codes = (await dialog(one).locator('pre').textContent())!;
  const [download] = await Promise.all([
    one.page.waitForEvent('download'),
    button(one, 'Save as a file').click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe(`${codes}\n`);
  await button(one, 'Done').click();
  await button(one, 'New recovery codes').click();
  await button(one, 'Create new codes').click();
  await dialog(one).locator('pre').waitFor();
  expect(await dialog(one).locator('pre').textContent()).not.toBe(codes);
  await button(one, 'Save as a file').click();
  await button(one, 'Done').click();
  await button(one, 'Turn off').click();
  await dialog(one).getByRole('button', { name: 'Turn off' }).click();
  await button(one, 'Set up an authenticator app').waitFor();
  expect((await new Signed(team.url, member.email).signIn()).status).toBe(201);
});

it('what is delicate is confirmed by password and code, or by a passkey', async () => {
  const { member, secret } = await withApp();
  const one = await openSigned(member, `${here}/account`, people);
  await givePasskeyDevice(one);
  await forgetConfirmation(team, member.email);
  await passTime(member.email);
  await button(one, 'Add a passkey').click();
  await dialog(one).getByLabel('Name of the passkey').fill('Laptop');
  await dialog(one).getByRole('button', { name: 'Add' }).click();
  const asked = dialog(one).filter({ hasText: 'Confirm it’s you' });
  // Known before it is asked for: the field is there from the beginning.
  await asked.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  expect(await button(one, 'Use a passkey instead').count()).toBe(0);
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(one, 'Confirm').click();
  await row(one, 'Laptop').waitFor();

  await forgetConfirmation(team, member.email);
  await button(one, 'New recovery codes').click();
  await button(one, 'Create new codes').click();
  await button(one, 'Use a passkey instead').click();
  await dialog(one).locator('pre').waitFor();
  await button(one, 'Save as a file').click();
  await button(one, 'Done').click();
});

it('calls that need a confirmation at once share one, which ends with the session', async () => {
  const member = await team.join('member');
  const one = await openSigned(member, `${here}/account`, people);
  await givePasskeyDevice(one);
  const asked = dialog(one).filter({ hasText: 'Confirm it’s you' });
  const setUp = button(one, 'Set up an authenticator app');
  const started: string[] = [];
  one.page.on('response', (response) => {
    if (response.status() === 201 && response.url().endsWith('/second-factor')) started.push(response.url());
  });
  await setUp.waitFor();
  await forgetConfirmation(team, member.email);
  await setUp.evaluate((pressed: HTMLElement) => (pressed.click(), pressed.click()));
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(one, 'Confirm').click();
  await expect.poll(() => started.length).toBe(2);

  await one.page.keyboard.press('Escape');
  await forgetConfirmation(team, member.email);
  await setUp.click();
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await one.context.clearCookies();
  await button(one, 'Confirm').click();
  await one.page.getByText('You were signed out.').waitFor();
  await enterPassword(one, member);
  await setUp.waitFor();
  expect(await asked.count()).toBe(0);
});

it('an administrator turns it off for a member who has lost the device', async () => {
  const { member } = await withApp();
  const one = await openSigned(await team.join('owner'), `${here}/admin/members`, people);
  const lost = row(one, member.email);
  await lost.getByText('Second factor', { exact: true }).waitFor();
  expect(await row(one, 'A owner').getByText('Second factor', { exact: true }).count()).toBe(0);
  await lost.getByRole('button', { name: 'Turn off second factor' }).click();
  await dialog(one).getByRole('button', { name: 'Turn off second factor' }).click();
  await lost.getByText('Second factor', { exact: true }).waitFor({ state: 'detached' });
  expect(await lost.getByRole('button', { name: 'Turn off second factor' }).count()).toBe(0);
  expect((await member.call('getSession')).status).toBe(401);
  expect((await new Signed(team.url, member.email).signIn()).status).toBe(201);
});

it('guesses at codes are said to be codes, and where a password was asked for beside them, attempts', async () => {
  const { member, secret } = await withApp();
  const one = await people(`${here}/account`);
  await enterPassword(one, member);
  await one.page.getByText('Enter the code of your authenticator app').waitFor();
  const body = { email: member.email, password: PASSWORD, code: '000000' };
  for (let wrong = 0; wrong < 5; wrong += 1)
    await new Signed(team.url, member.email).call('signIn', { body });
  await typeInto(one, 'Code', '000000');
  await one.page.keyboard.press('Enter');
  await one.page.getByText('Too many wrong codes. Try again').waitFor();

  await team.database.query('DELETE FROM attempts WHERE item_id LIKE $1', ['email:%']);
  await passTime(member.email);
  await one.page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await one.page.keyboard.press('Enter');
  await says(one, 'Account and security');
  await forgetConfirmation(team, member.email);
  for (let wrong = 0; wrong < 5; wrong += 1)
    await new Signed(team.url, member.email).call('signIn', { body: { ...body, password: 'wrong' } });
  await button(one, 'New recovery codes').click();
  await button(one, 'Create new codes').click();
  const confirm = dialog(one).filter({ hasText: 'Confirm it’s you' });
  await confirm.getByLabel('Password', { exact: true }).fill('wrong');
  await confirm.getByLabel('Code', { exact: true }).fill('000000');
  await button(one, 'Confirm').click();
  await confirm.getByText('Too many attempts. Try again').waitFor();
});
