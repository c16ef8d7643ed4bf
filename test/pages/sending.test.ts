import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@tempshare/contract';
import { afterAll, expect, it } from 'vitest';
import { choose, main, problem, says, setStage, usePeople, type Person } from './stage.ts';

const stage = await setStage();
const person = usePeople();
const folder = await mkdtemp(join(tmpdir(), 'tempshare-sent-'));
afterAll(() => rm(folder, { recursive: true }));
const picked = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('twelve files go into a request behind its PIN, and its owner has every byte of them', async () => {
  const { requestId, requestUrl, pin } = await stage.owner.requests.create({
    title: 'Papers <i>for</i> 2026',
  });
  const sender = await person(requestUrl);
  await sender.page.getByText('Subject: \u2068Papers <i>for</i> 2026\u2069').waitFor();
  const files = Array.from({ length: 12 }, (_, i) => picked(`paper ${i}.bin`, randomBytes(20_000 + i)));
  await choose(sender, files);
  const field = sender.page.getByLabel('PIN with 8 digits');
  await field.fill(pin === '00000000' ? '11111111' : '00000000');
  await main(sender).getByText('Send 12 files').click();
  await sender.page.getByRole('alert').getByText('Wrong PIN.').waitFor();
  await field.fill(pin);
  await main(sender).getByText('Send 12 files').click();
  await sender.page.getByRole('status').getByText('12 files have arrived').waitFor();
  // All in one call, beside the session of the PIN: what nobody else behind the same address is kept waiting by.
  expect(sender.sent.filter((request) => /\/requests\/\w+\/files\n/.test(request))).toHaveLength(1);
  await sender.page.getByRole('button', { name: 'I have sent everything' }).click();
  await says(sender, 'Done. The link is closed.');

  const arrived = new Map<string, string>();
  const { files: listed } = await stage.owner.requests.get(requestId);
  for (const { id, fileName } of listed) {
    const response = await stage.owner.requests.files.download(requestId, id);
    arrived.set(fileName ?? '', sha256(new Uint8Array(await response.arrayBuffer())));
  }
  expect(arrived).toEqual(new Map(files.map(({ name, buffer }) => [name, sha256(buffer)])));

  const late = await person(requestUrl);
  await says(late, 'This link has expired or was already used');
});

it('a file of which all bytes are sent is not shown as arrived before it is', async () => {
  const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person();
  const held = Promise.withResolvers<void>();
  await sender.page.route('**/uploads/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await sender.page.goto(dropUrl);
  await choose(sender, picked('map.png', randomBytes(300_000)));
  await main(sender).getByText('Send').click();
  const bar = sender.page.getByRole('progressbar', { name: 'map.png' });
  await expect.poll(() => bar.getAttribute('value')).toBeNull();
  await sender.page.locator('.progress').getByText('300 kB', { exact: true }).waitFor();
  held.resolve();
  await sender.page.getByText('It has arrived').waitFor();
});

it('a message that is left with a file which cannot be sent is there all the same', async () => {
  const { dropId, dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person();
  await sender.page.route('**/uploads/*', (route) => route.fulfill(problem(413)));
  await sender.page.goto(dropUrl);
  await sender.page.getByLabel('Message').fill('look in the cellar');
  await choose(sender, picked('map.png', Buffer.from('map')));
  await main(sender).getByText('Send').click();
  await sender.page.getByText('Too large for this link').waitFor();
  const { items } = await stage.owner.drops.items.list(dropId);
  expect(items.map(({ message }) => message)).toEqual(['look in the cellar']);
});

it('a text that is pasted with a picture of it stays a text, and a picture alone is a file', async () => {
  const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person(dropUrl);
  const paste = (withText: boolean) =>
    sender.page.getByLabel('Message').evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      if (text) clipboardData.setData('text/plain', 'A1\tB1');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return field.dispatchEvent(event);
    }, withText);
  expect(await paste(true)).toBe(true);
  expect(await sender.page.getByText('image.png').count()).toBe(0);
  expect(await paste(false)).toBe(false);
  await sender.page.getByText('image.png').waitFor();
});

it('a file that is too large stops no other, and a PIN may be typed as it was written down', async () => {
  const { requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  const sender = await person(requestUrl);
  const [film, letter] = ['film.mp4', 'a.txt'].map((name) => join(folder, name));
  await writeFile(letter!, 'a');
  await writeFile(film!, '');
  await truncate(film!, limits.fileBytes + 1);
  await choose(sender, [film!, letter!]);
  await sender.page.getByText('Too large for this link').waitFor();
  const field = sender.page.getByLabel('PIN with 8 digits');
  await field.fill('123');
  await main(sender).getByText('Send 1 file').click();
  await sender.page.getByRole('alert').getByText('Wrong PIN.').waitFor();
  await field.fill(`${pin.slice(0, 4)} ${pin.slice(4)}`);
  await main(sender).getByText('Send 1 file').click();
  await sender.page.getByRole('status').getByText('1 file has arrived').waitFor();
});

it('an inbox that is full says so, keeps what was typed, and does not say that something has arrived', async () => {
  const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person(dropUrl);
  await sender.page.getByLabel('Message').fill('one too many');
  await choose(sender, picked('a.txt', Buffer.from('a')));
  await sender.page.route('**/items', (route) => route.fulfill(problem(409, 'quota_exceeded')));
  await main(sender).getByText('Send').click();
  await sender.page.getByRole('alert').getByText('There’s no space left here.').waitFor();
  await says(sender, 'Send something to this inbox');
  expect(await sender.page.getByLabel('Message').inputValue()).toBe('one too many');
});

it('what is typed in a room while a message is on its way stays, and earlier ones come after a failure', async () => {
  const { url, room } = await stage.room();
  await Promise.all(Array.from({ length: 90 }, (_, i) => room.post({ text: `line ${i}` })));
  const one = await person(url);
  await main(one).getByText('Enter the room').click();
  const lines = one.page.locator('.messages li');
  await expect.poll(() => lines.count()).toBe(40);

  let failures = 1;
  await one.page.route('**/messages**', async (route) => {
    if (route.request().method() === 'POST') await typed;
    else if (failures-- > 0) {
      return route.fulfill({ status: 500, headers: { 'x-should-retry': 'false' }, body: '' });
    }
    return route.continue();
  });
  const message = one.page.getByLabel('Message', { exact: true });
  const typing = Promise.withResolvers<undefined>();
  const typed = typing.promise;
  await message.fill('first');
  await main(one).getByText('Send').click();
  await message.fill('firstsecond');
  typing.resolve(undefined);
  await lines.getByText('first', { exact: true }).waitFor();
  await expect.poll(() => message.inputValue()).toBe('second');

  // The first page of the list is there already: the next request fails.
  const earlier = one.page.getByRole('button', { name: 'Earlier messages' });
  await expect
    .poll(async () => {
      // One that is disabled, or gone, takes no click.
      await earlier.evaluateAll(([button]) => (button as HTMLButtonElement | undefined)?.click());
      return lines.count();
    })
    .toBe(91);
  expect(failures).toBeLessThan(1);
});

/** Breaks the first upload of each of so many files. */
async function breakUploads(one: Person, broken: number): Promise<void> {
  await one.page.route('**/*', (route) => {
    if (route.request().method() !== 'PUT' || broken-- <= 0) return route.fallback();
    return route.fulfill({ status: 500, headers: { 'x-should-retry': 'false' }, body: '' });
  });
}

it('a file that did not arrive is sent again into its place, and takes no other one', async () => {
  const { requestId, requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  const sender = await person();
  await breakUploads(sender, 2);
  await sender.page.goto(requestUrl);
  await sender.page.getByLabel('PIN with 8 digits').fill(pin);
  const files = ['a', 'b', 'c'].map((name) => picked(`${name}.txt`, Buffer.from(name)));
  await choose(sender, files);
  await main(sender).getByText('Send 3 files').click();
  await main(sender).getByText('Send 2 files').click();
  await sender.page.getByRole('status').getByText('3 files have arrived').waitFor();
  expect(sender.sent.filter((request) => /\/requests\/\w+\/files\n/.test(request))).toHaveLength(1);
  const { files: listed } = await stage.owner.requests.get(requestId);
  expect(listed.map(({ fileName }) => fileName).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

it('a message that is written beside a file which is sent again is left as well', async () => {
  const { dropId, dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person();
  await breakUploads(sender, 1);
  await sender.page.goto(dropUrl);
  await choose(sender, picked('map.png', Buffer.from('map')));
  await main(sender).getByText('Send').click();
  await sender.page.getByText('Not sent').waitFor();
  await sender.page.getByLabel('Message').fill('look in the cellar');
  await main(sender).getByText('Send').click();
  await says(sender, 'It has arrived');
  const { items } = await stage.owner.drops.items.list(dropId);
  expect(items.map(({ message, file }) => message ?? file?.fileName).sort()).toEqual([
    'look in the cellar',
    'map.png',
  ]);
});

it('files whose announcement is lost each time are announced once, though they are sent again by hand', async () => {
  const { requestId, requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  const { limits } = await stage.owner.requests.get(requestId);
  const sender = await person();
  let lost = 3;
  await sender.page.route('**/files', async (route) => {
    if (lost-- <= 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await sender.page.goto(requestUrl);
  await sender.page.getByLabel('PIN with 8 digits').fill(pin);
  const files = ['a', 'b'].map((name) => picked(`${name}.txt`, Buffer.from(name)));
  await choose(sender, files);
  await main(sender).getByText('Send 2 files').click();
  await sender.page.getByText('Not sent').first().waitFor();
  await main(sender).getByText('Send 2 files').click();
  await sender.page.getByRole('status').getByText('2 files have arrived').waitFor();
  const left = (await stage.owner.requests.get(requestId)).limits;
  expect(left.itemsLeft).toBe(limits.itemsLeft - 2);
});
