/** Pages of administration: audit log, and what becomes of what somebody has shared. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PASSWORD } from '../support/panel/person.ts';
import {
  button,
  copyLink,
  dialog,
  forgetConfirmation,
  isAt,
  isolated,
  openSigned,
  row,
  setTeam,
} from './panel-people.ts';
import { says, usePeople } from './stage.ts';

const people = usePeople();
/** The used amount of a quota, as a page shows it. */
const amount = (used: string, most: string): string => `${isolated(used)} of ${isolated(most)}`;

it('the audit log is filtered by the address, and exported after a confirmation', async () => {
  const team = await setTeam();
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
  await isAt(one, `${team.url}/admin/audit${search}`);
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
  const team = await setTeam();
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

it('an administrator sets quotas, a member sees what of them is used, and is told which one is used up', async () => {
  const team = await setTeam();
  const [admin, member] = [await team.join('admin'), await team.join('member')];
  await team.database.query(`UPDATE users SET name = 'Grace' WHERE email = $1`, [member.email]);
  const one = await openSigned(admin, `${team.url}/admin/quotas`, people);
  const [ofTeam, ofEach] = ['The whole team', 'Each member'].map((name) =>
    one.page.getByRole('group', { name }),
  );
  await ofTeam!.getByLabel('Active items').fill('100');
  await ofTeam!.getByLabel('Storage in MB').fill('2,5');
  await ofEach!.getByLabel('Uploads per day').fill('many');
  await button(one, 'Save quotas').click();
  await one.page
    .getByText('This is not valid.')
    .or(one.page.locator('.wrong', { hasText: /./ }))
    .first()
    .waitFor();
  await ofEach!.getByLabel('Uploads per day').fill('50');
  await button(one, 'Save quotas').click();
  await one.page.getByText('Saved. Existing items aren’t affected.').waitFor();
  await one.page.getByText(amount('0', '100')).waitFor();

  await row(one, 'Grace').getByRole('button', { name: 'Set quotas' }).click();
  await dialog(one).getByLabel('Quotas of this member').selectOption('own');
  await dialog(one).getByLabel('Active items').fill('1');
  await dialog(one).getByLabel('Uploads per day').fill('');
  await dialog(one).getByRole('button', { name: 'Save quotas' }).click();
  await row(one, 'Grace').getByText(amount('0', '1')).waitFor();

  const other = await openSigned(member, team.url, people);
  const create = async (text: string): Promise<void> => {
    await other.page.getByLabel('Text, secret or link').fill(text);
    await button(other, 'Create link').click();
  };
  await create('hunter2');
  await copyLink(other);
  await button(other, 'Send another').click();
  await create('hunter3');
  await other.page
    .getByText('You’ve reached the limit of active items. Delete something, or ask an administrator.')
    .waitFor();
  await other.page.goto(`${team.url}/developers/usage`);
  await other.page.getByRole('heading', { name: 'Your quotas' }).waitFor();
  await other.page.getByText(amount('1', '1'), { exact: true }).waitFor();
  await other.page.getByText(/of \W*2\.5\W*MB/).waitFor();

  await row(one, 'Grace').getByRole('button', { name: 'Set quotas' }).click();
  await dialog(one).getByLabel('Quotas of this member').selectOption('same');
  await dialog(one).getByRole('button', { name: 'Save quotas' }).click();
  await row(one, 'Grace').getByText('Custom quotas').waitFor({ state: 'detached' });
});
