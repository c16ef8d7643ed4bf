import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { send } from '../support/network/send.ts';
import {
  button,
  clipboard,
  comesBack,
  dialog,
  isAt,
  isolated,
  openSigned,
  row,
  setTeam,
} from './panel-people.ts';
import { says, usePeople } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const api = `${team.url}/api/v1`;
const list = `${team.url}/shared`;

it('what a program shared is listed with its state, opened, expired unread, and deleted in one of two tabs', async () => {
  const ada = await team.join('member');
  const one = await openSigned(ada, list, people);
  await one.page.getByText('You have shared nothing yet.').waitFor();
  const scopes = (await ada.call('createPageToken')).body.scopes as string[];
  const { body: made } = await ada.call('createKey', {
    body: { name: 'ci-deploy', environment: 'live', scopes, expiresAt: null },
  });
  const key = made.apiKey as string;
  const share = async (text: string): Promise<string> =>
    (await send(api, 'POST /transfers', { key, json: { type: 'text', text } })).body.id;
  const [opened, unread, doomed] = [await share('a'), await share('b'), await share('c')];
  await send(api, `POST /public/transfers/${opened}/open`, { json: {} });
  await team.database.query(
    `UPDATE transfers SET created_at = created_at - interval '1 hour', expires_at = now() - interval '1 second' WHERE id = $1`,
    [unread],
  );
  await comesBack(one);
  const rows = one.page.getByRole('table', { name: 'Shared' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(3);
  await row(one, 'ci-deploy')
    .filter({ hasText: 'Opened' })
    .getByRole('cell', { name: '1', exact: true })
    .waitFor();
  await row(one, 'ci-deploy')
    .filter({ hasText: 'Opened' })
    .filter({ hasText: /now|ago/ })
    .waitFor();
  await row(one, 'Expired unread').waitFor();

  await one.page.getByRole('link', { name: 'Expired unread' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await isAt(one, `${list}?state=expired_unread`);
  await one.page.getByLabel('Kind').selectOption('secret');
  await one.page.getByText('No items match.').waitFor();
  await isAt(one, `${list}?kind=secret&state=expired_unread`);
  await one.page.goBack();
  await expect.poll(() => rows.count()).toBe(1);

  await one.page.getByRole('link', { name: 'All', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(3);
  await one.page.getByLabel('ID, short code or label').fill(doomed);
  await one.page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link', { name: 'Text' }).click();
  const other = await one.context.newPage();
  await other.goto(`${list}/${doomed}`);
  await other.getByText('Waiting').waitFor();
  await button(one, 'Delete').click();
  await dialog(one).getByRole('button', { name: 'Delete for good' }).click();
  await one.page.getByText('Text, link or file deleted or expired').waitFor();
  await one.page.getByText('Deleted', { exact: true }).waitFor();
  const { body } = await send(api, `GET /events?itemId=${doomed}&type=transfer.deleted`, { key });
  expect(body.events).toMatchObject([{ data: { object: { reason: 'panel' } } }]);

  // The other tab does not know yet: its action says so, and shows the present state.
  await other.getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('button', { name: 'Delete for good' }).click();
  await other.getByText('This is no longer there.').waitFor();
  await other.getByText('Text, link or file deleted or expired').waitFor();
});

it('what a request has received is downloaded after its PIN was changed and its link copied again', async () => {
  const ada = await team.join('member');
  const { token: key } = (await ada.call('createPageToken')).body as { token: string };
  const { body: request } = await send(api, 'POST /requests', { key, json: { title: 'Papers' } });
  const one = await openSigned(ada, `${list}/${request.requestId}`, people);
  await one.page.getByRole('heading', { name: 'Papers' }).waitFor();
  await one.page.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => clipboard(one)).toBe(`${team.url}/en/request/${request.requestId}`);

  await button(one, 'Change PIN').click();
  await dialog(one).getByRole('button', { name: 'Change PIN' }).click();
  await dialog(one).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => clipboard(one)).toMatch(/^\d{8}$/);
  const pin = await clipboard(one);
  await dialog(one).getByRole('button', { name: 'Done' }).click();

  for (const name of ['a.txt', 'b.txt']) {
    const { body: announced } = await send(api, `POST /public/requests/${request.requestId}/files`, {
      json: { pin, fileName: name, size: 5 },
    });
    const headers = { 'content-type': 'application/octet-stream' };
    await fetch(announced.uploadUrl, { method: 'PUT', headers, body: `of ${name[0]}!` });
  }
  await comesBack(one);
  const saved: string[] = [];
  one.page.on('download', (download) => {
    void download
      .path()
      .then((path) => readFile(path, 'utf8'))
      .then((text) => saved.push(`${download.suggestedFilename()}: ${text}`));
  });
  for (const name of ['a.txt', 'b.txt']) {
    await one.page.getByRole('button', { name: `Download ${name}` }).click();
    await expect.poll(() => saved).toContain(`${name}: of ${name[0]}!`);
  }
});

it('what was shared is extended before its end, by the clock of the server, and refused after', async () => {
  const ada = await team.join('member');
  const { token: key } = (await ada.call('createPageToken')).body as { token: string };
  const share = { type: 'text', text: 'x', expiration: '15m' };
  const { body: made } = await send(api, 'POST /transfers', { key, json: share });
  const one = await openSigned(ada, `${list}/${made.id}`, people);
  await one.page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 3_600_000;
  });
  const choose = async (lifetime: string): Promise<void> => {
    await button(one, 'Change expiry').click();
    await dialog(one).getByLabel('Expires').selectOption({ label: lifetime });
  };
  const sendChange = async (): Promise<void> => {
    await dialog(one).getByRole('button', { name: 'Change expiry' }).click();
    await dialog(one).waitFor({ state: 'detached' });
  };
  const lifetimeLeft = async (): Promise<number> => {
    const { body } = await send(api, `GET /transfers/${made.id}`, { key });
    return Math.round((Date.parse(body.expiresAt) - Date.now()) / 3_600_000);
  };
  const changes = one.page.getByText('Text, link or file changed');
  await choose('7 days');
  await sendChange();
  expect(await lifetimeLeft()).toBe(168);
  await expect.poll(() => changes.count()).toBe(1);
  await choose('6 hours');
  await sendChange();
  expect(await lifetimeLeft()).toBe(6);
  await expect.poll(() => changes.count()).toBe(2);
  const details = await team.database.query(
    `SELECT details FROM audit_entries WHERE action = 'items update' AND target = $1`,
    [made.id],
  );
  expect(details).toMatchObject([{ details: { kind: 'text' } }, { details: { kind: 'text' } }]);

  // The dialog is open when the end comes: a page that has heard of it offers no change.
  await choose('7 days');
  await team.database.query(
    `UPDATE transfers SET created_at = created_at - interval '1 hour', expires_at = now() WHERE id = $1`,
    [made.id],
  );
  await sendChange();
  await one.page.getByText('It has already ended, so its expiry can’t be changed any more.').waitFor();
  await one.page.getByText('Expired unread').waitFor();
  expect(await button(one, 'Change expiry').count()).toBe(0);
});

it('an own item gets a label, another one and none, which only its owner sees', async () => {
  const ada = await team.join('member');
  const { token: key } = (await ada.call('createPageToken')).body as { token: string };
  const { body: made } = await send(api, 'POST /transfers', { key, json: { type: 'text', text: 'x' } });
  const one = await openSigned(ada, `${list}/${made.id}`, people);
  const label = dialog(one).getByLabel('Label (optional)');
  const heading = (name: string) => one.page.getByRole('heading', { level: 1, name });
  const store = async (typed: string): Promise<void> => {
    await label.fill(typed);
    await label.press('Enter');
    await dialog(one).waitFor({ state: 'detached' });
  };
  await button(one, 'Add label').click();
  await store(' Door code\u202e for Kim ');
  await heading(isolated('Door code for Kim')).waitFor();

  const owner = await openSigned(await team.join('owner'), `${list}/${made.id}`, people);
  await says(owner, 'Text');
  await button(owner, 'Change expiry').waitFor();
  expect(await owner.page.getByText('label').count()).toBe(0);

  // Typed text stays when the connection breaks.
  await button(one, 'Change label').click();
  await label.fill('Alarm code');
  await one.context.setOffline(true);
  await label.press('Enter');
  await dialog(one).getByText('You’re offline.').waitFor();
  await one.context.setOffline(false);
  await store(await label.inputValue());
  await heading(isolated('Alarm code')).waitFor();
  await one.page.getByRole('link', { name: 'Shared' }).first().click();
  await one.page.getByLabel('ID, short code or label').fill('alarm');
  await one.page.keyboard.press('Enter');
  await one.page.getByRole('row').filter({ hasText: 'Alarm code' }).getByRole('link').click();

  await button(one, 'Change label').click();
  await dialog(one).getByText('To remove the label, leave the field empty.').waitFor();
  await store('');
  await heading('Text').waitFor();
  await button(one, 'Add label').click();
  await send(api, `DELETE /transfers/${made.id}`, { key });
  await label.fill('Too late');
  await label.press('Enter');
  await dialog(one).getByText('This is no longer there.').waitFor();
  await one.page.getByText('Deleted', { exact: true }).waitFor();
});

it('an inbox gets another name, and never none', async () => {
  const ada = await team.join('member');
  const { token: key } = (await ada.call('createPageToken')).body as { token: string };
  const { body: made } = await send(api, 'POST /drops', { key, json: { label: 'Tips' } });
  const one = await openSigned(ada, `${list}/${made.dropId}`, people);
  await button(one, 'Change name').click();
  const name = dialog(one).getByRole('textbox');
  await name.fill('');
  await name.press('Enter');
  await dialog(one).getByText('Fill this in.').waitFor();
  await name.fill('Hints');
  await name.press('Enter');
  await one.page.getByRole('heading', { level: 1, name: isolated('Hints') }).waitFor();
});
