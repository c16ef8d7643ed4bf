import { expect, it } from 'vitest';
import { send } from '../support/network/send.ts';
import { comesBack, isAt, openSigned, setTeam } from './panel-people.ts';
import { usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const shows = ({ page }: Person, text: string) =>
  page.locator('main, dialog').getByText(text).first().waitFor();
const log = `${team.url}/developers/events`;

/** Shares and deletes with the page's own key, as pages that send do. */
async function shareTwice(one: Person): Promise<[string, string]> {
  const key = await one.page.evaluate(async (base) => {
    const made = await fetch(`${base}/api/account/page-token`, { method: 'POST' });
    return ((await made.json()) as { token: string }).token;
  }, new URL(team.url).origin);
  const share = async (): Promise<string> =>
    (await send(`${team.url}/api/v1`, 'POST /transfers', { key, json: { type: 'text', text: 'x' } })).body.id;
  const [first, second] = [await share(), await share()];
  await send(`${team.url}/api/v1`, `DELETE /transfers/${first}`, { key });
  return [first, second];
}

/** The day it is for the browser. */
const dayOf = ({ page }: Person) =>
  page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
const rows = ({ page }: Person) => page.getByRole('table', { name: 'Events' }).locator('tbody tr');

it('events are listed, filtered by item, type and day in the address, and opened as JSON', async () => {
  const one = await openSigned(await team.join('member'), log, people);
  await shows(one, 'Nothing has happened in the last 30 days.');
  const began = await dayOf(one);
  const [first] = await shareTwice(one);
  await comesBack(one);
  await expect.poll(() => rows(one).count()).toBe(3);

  await one.page.getByRole('link', { name: first }).first().click();
  await expect.poll(() => rows(one).count()).toBe(2);
  await isAt(one, `${log}?item=${first}&key=pages`);
  await one.page.getByLabel('Event', { exact: true }).selectOption('transfer.deleted');
  await one.page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => rows(one).count()).toBe(1);
  await isAt(one, `${log}?type=transfer.deleted&item=${first}&key=pages`);

  await one.page.getByRole('link', { name: /^transfer\.deleted/ }).click();
  await one.page.getByText(`"id": "${first}"`).waitFor();
  await shows(one, 'It went to none of your endpoints.');
  await one.page.reload();
  await one.page.getByText(`"id": "${first}"`).waitFor();
  await one.page.goBack();
  await one.page.getByText(`"id": "${first}"`).waitFor({ state: 'detached' });

  await one.page.goto(`${log}?until=2020-01-01`);
  await shows(one, 'No events match.');
  await one.page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => rows(one).count()).toBe(3);
  await one.page.goto(`${log}?from=${began}&until=${await dayOf(one)}&type=transfer.created`);
  await expect.poll(() => rows(one).count()).toBe(2);
});

it('an event of somebody else, and an address that somebody bent, say what is wrong', async () => {
  const one = await openSigned(await team.join('member'), `${log}?event=evt_nothing`, people);
  await one.page.locator('.wrong', { hasText: /./ }).waitFor();
  await one.page.goto(`${log}?item=${encodeURIComponent('<b>')}&from=never&type=nothing`);
  await one.page.locator('.wrong', { hasText: /./ }).first().waitFor();
});
