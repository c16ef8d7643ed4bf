/** Unsent files and messages show a reason, and hold nothing else up. */
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@tempshare/contract';
import { afterAll, expect, it } from 'vitest';
import { choose, main, problem, says, setStage, usePeople, type Person } from './stage.ts';

const stage = await setStage();
const person = usePeople();
const folder = await mkdtemp(join(tmpdir(), 'tempshare-reasons-'));
afterAll(() => rm(folder, { recursive: true }));

const picked = (name: string, mimeType = 'text/plain') => ({ name, mimeType, buffer: Buffer.from(name) });
const ANNOUNCEMENTS = /\/requests\/\w+\/files\n/;
const states = ({ page }: Person) => page.locator('.files .state').allTextContents();
const onDisk = async (name: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, name);
  return path;
};

/** Opens a request for files, with its PIN filled in. */
async function ask() {
  const { requestId, requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  const sender = await person(requestUrl);
  await sender.page.getByLabel('PIN with 8 digits').fill(pin);
  const arrived = async () =>
    (await stage.owner.requests.get(requestId)).files.map(({ fileName }) => fileName).sort();
  return { sender, arrived };
}

it('of more files than go as many arrive as there is room for, which was said before, and the others say why not', async () => {
  const { requestId, requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  // A place is taken from the announcement on.
  const left = 5;
  const files = Array.from({ length: limits.requestFiles - left }, () => ({ size: 1 }));
  await stage.owner.public.requests.files.create(requestId, { pin, files });
  const sender = await person(requestUrl);
  await sender.page.getByLabel('PIN with 8 digits').fill(pin);
  await sender.page.getByText(`Space left for files: ${left}, 26.2 MB each`).waitFor();
  await choose(
    sender,
    Array.from({ length: left + 2 }, (_, i) => picked(`${i}.txt`)),
  );
  await sender.page.getByText('Over the limit: 2').waitFor();
  await main(sender).click();
  await sender.page.getByRole('status').getByText(`${left} files have arrived`).waitFor();
  await expect
    .poll(() => states(sender))
    .toEqual([
      ...Array.from({ length: left }, () => 'Arrived'),
      ...Array.from({ length: 2 }, () => 'Not sent · There is no room left for it'),
    ]);
  await main(sender).getByText('Send 2 files').waitFor();
  expect((await stage.owner.requests.get(requestId)).files).toHaveLength(left);
  expect(sender.sent.filter((request) => ANNOUNCEMENTS.test(request)).length).toBeLessThan(10);
});

it('a file for which there is no room holds up no smaller one', async () => {
  const { sender, arrived } = await ask();
  await sender.page.getByText(`Files: up to ${limits.requestFiles}, 26.2 MB each`).waitFor();
  await sender.page.route(/\/requests\/\w+\/files$/, (route) =>
    route.request().postData()!.includes('large')
      ? route.fulfill(problem(409, 'quota_exceeded'))
      : route.fallback(),
  );
  const large = { name: 'large.bin', mimeType: 'text/plain', buffer: Buffer.alloc(9_000) };
  await choose(sender, [large, picked('a.txt'), picked('b.txt')]);
  await main(sender).click();
  await sender.page.getByRole('status').getByText('2 files have arrived').waitFor();
  await expect
    .poll(() => states(sender))
    .toEqual(['Not sent · There is no room left for it', 'Arrived', 'Arrived']);
  expect(await arrived()).toEqual(['a.txt', 'b.txt']);
});

it('odd names and media types are made fit, and what the service refuses all the same is refused alone', async () => {
  const { sender, arrived } = await ask();
  await sender.page.route(/\/requests\/\w+\/files$/, (route) =>
    route.request().postData()!.includes('refused')
      ? route.fulfill(problem(400, 'validation_failed'))
      : route.fallback(),
  );
  await choose(sender, [
    picked('a\u0085\u202e\\b.txt', 'text/plain; charset=utf-8'),
    picked('\u200b', 'nonsense'),
    picked(`${'漢'.repeat(300)}.txt`),
    picked('refused.txt'),
    picked('z.txt', ''),
  ]);
  await main(sender).click();
  await sender.page.getByRole('status').getByText('4 files have arrived').waitFor();
  const said = ['Arrived', 'Arrived', 'Arrived', 'Not sent · The service does not accept it', 'Arrived'];
  await expect.poll(() => states(sender)).toEqual(said);
  expect(await arrived()).toEqual(['b.txt', 'z.txt', `${'漢'.repeat(83)}.txt`, undefined]);
  // It would be refused again.
  await main(sender).getByText('I have sent everything').waitFor();
});

it('a file that was changed, deleted, or changes while it is sent fails alone', async () => {
  const { sender, arrived } = await ask();
  const files = await Promise.all(['changed', 'deleted', 'changing', 'same'].map(onDisk));
  const [changed, deleted, changing] = files as [string, string, string];
  await choose(sender, files);
  await sender.page.getByText('Send 4 files').waitFor();
  await writeFile(changed, 'It is longer now.');
  await unlink(deleted);
  await sender.page.route(/\/requests\/\w+\/files$/, async (route) => {
    await writeFile(changing, 'It is longer now.');
    await route.fallback();
  });
  await main(sender).click();
  await sender.page.getByRole('status').getByText('1 file has arrived').waitFor();
  const unreadable = expect.stringMatching(/^Not sent · It cannot be read: it was changed or moved/);
  await expect.poll(() => states(sender)).toEqual([unreadable, unreadable, unreadable, 'Arrived']);
  expect(await arrived()).toEqual(['same']);
});

it('a message that is too long says by how much, and the files beside it go', async () => {
  const { dropId, dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person(dropUrl);
  const message = sender.page.getByLabel('Message');
  await message.fill('😀'.repeat(limits.messageLength - 1));
  await sender.page.getByText('9,999 / 10,000').waitFor();
  await message.fill('😀'.repeat(limits.messageLength + 1));
  await sender.page.getByText('10,001 / 10,000 Too long. Characters over the limit: 1.').waitFor();
  expect(await main(sender).isDisabled()).toBe(true);
  await choose(sender, picked('map.png'));
  await main(sender).click();
  await expect.poll(() => states(sender)).toEqual(['Arrived']);
  await says(sender, 'Send something to this inbox');
  await message.fill('😀'.repeat(limits.messageLength));
  await main(sender).click();
  await says(sender, 'It has arrived');
  const { items } = await stage.owner.drops.items.list(dropId);
  expect(items.map(({ message = '', file }) => file?.fileName ?? message.length)).toEqual([
    2 * limits.messageLength,
    'map.png',
  ]);
});

it('in a room each file is sent by itself, while people go on writing', async () => {
  const { url } = await stage.room();
  const guest = await person(url);
  await main(guest).click();
  await guest.page.getByText('Files: up to 26.2 MB each').waitFor();
  const [gone, kept] = [await onDisk('gone'), await onDisk('kept')];
  await guest.page.route('**/uploads/*', async (route) => {
    await said;
    return route.fallback();
  });
  const saying = Promise.withResolvers<undefined>();
  const said = saying.promise;
  await guest.page.route(/\/rooms\/\w+\/files$/, async (route) => {
    await rm(gone, { force: true });
    return route.fallback();
  });
  await choose(guest, [gone, kept]);
  await guest.page.getByLabel('Message', { exact: true }).fill('one moment');
  await main(guest).getByText('Send').click();
  await guest.page.locator('.messages').getByText('one moment').waitFor();
  saying.resolve(undefined);
  await guest.page.locator('.messages').getByRole('button', { name: 'kept' }).waitFor();
  await expect.poll(() => states(guest)).toEqual([expect.stringMatching(/^Not sent · It cannot be read/)]);
  await guest.page.getByRole('button', { name: /^Remove .*gone/ }).click();
});

it('in a sealed room a message is measured as it is sealed', async () => {
  const { url } = await stage.room({ encryption: 'e2e' });
  const guest = await person(url);
  await main(guest).click();
  const message = guest.page.getByLabel('Message', { exact: true });
  await message.fill('漢'.repeat(3_400));
  await guest.page.getByText('10,200 / 10,000 Too long. Characters over the limit: 67.').waitFor();
  expect(await main(guest).isDisabled()).toBe(true);
  await message.fill('漢'.repeat(3_333));
  await main(guest).click();
  await expect.poll(() => guest.page.locator('.messages li > bdi').textContent()).toBe('漢'.repeat(3_333));
});

it('when all has been sent, what remains to be done is the main button', async () => {
  const { sender } = await ask();
  expect(await main(sender).textContent()).toBe('Send');
  await choose(sender, picked('a.txt'));
  await main(sender).getByText('Send 1 file').click();
  await main(sender).getByText('I have sent everything').waitFor();
  expect(await main(sender).count()).toBe(1);
  // One more: then that is what remains.
  await choose(sender, picked('b.txt'));
  await main(sender).getByText('Send 1 file').waitFor();
  expect(await main(sender).count()).toBe(1);
  await main(sender).click();
  await sender.page.getByRole('status').getByText('2 files have arrived').waitFor();
  await main(sender).getByText('I have sent everything').click();
  await says(sender, 'Done. The link is closed.');
});
