import { readFile } from 'node:fs/promises';
import { unzipSync, strFromU8 } from 'fflate';
import type { Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { packed } from '../../packages/web/src/parts/zip.ts';
import { PASSWORD } from '../support/panel/person.ts';
import { button, clipboard, comesBack, copyLink, dialog, kept, openSigned, setTeam } from './panel-people.ts';
import { choose, main, problem, says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const member = await team.join('member');

let sender: Person | undefined;
afterEach(() => (sender = undefined));
const openPanel = async (path = '/'): Promise<Person> =>
  (sender ??= await openSigned(member, team.url + path, people));

const value = ({ page }: Person, name: string) => page.getByLabel(name, { exact: true }).textContent();
const follow = ({ page }: Person, name: string) => page.getByRole('link', { name, exact: true }).click();

const file = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Files of the archive that "Download all" saves. */
async function downloadAll(one: Person): Promise<Record<string, string>> {
  const [download] = await Promise.all([
    one.page.waitForEvent('download'),
    button(one, 'Download all').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^\w{22}\.zip$/);
  const entries = unzipSync(await readFile(await download.path()));
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('what is created on pages of their own', () => {
  it('a request, whose link and PIN go two ways, gets files that its owner downloads all at once', async () => {
    const one = await openPanel();
    await follow(one, 'Request files');
    await says(one, 'Request files');
    await button(one, 'Create request').click();
    await one.page.getByText('Fill this in.').waitFor();
    await one.page.getByLabel('What do you need?').fill('Papers for 2026');
    await one.page.keyboard.press('Enter');
    await says(one, 'Your link is ready');
    const [link, pin] = [(await value(one, 'Your link'))!, (await value(one, 'PIN'))!];
    expect(pin).toMatch(/^\d{8}$/);
    await one.page.getByText('Send link and PIN separately').click();
    const mail = await one.page.getByRole('link', { name: 'Write an e-mail' }).getAttribute('href');
    expect(mail).toContain(encodeURIComponent(link));
    expect(mail).not.toContain(pin);

    await follow(one, 'View what arrived');
    await dialog(one).getByText('You haven’t copied the PIN yet').waitFor();
    await button(one, 'Stay here').click();
    await button(one, 'Copy').nth(1).click();
    await one.page.getByRole('status').getByText('Copied').waitFor();
    expect(await clipboard(one)).toBe(pin);
    expect(await kept(one)).not.toContain(pin);
    await follow(one, 'View what arrived');
    await says(one, 'Papers for 2026');

    const other = await people(link);
    await choose(other, [file('a.txt', 'first'), file('A.txt', 'second')]);
    await other.page.getByLabel('PIN with 8 digits').fill(pin);
    await main(other).click();
    await other.page.getByText('2 files have arrived').waitFor();
    await comesBack(one);
    const files = await downloadAll(one);
    // Systems that ignore case write both.
    expect(Object.keys(files).map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(['a.txt', 'a (2).txt']),
    );
    expect(Object.values(files).toSorted()).toEqual(['first', 'second']);
  });

  it('a room is entered as its owner, with the key that the tab has, and after a reload nobody but holders of the link have it', async () => {
    const one = await openPanel('/new/room');
    await one.page.getByLabel('Name of the room').fill('Incident 4711');
    await one.page.getByLabel('Password (optional)').fill('azalea');
    await button(one, 'Open room').click();
    await says(one, 'Your link is ready');
    const link = (await value(one, 'Your link'))!;
    const key = link.split('#')[1]!;
    await copyLink(one);
    await follow(one, 'Enter the room');
    await one.page.getByText('This tab still has the key.').waitFor();
    await one.page.getByLabel('Password of the room').fill('wrong');
    await main(one).click();
    await one.page.getByText('Wrong password.').waitFor();
    await one.page.getByLabel('Password of the room').fill('azalea');
    await main(one).click();
    await says(one, 'Incident 4711');
    await one.page.getByLabel('Message', { exact: true }).fill('Who restarts the workers?');
    await button(one, 'Send').click();

    const guest = await people(link);
    await guest.page.getByLabel('Password from the sender').fill('azalea');
    await main(guest).click();
    await guest.page.getByRole('log').getByText('Owner').waitFor();
    await guest.page.getByText('Who restarts the workers?').waitFor();
    await guest.page.getByLabel('Message', { exact: true }).fill('I do.');
    await button(guest, 'Send').click();
    await one.page.getByRole('log').getByText('I do.').waitFor();

    await one.page.route(/\/(messages|files)$/, (route) => route.fulfill(problem(409, 'quota_exceeded')));
    const full = 'There’s no space left for it in the room or in your quota.';
    await one.page.getByLabel('Message', { exact: true }).fill('Too much');
    await button(one, 'Send').click();
    await one.page.getByRole('alert').getByText(full).waitFor();
    await choose(one, [file('a.txt', 'a')]);
    await one.page.getByText(`Not sent · ${full}`).waitFor();
    await one.page.unroute(/\/(messages|files)$/);
    await button(one, 'Leave the room').click();
    await one.page.getByText('This tab still has the key.').waitFor();
    expect(await kept(one)).not.toContain(key);
    await one.page.reload();
    await one.page.getByText('Only people with the link have the key.').waitFor();
    expect(await one.page.content()).not.toContain(key);
    expect(await button(one, 'Enter the room').count()).toBe(0);
  });

  it('an inbox, whose link is shown again at any time, gets a message and a file', async () => {
    const one = await openPanel('/new/inbox');
    await one.page.getByLabel('What the inbox is for').fill('Hints');
    await button(one, 'Create inbox').click();
    await says(one, 'Your link is ready');
    const link = (await value(one, 'Your link'))!;
    const other = await people(link);
    await other.page.getByLabel('Message', { exact: true }).fill('Look at the second invoice.');
    await choose(other, [file('invoice.txt', '4711')]);
    await main(other).click();
    await says(other, 'It has arrived');
    await follow(one, 'View what arrived');
    await one.page.getByText('Look at the second invoice.').waitFor();
    let held: Route | undefined;
    await one.page.route('**/content', (route) => void (held = route));
    await button(one, 'Download all').click();
    await expect.poll(() => held).toBeDefined();
    await button(one, 'Cancel').click();
    await one.page.locator('[aria-labelledby=arrived][aria-busy=false]').waitFor();
    expect(await one.page.locator('main [role=alert]').allTextContents()).toEqual(['', '']);
    await one.page.unroute('**/content');
    expect(await downloadAll(one)).toEqual({
      'invoice.txt': '4711',
      'messages.txt': expect.stringContaining('Look at the second invoice.'),
    });
    await button(one, 'Delete').click();
    await button(one, 'Delete for good').click();
    await says(one, 'Deleted inbox');
  });

  it('a secret sent from this tab is opened and its link copied again from the list, until the session ends', async () => {
    const [ada] = await Promise.all([team.join('member'), team.join('owner')]);
    const one = await openSigned(ada, team.url, people);
    await one.page.getByLabel('Text, secret or link').fill('hunter2');
    await button(one, 'Create link').click();
    await says(one, 'Your link is ready');
    const link = (await value(one, 'Your link'))!;
    await copyLink(one);
    await one.page.evaluate(() => navigator.clipboard.writeText(''));
    await follow(one, 'Shared');
    await one.page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => clipboard(one)).toBe(link);
    const [opened] = await Promise.all([
      one.context.waitForEvent('page'),
      one.page.getByRole('link', { name: 'Open Secret' }).click(),
    ]);
    await opened.locator('button.main').waitFor();
    expect(await kept(one)).not.toContain(link.split('#')[1]);

    await opened.close();
    await ada.call('signOut');
    await comesBack(one);
    await one.page.getByLabel('E-mail').fill(ada.email);
    expect(await one.page.content()).not.toContain(link.split('#')[1]);
    await one.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await one.page.keyboard.press('Enter');
    await one.page.getByRole('table', { name: 'Shared' }).getByText('e2e', { exact: true }).waitFor();
    expect(await one.page.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
    expect(await one.page.content()).not.toContain(link.split('#')[1]);
  });
});

it('files with the same name are all kept, in as many archives as they need', async () => {
  const createdAt = new Date().toISOString();
  const entries = ['a', 'a', 'A', '.b', '.b', 'c.tar.gz'].map((name) => ({
    name,
    createdAt,
    bytes: () => Promise.resolve(new TextEncoder().encode(name)),
  }));
  const archives: string[][] = [];
  for await (const archive of packed(entries, 120))
    archives.push(Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer()))));
  expect(archives).toEqual([
    ['a', 'a (2)', 'A (3)'],
    ['.b', '.b (2)', 'c.tar.gz'],
  ]);
});
