import { expect, it } from 'vitest';
import { PASSWORD } from '../support/panel/person.ts';
import { button, comesBack, dialog, openSigned, row, setTeam } from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const membersPage = `${team.url}/admin/members`;

/** Copies the link that is shown once, and closes it. */
async function takeLink(one: Person): Promise<string> {
  const link = (await dialog(one).locator('pre').textContent())!;
  await dialog(one).getByRole('button', { name: 'Copy' }).click();
  await dialog(one).getByRole('status').getByText('Copied').waitFor();
  await button(one, 'Done').click();
  const { pathname, search, hash } = new URL(link);
  return `${team.url}${pathname}${search}${hash}`;
}

it('an owner invites somebody, who joins, gets another role, a new password, and is removed', async () => {
  const one = await openSigned(await team.join('owner'), membersPage, people);
  await one.page.getByLabel('Role').selectOption('member');
  await button(one, 'Create invitation').click();
  const link = await takeLink(one);
  await row(one, 'Anyone with the link').waitFor();

  const guest = await people(link);
  await guest.page.getByLabel('E-mail').fill(`grace-${team.accountId}@example.com`);
  await guest.page.getByLabel('Name').fill('Grace <b>Hopper</b>');
  await guest.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await button(guest, 'Join').click();
  await says(guest, 'Send something');
  expect(await guest.page.getByRole('link', { name: 'Members' }).count()).toBe(0);

  await comesBack(one);
  await row(one, 'Grace <b>Hopper</b>').getByRole('button', { name: 'Change role' }).click();
  await dialog(one).getByLabel('Role').selectOption('admin');
  await dialog(one).getByRole('button', { name: 'Change role' }).click();
  await row(one, 'Grace').getByText('Administrator').waitFor();
  await comesBack(guest);
  await guest.page.getByText('You were signed out.').waitFor();

  await row(one, 'Grace').getByRole('button', { name: 'Reset password' }).click();
  await button(one, 'Create link').click();
  await guest.page.goto(await takeLink(one));
  await says(guest, 'Set a new password');
  await guest.page.getByLabel('New password', { exact: true }).fill('other words than those');
  await button(guest, 'Set password').click();
  await says(guest, 'Send something');
  await guest.page.getByRole('link', { name: 'Members' }).first().click();
  await row(guest, 'A owner').waitFor();
  // Administrators change no owner.
  expect(await row(guest, 'A owner').getByRole('button').count()).toBe(0);

  await row(one, 'Grace').getByRole('button', { name: 'Remove' }).click();
  await dialog(one).getByRole('button', { name: 'Remove' }).click();
  await row(one, 'Grace').waitFor({ state: 'detached' });
  await comesBack(guest);
  await guest.page.getByText('You were signed out.').waitFor();

  await one.page.getByRole('link', { name: 'Audit log' }).first().click();
  await says(one, 'Audit log');
  await row(one, 'A owner').first().waitFor();
});

it('an invitation is cancelled, and its link no longer works', async () => {
  const one = await openSigned(await team.join('admin'), membersPage, people);
  await expect
    .poll(() => one.page.getByLabel('Role').locator('option').allTextContents())
    .toEqual(['Administrator', 'Member', 'Auditor']);
  await one.page.getByLabel('E-mail').fill('nobody');
  await button(one, 'Create invitation').click();
  await one.page.getByText('This is not an e-mail address.').waitFor();
  await one.page.getByLabel('E-mail').fill('jon@example.com');
  await button(one, 'Create invitation').click();
  const link = await takeLink(one);
  await row(one, 'jon@example.com').getByRole('button', { name: 'Cancel invitation' }).click();
  await dialog(one).getByRole('button', { name: 'Cancel invitation' }).click();
  await row(one, 'jon@example.com').waitFor({ state: 'detached' });
  await says(await people(link), 'This link has expired or was already used');
});

it('a member who asks for the page of administrators is told so', async () => {
  const one = await openSigned(await team.join('member'), membersPage, people);
  await one.page.getByText('Your role doesn’t allow this.').waitFor();
});
