import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { openLink } from '@tempshare/sdk/open';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/panel/person.ts';
import { button, clipboard, comesBack, dialog, kept, openSigned, setTeam } from './panel-people.ts';
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

/** Every row of the database as text. */
async function allRows(): Promise<string[]> {
  const [found] = await team.database.query<{ tables: string }>(
    `SELECT string_agg(format('%I.%I', schemaname, tablename), ' ') AS tables FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const table of found!.tables.split(' ')) {
    const some = await team.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
    rows.push(...some.map(({ row }) => row));
  }
  return rows;
}

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

    const key = link.split('#')[1]!;
    const rows = await allRows();
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

  it('a draft whose session ends is there after the sign-in, for nobody else, and in the memory of the page alone', async () => {
    const [ada, other] = await Promise.all([team.join('member'), team.join('owner')]);
    const one = await openSigned(ada, `${team.url}/`, people);
    const password = one.page.getByLabel('Password (optional)');
    const signIn = async ({ email }: { email: string }): Promise<void> => {
      await one.page.getByText('You were signed out.').waitFor();
      expect(await kept(one)).not.toContain('a lantern');
      await one.page.getByLabel('E-mail').fill(email);
      await one.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await one.page.keyboard.press('Enter');
      await says(one, 'Send something');
    };
    await field(one).fill('a lantern');
    await password.fill('azalea');
    await choose(one, [file('a.txt', 'a')]);
    await ada.call('signOut');
    // The page may have noticed the end before the click.
    await button(one, 'Create 2 links').or(one.page.getByText('You were signed out.')).click();
    await signIn(ada);
    expect(await field(one).inputValue()).toBe('a lantern');
    expect(await password.inputValue()).toBe('azalea');
    await button(one, 'Create 2 links').click();
    expect(await ready(one)).toHaveLength(2);

    await one.page.goto(`${team.url}/`);
    await field(one).fill('a lantern');
    await one.context.clearCookies();
    await comesBack(one);
    await signIn(other);
    expect(await field(one).inputValue()).toBe('');
  });

  it('with a label: it is in the list, found by its beginning, and nowhere in what the recipient gets', async () => {
    const one = await send();
    await field(one).fill('the code is 4711');
    const label = one.page.getByLabel('Label (optional)');
    await label.fill('Lantern \u202efor Kim\u2069, אבג');
    await one.page.getByText('Only you see it, in your list.').waitFor();
    await one.page.keyboard.press('Control+Enter');
    const [link] = (await ready(one)) as [string];

    const recipient = await people();
    const received: Promise<string>[] = [];
    recipient.page.on('response', (response) => void received.push(response.text().catch(() => '')));
    await recipient.page.goto(link);
    await main(recipient).click();
    await recipient.page.getByRole('button', { name: 'Show' }).click();
    await recipient.page.getByText('the code is 4711').waitFor();
    const theirs = [link, recipient.page.url(), await recipient.page.content(), ...recipient.sent];
    const rows = await allRows();
    expect(rows.length).toBeGreaterThan(0);
    for (const text of ['Lantern', 'LANTERN', Buffer.from('Lantern').toString('hex')])
      expect(
        [...theirs, ...rows, ...(await Promise.all(received))].filter((all) => all.includes(text)),
      ).toEqual([]);

    await one.page.getByRole('link', { name: 'Shared', exact: true }).click();
    await button(one, 'Leave').click();
    const search = one.page.getByLabel('ID, short code or label');
    const shown = one.page
      .getByRole('table', { name: 'Shared' })
      .getByRole('link', { name: /Lantern for Kim, אבג/ });
    await shown.waitFor();
    // Characters that could reorder the text around them are left out, and the rest is isolated.
    expect(await shown.textContent()).toBe('\u2068Lantern for Kim, אבג\u2069');
    await search.fill('for Kim');
    await search.press('Enter');
    await one.page.getByText('No items match.').waitFor();
    await search.fill('lant');
    await search.press('Enter');
    await shown.click();
    await one.page.getByRole('heading', { name: /Lantern for Kim/ }).waitFor();
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
    await one.page.getByLabel('Include the key in the e-mail').check();
    expect(await mail.getAttribute('href')).toContain(encodeURIComponent(link));

    const recipient = await people(address);
    await says(recipient, 'This link is not complete');
    const asked = recipient.page.getByLabel('Key, if you got it separately');
    await asked.fill(`${key.slice(0, -2)}AA`);
    await button(recipient, 'Use this key').click();
    // The button of the key is a main one, too.
    await main(recipient).getByText('Show where it leads').click();
    await says(recipient, 'This link is not complete');
    await asked.fill(` ${key}`);
    await button(recipient, 'Use this key').click();
    // The button of the key is a main one, too.
    await main(recipient).getByText('Show where it leads').click();
    await recipient.page.getByText('example.com').first().waitFor();
    expect(recipient.page.url()).not.toContain(key);
  });

  it('generates a passphrase from a list that is loaded then, and gives it apart from the link', async () => {
    const one = await send();
    const lists: string[] = [];
    one.page.on('request', (request) => {
      if (/\/(english|french)-/.test(request.url())) lists.push(request.url());
    });
    await field(one).fill('a value behind a passphrase');
    expect(lists).toEqual([]);
    const password = one.page.getByLabel('Password (optional)');
    await button(one, 'Generate a passphrase').click();
    await expect.poll(() => password.inputValue()).toMatch(/^[a-z]{3,8}( [a-z]{3,8}){4}$/);
    const first = await password.inputValue();
    await button(one, 'Generate a passphrase').click();
    await expect.poll(() => password.inputValue()).not.toBe(first);
    const passphrase = await password.inputValue();
    expect(lists.length).toBeGreaterThan(0);
    await button(one, 'Create link').click();
    const [link] = (await ready(one)) as [string];
    expect(link).not.toContain(passphrase);
    await one.page.locator('main .copyable').filter({ hasText: passphrase }).getByRole('button').click();
    await expect.poll(() => clipboard(one)).toBe(passphrase);
    expect(await kept(one)).not.toContain(passphrase);
    expect(one.sent.filter((text) => text.includes(passphrase))).toEqual([]);
    await button(one, 'Send another').click();
    await one.page.getByText('You haven’t copied every link yet').waitFor();

    await expect(openLink(link, { password: passphrase.replaceAll(' ', '\u3000') })).resolves.toMatchObject({
      secret: 'a value behind a passphrase',
    });
  });

  it('may be left once the link was shared or its QR code shown', async () => {
    const one = await send();
    await one.page.evaluate(() => {
      Object.assign(navigator, { share: async ({ url }: ShareData) => void (document.title = url!) });
    });
    const create = async (): Promise<void> => {
      await field(one).fill('left');
      await button(one, 'Create link').click();
      await ready(one);
    };
    await create();
    await button(one, 'Send another').click();
    await one.page.getByText('You haven’t copied every link yet').waitFor();
    await one.page.getByText('QR code and sharing').click();
    await one.page.locator('.qr path[d^=M]').waitFor();
    await button(one, 'Send another').click();
    await create();
    // The link is taken before its picture is there.
    await one.page.route('**/assets/qr-*', (route) => route.abort());
    await one.page.getByText('QR code and sharing').click();
    await button(one, 'Share…').click();
    await expect.poll(() => one.page.title()).toMatch(/#/);
    await button(one, 'Send another').click();
    await says(one, 'Send something');
  });

  it('gives a line that does the same for a program, with what was chosen', async () => {
    const one = await send();
    await field(one).fill('two\nlines');
    await one.page.getByLabel('Expires').selectOption('1 hour');
    await one.page.getByLabel('How often it can be opened').selectOption('3 times');
    await one.page.getByLabel('Password (optional)').fill('azalea');
    await one.page.getByLabel('Label (optional)').fill('Kim’s and \'Jo\'s "door"');
    await button(one, 'Create link').click();
    await ready(one);
    await one.page.getByText('Use the API').click();
    const [typescript, curl] = (await one.page.locator('details .copyable pre').allTextContents()).slice(
      -2,
    ) as [string, string];
    expect(typescript).toContain(
      ["type: 'text'", "text: 'Hello'", "expiration: '1h'", 'maxViews: 3']
        .map((property) => `    ${property},\n`)
        .join(''),
    );
    expect(typescript).toContain('    password: process.env.SHARE_PASSWORD,\n');
    expect(typescript).toContain(String.raw`    label: 'Kim’s and \'Jo\'s "door"',`);
    expect(typescript + curl).not.toContain('azalea');
    const { body } = await member.call('createPageToken');
    const env = { ...process.env, SERVICE_API_KEY: body.token as string, SHARE_PASSWORD: 'azalea' };
    const { stdout } = await promisify(execFile)('sh', ['-c', curl], { env });
    const made = JSON.parse(stdout) as { id: string; shareUrl: string };
    await expect(openLink(made.shareUrl, { password: 'azalea' })).resolves.toMatchObject({ text: 'Hello' });
    const { item } = (await member.call('getItem', { params: { id: made.id } })).body as {
      item: Record<string, unknown>;
    };
    expect(item).toMatchObject({ label: 'Kim’s and \'Jo\'s "door"', maxViews: 3, requiresPassword: true });
    const lifetime = Date.parse(item.expiresAt as string) - Date.parse(item.createdAt as string);
    expect(lifetime).toBe(3_600_000);
  });
});
