import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { main, says, setStage, usePeople, type Person } from './stage.ts';

const stage = await setStage();
const person = usePeople();

/** Name of the focused element, as a screen reader would read it. */
const focused = ({ page }: Person): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
    if (!element.matches('a, button, input, select, textarea, summary')) return '';
    const labels = [...(element.labels ?? [])].map((label) => label.innerText);
    return [element.getAttribute('aria-label'), ...labels, element.innerText].filter(Boolean).join(' ');
  });

/** Presses Tab until something of that name has the focus: what is on its way yet is come by in a later round. */
async function reach(one: Person, name: string): Promise<void> {
  const passed = new Set<string>();
  const giveUp = Date.now() + 60_000;
  while (Date.now() < giveUp) {
    await one.page.keyboard.press('Tab');
    const here = await focused(one);
    if (here.includes(name)) return;
    passed.add(here);
  }
  expect.fail(`“${name}” was not among ${[...passed].join(' | ')}`);
}

async function press(one: Person, name: string): Promise<void> {
  await reach(one, name);
  await one.page.keyboard.press('Enter');
}

async function type(one: Person, field: string, text: string): Promise<void> {
  await reach(one, field);
  await one.page.keyboard.type(text);
}

async function visit(link: string): Promise<Person> {
  const one = await person();
  // From now on the dialog is the test's, however soon a key opens it.
  one.page.on('filechooser', () => undefined);
  await one.page.goto(link);
  await main(one).waitFor();
  return one;
}

/** Chooses a file in the dialog that a field opens. */
async function choose(one: Person, field: string, name: string): Promise<void> {
  await reach(one, field);
  const [chooser] = await Promise.all([
    one.page.waitForEvent('filechooser'),
    one.page.keyboard.press('Enter'),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
}

describe('with the keyboard alone', () => {
  it('a secret is opened by its password, and the focus is on what it says then', async () => {
    const reader = await visit(await stage.secret('typed', { password: 'azalea' }));
    await type(reader, 'Password from the sender', 'azalea');
    await reader.page.keyboard.press('Enter');
    await says(reader, 'It has been deleted from the server.');
    expect(await reader.page.evaluate(() => document.activeElement?.id)).toBe('title');
    await press(reader, 'Show');
    expect(await reader.page.locator('.value').textContent()).toBe('typed');
  });

  it('a text is shown in another language and taken along', async () => {
    const reader = await visit(
      await stage.share({
        type: 'text',
        text: 'typed',
        encryption: 'e2e',
      }),
    );
    await reach(reader, 'Language');
    await reader.page.keyboard.press('D');
    await reader.page.locator('html[lang=de]').waitFor();
    await press(reader, 'Text anzeigen');
    await reader.page.getByText('typed').waitFor();
    await reach(reader, 'Kopieren');
  });

  it('a link leads to where it says', async () => {
    const targetUrl = 'https://a.example/there';
    const reader = await visit(await stage.share({ type: 'url', targetUrl }));
    await reader.page.route(targetUrl, (route) => route.fulfill({ body: 'arrived' }));
    await press(reader, 'Show where it leads');
    await press(reader, 'Go to');
    await reader.page.waitForURL(targetUrl);
  });

  it('a file is downloaded', async () => {
    const bytes = randomBytes(50_000);
    const reader = await visit(await stage.share({ type: 'file', file: bytes, fileName: 'a.bin' }));
    const [download] = await Promise.all([reader.page.waitForEvent('download'), press(reader, 'Download')]);
    expect(await readFile(await download.path())).toEqual(bytes);
  });

  it('files are chosen, sent behind a PIN and finished', async () => {
    const { requestId, requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
    const sender = await visit(requestUrl);
    await type(sender, 'PIN', pin);
    await choose(sender, 'Choose files', 'paper.txt');
    await press(sender, 'Send 1 file');
    await sender.page.getByRole('status').getByText('1 file has arrived').waitFor();
    await press(sender, 'I have sent everything');
    await says(sender, 'Done. The link is closed.');
    const { files } = await stage.owner.requests.get(requestId);
    expect(files.map(({ fileName }) => fileName)).toEqual(['paper.txt']);
  });

  it('a message and a file are left in an inbox', async () => {
    const { dropId, dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
    const sender = await visit(dropUrl);
    await type(sender, 'Message', 'look in the cellar');
    await choose(sender, 'Choose files', 'map.txt');
    await press(sender, 'Send');
    await says(sender, 'It has arrived');
    const { items } = await stage.owner.drops.items.list(dropId);
    expect(items.map(({ message, file }) => message ?? file?.fileName).sort()).toEqual([
      'look in the cellar',
      'map.txt',
    ]);
  });

  it('people talk in a room', async () => {
    const { roomUrl } = await stage.owner.rooms.create({ name: 'War room', encryption: 'e2e' });
    const one = await visit(roomUrl);
    await type(one, 'Your name', 'Ada');
    await press(one, 'Enter the room');
    await says(one, 'War room');
    await type(one, 'Message', 'hello');
    await press(one, 'Send');
    await one.page.getByRole('log').getByText('hello').waitFor();
    await choose(one, 'Send a file', 'plan.txt');
    await one.page.getByRole('log').getByText('plan.txt').waitFor();
  });
});
