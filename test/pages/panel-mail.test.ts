import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { headerOf, MailServer, partOf, type ReceivedMail } from '../support/mail/mail-server.ts';
import { PASSWORD } from '../support/panel/person.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';
import { fakeAccount } from './panel-fake.ts';
import { button, dialog, givePasskeyDevice, isolated } from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const NEW_PASSWORD = 'another four unrelated words';
const people = usePeople();
const mails = await new MailServer().listen();
let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: mails.url,
    MAIL_FROM: 'Tempshare <share@example.com>',
    ADMIN_EMAIL: 'ada@example.com',
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  await server.stop();
  await mails.close();
  await database.drop();
});

const linkIn = (mail: ReceivedMail): string => /http:\/\/\S+#token=\w+/.exec(partOf(mail, 'text/plain'))![0];
const openLink = async (one: Person, mail: ReceivedMail): Promise<void> => {
  await one.page.goto(linkIn(mail));
  await expect.poll(() => one.page.url()).not.toContain('token');
};
async function signUp(one: Person, { name, email, send }: { name: string; email?: string; send: string }) {
  if (email) await one.page.getByLabel('E-mail').fill(email);
  await one.page.getByLabel('Name', { exact: true }).fill(name);
  await one.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await button(one, send).click();
  await says(one, 'Send something');
}

it('people set up, join, and come back after a forgotten password by mails, and hear of what changed', async () => {
  const [owner, member] = [await people(), await people()];
  const [setUp] = await mails.waitFor('ada@example.com');
  await openLink(owner, setUp!);
  await signUp(owner, { name: 'Ada', email: 'ada@example.com', send: 'Create owner account' });

  await owner.page.getByRole('link', { name: 'Members' }).first().click();
  await owner.page.getByLabel('E-mail').fill('grace@example.com');
  await button(owner, 'Create invitation').click();
  await dialog(owner)
    .getByText(`We’ve also e-mailed it to ${isolated('grace@example.com')}.`)
    .waitFor();
  await dialog(owner).getByRole('button', { name: 'Done' }).click();
  await dialog(owner).waitFor({ state: 'detached' });
  const [invitation] = await mails.waitFor('grace@example.com');
  await openLink(member, invitation!);
  await signUp(member, { name: 'Grace', send: 'Join' });

  await givePasskeyDevice(member);
  await member.page.getByRole('link', { name: 'Account' }).last().click();
  await button(member, 'Add a passkey').click();
  await dialog(member).getByLabel('Name of the passkey').fill('Laptop');
  await dialog(member).getByRole('button', { name: 'Add' }).click();
  const [, added] = await mails.waitFor('grace@example.com', 2);
  expect(partOf(added!, 'text/plain')).toContain('The passkey “Laptop” can now be used');

  await member.page.getByLabel('New e-mail address').fill('grace@example.org');
  await button(member, 'Change e-mail address').click();
  await member.page
    .getByText(`Open the link that we e-mailed to ${isolated('grace@example.org')}.`)
    .waitFor();
  const [confirmation] = await mails.waitFor('grace@example.org');
  await openLink(member, confirmation!);
  await button(member, 'Confirm address').click();
  await says(member, 'Your e-mail address is confirmed');
  await mails.waitFor('grace@example.com', 3);

  const visitor = await people(server.url);
  await button(visitor, 'Forgot your password?').click();
  await visitor.page.getByLabel('E-mail').fill('grace@example.org');
  await button(visitor, 'Send link').click();
  await says(visitor, 'Check your inbox');
  const [, reset] = await mails.waitFor('grace@example.org', 2);
  expect(headerOf(reset!, 'Subject')).toBe('Subject: Set a new password');
  await openLink(visitor, reset!);
  await visitor.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await button(visitor, 'Set password').click();
  await says(visitor, 'Send something');
});

it('a server without mail says who can make a link, and offers no change of the address', async () => {
  const one = await people();
  const fake = await fakeAccount(one.context);
  fake.isSignedIn = false;
  await one.page.goto(server.url);
  await button(one, 'Forgot your password?').click();
  await one.page.getByText('Ask an owner or an administrator').waitFor();
  fake.isSignedIn = true;
  await one.page.goto(`${server.url}/account`);
  await says(one, 'Account and security');
  await one.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  expect(await one.page.getByLabel('New e-mail address').count()).toBe(0);
});

it('a person chooses notices on the account page, and confirms the address', async () => {
  const one = await people();
  const fake = await fakeAccount(one.context);
  Object.assign(fake, { mail: true });
  fake.notices.confirmed = false;
  await one.page.goto(`${server.url}/account`);
  await one.page.getByText(`once your address ${isolated('ada@example.com')} is confirmed`).waitFor();
  await button(one, 'Send confirmation link').click();
  await one.page.getByText(`Open the link that we e-mailed to ${isolated('ada@example.com')}.`).waitFor();
  const sent = (wanted: string) => fake.calls.findLast(({ operation }) => operation === wanted)?.body;
  expect(sent('requestEmailChange')).toEqual({ email: 'ada@example.com' });
  const section = one.page.getByRole('region', { name: 'Notices by e-mail' });
  expect(await section.getByLabel('something is opened').isChecked()).toBe(true);
  await section.getByLabel('something is opened').uncheck();
  await section.getByLabel('something arrives').check();
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Saved.').waitFor();
  const body = { opened: false, expired: false, finished: false, arrived: true };
  expect(sent('updateNotices')).toEqual(body);
});

it('the link of a notice stops nothing until the person says so, and leaves the address bar', async () => {
  const one = await people();
  const fake = await fakeAccount(one.context);
  fake.isSignedIn = false;
  await one.page.goto(`${server.url}/stop-notices?token=${'a'.repeat(43)}`);
  await says(one, 'Stop notices by e-mail');
  await expect.poll(() => one.page.url()).not.toContain('token');
  const calls = () => fake.calls.filter(({ operation }) => operation === 'stopNotices').length;
  expect(calls()).toBe(0);
  await button(one, 'Stop notices').click();
  await says(one, 'Notices are stopped');
  expect(calls()).toBe(1);
});
