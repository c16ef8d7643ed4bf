/** Names that strangers gave: to files, requests, inboxes, rooms and themselves. */
import { createReadStream } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { choose, main, says, setStage, usePeople, type Person } from './stage.ts';

const stage = await setStage();
const person = usePeople();

/** The name of a file as the eye reads it: where its characters stand, from left to right. */
const readName = ({ page }: Person, index = 0) =>
  page
    .locator('.name')
    .nth(index)
    .evaluate((name) => {
      const found: { left: number; character: string }[] = [];
      const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < node.textContent!.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { left, width } = range.getBoundingClientRect();
          if (width > 0) found.push({ left, character: node.textContent![at]! });
        }
      }
      return found
        .sort((one, other) => one.left - other.left)
        .map(({ character }) => character)
        .join('');
    });

const enter = async (link: string, name = ''): Promise<Person> => {
  const one = await person(link);
  await one.page.getByLabel('Your name').fill(name);
  await main(one).getByText('Enter the room').click();
  await one.page.getByRole('log').waitFor();
  return one;
};

it.each([
  ['invoice_\u202efdp.exe', 'invoice_fdp.exe'],
  ['\u2067invoice.pdf\u2069\u200b.exe', 'invoice.pdf.exe'],
  // Letters that are written from right to left put what follows them to their left.
  ['\u05f3invoice.pdf\u05f3.exe', '\u05f3invoice.pdf\u05f3.exe'],
])('a file that is named %j is shown and saved with its kind at the end', async (fileName, saved) => {
  const link = await stage.share({ type: 'file', file: new Blob(['x']), fileName, encryption: 'server' });
  const reader = await person(link);
  await main(reader).waitFor();
  expect(await reader.page.locator('.name').textContent()).toBe(saved);
  expect(await readName(reader)).toMatch(/\.exe$/);
  const download = reader.page.waitForEvent('download');
  await main(reader).click();
  expect((await download).suggestedFilename()).toBe(saved);
  expect(await textOf(createReadStream(await (await download).path()))).toBe('x');
});

it('a long name keeps its end, in every place where a file is shown', async () => {
  const fileName = `${'long '.repeat(30)}quarterly figures.pdf.exe`;
  const { url, room } = await stage.room();
  await room.send(new Blob(['x']), { fileName });
  const reader = await enter(url);
  const shown = () => reader.page.locator('.name').textContent();
  await expect.poll(shown).toMatch(/^long .*….*figures\.pdf\.exe$/);
  expect((await shown())!.length).toBeLessThan(80);
  const download = reader.page.waitForEvent('download');
  await reader.page.getByRole('button', { name: 'figures.pdf.exe' }).click();
  expect((await download).suggestedFilename()).toBe(fileName);

  const { requestUrl } = await stage.owner.requests.create({ title: 'Papers' });
  const sender = await person(requestUrl);
  await choose(sender, { name: fileName, mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect.poll(() => sender.page.locator('.name').textContent()).toBe(await shown());
  await sender.page.getByRole('button', { name: /^Remove .*figures\.pdf\.exe/ }).click();
  await expect.poll(() => sender.page.locator('.files li').count()).toBe(0);
});

it('Arabic, Hebrew and Persian names are as they were given', async () => {
  const names = ['تقرير ٢٠٢٦.pdf', 'חשבונית.pdf', 'می‌خواهم.txt', '👨‍👩‍👧.png'];
  const { url, room } = await stage.room({ name: 'غرفة' });
  for (const fileName of names) await room.send(new Blob(['x']), { fileName });
  const reader = await enter(url, 'علی‌رضا');
  await says(reader, 'غرفة');
  await expect.poll(() => reader.page.locator('.name').allTextContents()).toEqual(names);
  await reader.page.getByRole('list', { name: 'Guests here now:' }).getByText('علی‌رضا').waitFor();
  // From right to left, and then the kind.
  expect(await readName(reader, 1)).toBe(`${Array.from('חשבונית').reverse().join('')}.pdf`);
});

it.each(['request', 'drop', 'room'] as const)(
  'the title of a %s turns nothing round it, and has nothing that cannot be seen',
  async (kind) => {
    const title = 'Pa\u200bpers\u2069\u202e for 2026';
    const { owner } = stage;
    const link = {
      request: async () => (await owner.requests.create({ title })).requestUrl,
      drop: async () => (await owner.drops.create({ label: title })).dropUrl,
      room: async () => (await stage.room({ name: title })).url,
    }[kind];
    const one = kind === 'room' ? await enter(await link()) : await person(await link());
    await one.page.getByText('Papers for 2026').first().waitFor();
    const said = (await one.page.locator('main').textContent()) + (await one.page.title());
    expect(said).not.toMatch(/[\u200b\u202e]/);
    const [begun, ended] = [/\u2068/g, /\u2069/g].map((mark) => said.match(mark)?.length ?? 0);
    expect(ended).toBe(begun);
  },
);

it.each(['server', 'e2e'] as const)(
  'a guest who calls himself as the owner is a guest, in a room that is sealed by %s',
  async (encryption) => {
    const { url, room } = await stage.room({ encryption });
    await room.post({ text: 'mine', author: 'Kim' });
    await room.post({ text: 'mine, too' });
    const guest = await enter(url, ' Ow\u200bner\u202e');
    await guest.page.getByLabel('Message', { exact: true }).fill('his');
    await main(guest).getByText('Send').click();
    const heads = () =>
      guest.page
        .locator('.messages header')
        .evaluateAll((all) =>
          all.map((head) =>
            [...head.querySelectorAll('strong, .from')].map(({ textContent }) => textContent),
          ),
        );
    await expect.poll(heads).toEqual([['Kim', 'Owner'], ['Owner'], ['Owner', 'Guest']]);
    const people = guest.page.getByRole('list', { name: 'Guests here now:' });
    await expect.poll(() => people.locator('li:not([aria-hidden])').allTextContents()).toEqual(['Owner']);
    // Two that look the same are two.
    await enter(url, 'Owner\u2060');
    await expect.poll(() => people.locator('li:not([aria-hidden])').allTextContents()).toEqual(['Owner × 2']);
  },
);

it('a name of which nothing can be seen is refused at the door, and another one is let in', async () => {
  const { url } = await stage.room();
  const guest = await person(url);
  const name = guest.page.getByLabel('Your name');
  for (const blank of ['\u200b\u200d', ' ', '\u3164']) {
    await name.fill(blank);
    await main(guest).click();
    await guest.page.getByRole('alert').getByText('This name has no visible characters.').waitFor();
  }
  await name.fill('Ada');
  await main(guest).click();
  await says(guest, 'War room');
});

it('marks that are stacked on a letter cover no other line', async () => {
  const zalgo = `a${'\u0310\u0335'.repeat(300)}`;
  const { url, room } = await stage.room();
  await room.post({ text: 'before' });
  await room.post({ text: zalgo, author: zalgo.slice(0, 150) });
  const reader = await enter(url);
  await expect.poll(() => reader.page.locator('.messages li').count()).toBe(2);
  const author = (await reader.page.locator('.messages strong').textContent())!;
  expect(Array.from(author).length).toBeLessThanOrEqual(5);
  const clipped = reader.page.locator('.messages li').nth(1).locator('> header, > bdi');
  expect(await clipped.evaluateAll((all) => all.map((one) => getComputedStyle(one).overflow))).toEqual([
    'hidden',
    'hidden',
  ]);
  // The message is whole.
  expect(await reader.page.locator('.messages li > bdi').nth(1).textContent()).toBe(zalgo);
});
