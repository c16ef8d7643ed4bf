import { readFile } from 'node:fs/promises';
import { openLink } from '@tempshare/sdk/open';
import { afterEach, describe, expect, it } from 'vitest';
import { button, clipboard, dialog, openSigned, setTeam } from './panel-people.ts';
import { choose, main, says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const member = await team.join('member');

const field = ({ page }: Person) => page.getByLabel('Text, secret or link');
const links = ({ page }: Person) => page.locator('main .copyable pre').filter({ hasText: /#/ });
const ready = async (one: Person): Promise<string[]> => {
  await one.page.getByRole('heading', { name: /^Your links? (is|are) ready$/ }).waitFor();
  return links(one).allTextContents();
};
const open = async (link: string): Promise<Person> => {
  const one = await people(link);
  await main(one).click();
  return one;
};
const file = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

let sender: Person | undefined;
afterEach(() => (sender = undefined));
const send = async (): Promise<Person> => (sender ??= await openSigned(member, `${team.url}/`, people));

/** All that the tab keeps beyond this document. */
const kept = ({ page }: Person) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      document.title,
      document.cookie,
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );

describe('sending from the panel', () => {
  it('paste, Ctrl+Enter, Ctrl+C: a link in the clipboard, and the secret is nowhere but behind it', async () => {
    const canary = 'hunter2-lantern-azalea';
    const one = await send();
    await says(one, 'Send something');
    await one.page.evaluate((text) => navigator.clipboard.writeText(text), canary);
    await one.page.keyboard.press('Control+v');
    await expect.poll(() => field(one).inputValue()).toBe(canary);
    await one.page.keyboard.press('Control+Enter');
    const [link] = (await ready(one)) as [string];
    await one.page.locator('pre:focus').waitFor();
    await one.page.keyboard.press('Control+c');
    await one.page.getByRole('status').getByText('Copied').waitFor();
    expect(await clipboard(one)).toBe(link);

    const { tables } = await team.database
      .query<{ tables: string }>(
        `SELECT string_agg(format('%I.%I', schemaname, tablename), ' ') AS tables FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      )
      .then(([row]) => row!);
    const key = link.split('#')[1]!;
    const rows: string[] = [];
    for (const table of tables.split(' '))
      rows.push(
        ...(await team.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)).map(
          ({ row }) => row,
        ),
      );
    expect(rows.length).toBeGreaterThan(0);
    const everywhere = [...one.sent, ...rows, await kept(one)];
    for (const secret of [
      canary,
      key,
      Buffer.from(canary).toString('hex'),
      Buffer.from(canary).toString('base64'),
    ])
      expect(everywhere.filter((text) => text.includes(secret))).toEqual([]);
    expect(await one.page.content()).not.toContain(canary);

    await one.page.reload();
    await says(one, 'Send something');
    expect(await field(one).inputValue()).toBe('');
    expect(await one.page.content()).not.toContain(key);

    const recipient = await open(link);
    await says(recipient, 'It has been deleted from the server.');
    await recipient.page.getByRole('button', { name: 'Show' }).click();
    await recipient.page.getByText(canary).waitFor();
  });

  it('recognizes an address and files, and each is opened by somebody else from a link of its own', async () => {
    const one = await send();
    await field(one).fill('https://example.com/minutes?year=2026');
    await button(one, 'Link to open').and(one.page.locator('[aria-pressed=true]')).waitFor();
    await field(one).fill('two\nlines');
    await button(one, 'Plain text').and(one.page.locator('[aria-pressed=true]')).waitFor();
    await field(one).fill('one line');
    await button(one, 'Secret (view once)').and(one.page.locator('[aria-pressed=true]')).waitFor();
    await button(one, 'Plain text').click();
    await one.page.getByLabel('How often it can be opened').selectOption('Once');
    await one.page.getByLabel('Password (optional)').fill('azalea');
    await choose(one, [file('a.txt', 'first'), file('b.txt', 'second')]);
    await button(one, 'Create 3 links').click();
    const [text, ...files] = (await ready(one)) as [string, ...string[]];
    expect(files).toHaveLength(2);
    await expect(openLink(text, { password: 'azalea' })).resolves.toMatchObject({ text: 'one line' });
    await expect(openLink(text, { password: 'azalea' })).rejects.toThrow();
    const recipient = await people(files[1]);
    await recipient.page.getByLabel('Password from the sender').fill('azalea');
    const [download] = await Promise.all([recipient.page.waitForEvent('download'), main(recipient).click()]);
    expect(download.suggestedFilename()).toBe('b.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe('second');

    await one.page.getByRole('link', { name: 'API keys' }).click();
    await dialog(one).getByText('You haven’t copied every link yet').waitFor();
    await button(one, 'Stay here').click();
    await button(one, 'Copy all links').click();
    await one.page.getByRole('status').getByText('Copied').waitFor();
    expect((await clipboard(one)).split('\n')).toEqual([text, ...files]);
    await one.page.getByRole('link', { name: 'API keys' }).click();
    await says(one, 'API keys');
  });

  it('gives link and key apart, and the page of the link asks for the key', async () => {
    const one = await send();
    await field(one).fill('https://example.com/');
    await button(one, 'Create link').click();
    const [link] = (await ready(one)) as [string];
    await one.page.getByText('Send link and key separately').click();
    const mail = one.page.getByRole('link', { name: 'Write an e-mail' });
    const [address, key] = link.split('#') as [string, string];
    expect(await mail.getAttribute('href')).toContain(encodeURIComponent(address));
    expect(await mail.getAttribute('href')).not.toContain(key);
    await one.page.getByLabel('Put the key into the e-mail, too').check();
    expect(await mail.getAttribute('href')).toContain(encodeURIComponent(link));

    const recipient = await people(address);
    await says(recipient, 'This link is not complete');
    const asked = recipient.page.getByLabel('Key, if you got it separately');
    await asked.fill(`${key.slice(0, -2)}AA`);
    await button(recipient, 'Use this key').click();
    await main(recipient).click();
    await says(recipient, 'This link is not complete');
    await asked.fill(` ${key}`);
    await button(recipient, 'Use this key').click();
    await main(recipient).click();
    await recipient.page.getByText('example.com').first().waitFor();
    expect(recipient.page.url()).not.toContain(key);
  });
});
