/** Pages of administration: audit log, and what becomes of what somebody has shared. */
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

it('a member is removed with what they have shared handed over, and another leaves with everything deleted', async () => {
  const [owner, member, leaver] = [
    await team.join('owner'),
    await team.join('member'),
    await team.join('member'),
  ];
  await team.database.query(`UPDATE users SET name = 'Grace' WHERE email = $1`, [member.email]);
  const keyOf = async (person: typeof member) => {
    await person.call('createPageToken');
    const rows = await team.database.query<{ id: string }>(
      'SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id WHERE hidden AND email = $1',
      [person.email],
    );
    return rows[0]!.id;
  };
  const [mine, theirs, gone] = [await keyOf(owner), await keyOf(member), await keyOf(leaver)];
  const heirOf = async (keyId: string) =>
    (
      await team.database.query<{ heir_id: string }>(
        'SELECT heir_id FROM key_settlements WHERE key_id = $1',
        [keyId],
      )
    )[0]?.heir_id;

  const one = await openSigned(owner, `${team.url}/admin/members`, people);
  await row(one, 'Grace').getByRole('button', { name: 'Remove' }).click();
  const { id } = (await owner.session()).user;
  await dialog(one).getByLabel('What they have shared').selectOption(id);
  await dialog(one).getByRole('button', { name: 'Remove' }).click();
  await row(one, 'Grace').waitFor({ state: 'detached' });
  expect(await heirOf(theirs)).toBe(mine);

  const other = await openSigned(leaver, `${team.url}/account`, people);
  await button(other, 'Leave the team').click();
  await dialog(other).getByLabel('What you have shared').selectOption({ label: 'Is deleted now' });
  await dialog(other).getByRole('button', { name: 'Leave the team' }).click();
  await says(other, 'Sign in');
  expect(await heirOf(gone)).toBe(null);
});
