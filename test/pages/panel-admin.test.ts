/** Pages of administration: audit log. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PASSWORD } from '../support/panel/person.ts';
import { button, dialog, forgetConfirmation, openSigned, row, setTeam } from './panel-people.ts';
import { says, usePeople } from './stage.ts';

const team = await setTeam();
const people = usePeople();

it('the audit log is filtered by the address, and exported after a confirmation', async () => {
  const owner = await team.join('owner');
  await team.join('auditor');
  const one = await openSigned(owner, `${team.url}/admin/audit`, people);
  await row(one, 'A auditor').waitFor();
  await one.page.getByText('Filter', { exact: true }).click();
  await one.page.getByLabel('Who').fill('a OWNER');
  await one.page.getByLabel('What').selectOption('join');
  await one.page.getByLabel('From').fill('2020-02-01');
  await button(one, 'Apply').click();
  await row(one, 'A auditor').waitFor({ state: 'detached' });
  await row(one, 'A owner').waitFor();
  const search = '?actor=a+OWNER&action=join&from=2020-02-01';
  expect(new URL(one.page.url()).search).toBe(search);
  await one.page.reload();
  await row(one, 'A owner').waitFor();
  expect(await one.page.getByLabel('Who').inputValue()).toBe('a OWNER');

  await forgetConfirmation(team, owner.email);
  await button(one, 'Export as CSV').click();
  await dialog(one).getByLabel('Password', { exact: true }).fill(PASSWORD);
  const [saved] = await Promise.all([one.page.waitForEvent('download'), button(one, 'Confirm').click()]);
  expect(saved.suggestedFilename()).toMatch(/^audit-log-another-team-2020-0\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining('A owner')]);
  await one.page.getByRole('status').getByText(`Saved as`).waitFor();

  // A file that breaks off is not saved.
  await one.context.route('**/audit-log/export', (route) => route.abort('connectionreset'));
  await button(one, 'Export as JSON').click();
  await one.page.getByText('The server can’t be reached right now.').waitFor();

  await one.page.goBack();
  await row(one, 'A auditor').waitFor();
  await one.page.goto(`${team.url}/admin/audit?id=nothing`);
  await one.page.getByText('No entries match.').waitFor();
  await says(one, 'Audit log');
});
