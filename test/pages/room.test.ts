import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import {
  ASKED_ONLY,
  choose,
  drawn,
  main,
  movedTo,
  problem,
  says,
  setStage,
  usePeople,
  type Person,
} from './stage.ts';

const stage = await setStage();
const person = usePeople();

async function enter(link: string, name: string): Promise<Person> {
  const one = await person(link);
  await one.page.getByLabel('Your name').fill(name);
  await main(one).getByText('Enter the room').click();
  await says(one, 'War room');
  return one;
}

const say = async (one: Person, text: string): Promise<void> => {
  const field = one.page.getByLabel('Message', { exact: true });
  // Text typed while a message is in flight follows it.
  await expect.poll(() => field.inputValue()).toBe('');
  await field.fill(text);
  await main(one).getByText('Send').click();
};
const heard = (one: Person) => one.page.locator('.messages li > bdi').allTextContents();

/** As a browser does with a tab that is left for another one, and come back to. */
const hide = (one: Person, hidden: boolean): Promise<void> =>
  one.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

describe.each(['server', 'e2e'] as const)('in a room that is sealed by %s', (encryption) => {
  it('two people at two servers read each other, and one who comes back has missed nothing', async () => {
    const { roomUrl } = await stage.owner.rooms.create({ name: 'War room', encryption });
    const there = movedTo(stage.otherUrl, roomUrl);
    expect(new URL(there).port).not.toBe(new URL(roomUrl).port);
    const [ada, ben] = [await enter(roomUrl, 'Ada'), await enter(there, 'Ben')];
    const said: string[] = [];
    for (const [i, one] of [ada, ben, ada, ben].entries()) {
      said.push(`line ${i} <b>`);
      await say(one, `line ${i} <b>`);
      for (const reader of [ada, ben]) await expect.poll(() => heard(reader)).toEqual(said);
    }
    await ben.page.reload();
    said.push('while you were away');
    await say(ada, 'while you were away');
    const here = (one: Person) =>
      one.page
        .getByRole('list', { name: 'Guests here now:' })
        .locator('li:not([aria-hidden])')
        .allTextContents();
    await expect.poll(() => here(ada)).toEqual(['Ada']);
    await main(ben).getByText('Enter the room').click();
    await expect.poll(() => heard(ben)).toEqual(said);
    for (const one of [ada, ben]) await expect.poll(() => here(one)).toEqual(['Ada', 'Guest']);
    await ben.page.reload();
    await ben.page.getByLabel('Your name').fill('Ben');
    await main(ben).getByText('Enter the room').click();
    for (const one of [ada, ben]) {
      await expect.poll(async () => (await here(one)).sort()).toEqual(['Ada', 'Ben']);
    }
    await ben.page.goto('about:blank');
    await expect.poll(() => here(ada)).toEqual(['Ada']);
    if (encryption === 'e2e') {
      const sent = [...ada.sent, ...ben.sent].join();
      for (const word of ['line 0', 'while you', roomUrl.split('#')[1]!]) expect(sent).not.toContain(word);
      // Three letters may occur in random ones.
      expect(sent).not.toMatch(/\b(?:Ada|Ben)\b/);
    }
  });
});

it('a message that its owner deletes leaves the page of whoever reads it, and comes not back', async () => {
  const { roomId, roomUrl } = await stage.owner.rooms.create({ name: 'War room', encryption: 'server' });
  const ada = await enter(roomUrl, 'Ada');
  for (const text of ['kept', 'spam', 'spam again']) {
    await say(ada, text);
    await expect.poll(async () => (await heard(ada)).at(-1)).toBe(text);
  }
  const { messages } = await stage.owner.rooms.messages.list(roomId);
  const spam = messages.find(({ text }) => text === 'spam');
  await stage.owner.rooms.messages.delete(roomId, spam?.id as string);
  await expect.poll(() => heard(ada)).toEqual(['kept', 'spam again']);
  await stage.owner.rooms.authors.delete(roomId, spam?.authorId as string);
  await expect.poll(() => heard(ada)).toEqual([]);
  await say(ada, 'another');
  await expect.poll(() => heard(ada)).toEqual(['another']);
});

it('who is not let in at first, since the service was away, is let in under the name that was given', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room', password: 'azalea' });
  const one = await person();
  let looks = 0;
  await one.page.route('**/api/v1/public/rooms/*', (route) => {
    looks += 1;
    if (looks !== 2) return route.continue();
    return route.fulfill(problem(500, '', ASKED_ONLY));
  });
  await one.page.goto(roomUrl);
  await one.page.getByLabel('Your name').fill('Ada');
  await one.page.getByLabel('Password from the sender').fill('azalea');
  await main(one).getByText('Enter the room').click();
  await main(one).getByText('Try again').click();
  await says(one, 'War room');
  await one.page.getByText('Ada').first().waitFor();
});

it('what came while one was elsewhere is counted in the name of the page, and marked', async () => {
  const { url, room } = await stage.room();
  await room.post({ text: 'before' });
  const one = await enter(url, 'Ada');
  await expect.poll(() => heard(one)).toEqual(['before']);
  await hide(one, true);
  await room.post({ text: 'first' });
  await room.post({ text: 'second' });
  await expect.poll(() => one.page.title()).toBe('(2) \u2068War room\u2069 · Tempshare');
  await hide(one, false);
  await expect.poll(() => one.page.title()).toBe('\u2068War room\u2069 · Tempshare');
  expect(await one.page.locator('.messages li', { has: one.page.locator('.new') }).textContent()).toContain(
    'first',
  );
  await say(one, 'seen');
  await expect.poll(() => one.page.locator('.new').count()).toBe(0);
});

it('who reads what was said earlier stays there, and is told what comes', async () => {
  const { url, room } = await stage.room();
  await Promise.all(Array.from({ length: 30 }, (_, i) => room.post({ text: `line ${i}` })));
  const one = await enter(url, 'Ada');
  await expect.poll(async () => (await heard(one)).length).toBe(30);
  const list = one.page.getByRole('log');
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  // The page has heard of the scrolling once it has drawn.
  await drawn(one);
  await room.post({ text: 'new one' });
  const jump = one.page.getByRole('button', { name: '1 new message' });
  await jump.waitFor();
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await jump.click();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await expect.poll(() => jump.count()).toBe(0);
});

it('a message whose responses were lost is in the room once, though it is sent again by hand', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const one = await enter(roomUrl, 'Ada');
  let lost = 3;
  await one.page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost-- <= 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const message = one.page.getByLabel('Message', { exact: true });
  await say(one, 'once');
  await one.page.getByRole('alert').getByText('The service cannot be reached right now').waitFor();
  expect(await message.inputValue()).toBe('once');
  await main(one).getByText('Send').click();
  await say(one, 'twice');
  await expect.poll(() => heard(one)).toEqual(['once', 'twice']);
  expect(lost).toBeLessThan(1);
});

it('a file of exactly 25 MiB goes into an encrypted room, and one byte more is too large', async () => {
  const { url, room } = await stage.room();
  const one = await enter(url, 'Ada');
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-room-'));
  const send = async (name: string, size: number): Promise<void> => {
    await writeFile(join(folder, name), '');
    await truncate(join(folder, name), size);
    await choose(one, [join(folder, name)]);
  };
  await send('longer.mp4', limits.fileBytes + 1);
  await one.page.getByText('Too large for this link').waitFor();
  await send('film.mp4', limits.fileBytes);
  const sizes: (number | undefined)[] = [];
  await expect
    .poll(async () => {
      for await (const { file } of room.messages()) sizes.push(file?.size);
      return sizes;
    })
    .toContain(limits.fileBytes);
  await rm(folder, { recursive: true });
});

it('who presses on a file downloads it, whatever comes meanwhile', async () => {
  const { url, room } = await stage.room();
  for (let i = 0; i < 12; i += 1) await room.send(new Blob([`${i}`]), { fileName: `${i}.txt` });
  const one = await enter(url, 'Ada');
  const lines = one.page.locator('.messages li');
  await expect.poll(() => lines.count()).toBe(12);
  await one.page.getByRole('button', { name: '11.txt' }).hover();
  const { y } = (await one.page.getByLabel('Message', { exact: true }).boundingBox())!;
  const saved = one.page.waitForEvent('download');
  await one.page.mouse.down();
  await room.post({ text: 'meanwhile', author: 'Somebody with quite a long name' });
  await expect.poll(() => lines.count()).toBe(13);
  await one.page.mouse.up();
  expect((await saved).suggestedFilename()).toBe('11.txt');
  expect((await one.page.getByLabel('Message', { exact: true }).boundingBox())!.y).toBe(y);
  await expect
    .poll(() =>
      one.page
        .locator('.messages')
        .evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight),
    )
    .toBeLessThan(2);
});

it('who is writing when the room is deleted keeps what they wrote, and where they are', async () => {
  const { roomUrl, roomId } = await stage.owner.rooms.create({ name: 'War room' });
  const one = await enter(roomUrl, 'Ada');
  const message = one.page.getByLabel('Message', { exact: true });
  await message.fill('half a sentence');
  await stage.owner.rooms.delete(roomId);
  await one.page.getByText('This room is closed.').waitFor();
  expect(await message.inputValue()).toBe('half a sentence');
  expect(await message.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(await message.isEditable()).toBe(false);
  expect(await one.page.locator('.chips').textContent()).not.toContain('Expires in');
});

it('Enter sends, and Shift and Enter begin a line, where there is a keyboard', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const one = await enter(roomUrl, 'Ada');
  await one.page.getByText('Enter sends, Shift+Enter starts a new line.').waitFor();
  const message = one.page.getByLabel('Message', { exact: true });
  await message.press('Enter');
  expect(await message.inputValue()).toBe('');
  await message.pressSequentially('first');
  await message.press('Shift+Enter');
  await message.pressSequentially('second');
  await message.press('Enter');
  await expect.poll(() => heard(one)).toEqual(['first\nsecond']);
  await expect.poll(() => message.inputValue()).toBe('');
  expect(await message.evaluate((element) => document.activeElement === element)).toBe(true);

  // An input method takes what it offers by the same key; Safari reports that as a key of its own.
  await message.fill('かんじ');
  const pressed = (init: object) =>
    message.evaluate(
      (element, init) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
        ),
      init,
    );
  expect(await pressed({ isComposing: true })).toBe(true);
  expect(await pressed({ keyCode: 229 })).toBe(true);
  // A key that is held down sends once.
  expect(await pressed({ repeat: true })).toBe(false);
  expect(await message.inputValue()).toBe('かんじ');
  expect(await heard(one)).toEqual(['first\nsecond']);
  await message.press('Enter');
  await expect.poll(() => heard(one)).toEqual(['first\nsecond', 'かんじ']);
});

it('on a touch screen Enter begins a line, and a keyboard beside it sends with Control', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const one = await person(roomUrl, { hasTouch: true, isMobile: true });
  await main(one).getByText('Enter the room').click();
  const message = one.page.getByLabel('Message', { exact: true });
  await message.pressSequentially('first');
  await message.press('Enter');
  await message.pressSequentially('second');
  expect(await message.inputValue()).toBe('first\nsecond');
  expect(await one.page.getByText('Enter sends').count()).toBe(0);
  await message.press('Control+Enter');
  await expect.poll(() => heard(one)).toEqual(['first\nsecond']);
});
