import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movedTo, setStage, usePeople, type Person, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await setStage({ servers: 2 })));
afterAll(() => stage.stop());
const person = usePeople(() => stage);
const main = (one: Person) => one.page.locator('button.main');

async function enter(link: string, name: string): Promise<Person> {
  const one = await person();
  await one.page.goto(link);
  await one.page.getByLabel('Your name').fill(name);
  await main(one).getByText('Enter the room').click();
  await one.page.locator('h1').getByText('War room').waitFor();
  return one;
}

const say = async (one: Person, text: string): Promise<void> => {
  await one.page.getByLabel('Message', { exact: true }).fill(text);
  await main(one).getByText('Send').click();
};
const heard = (one: Person) => one.page.locator('.messages li > bdi').allTextContents();

/** Resolves once somebody sees a text. */
const shownTo = (one: Person, text: string): Promise<unknown> =>
  one.page.waitForFunction(
    (sought) =>
      [...document.querySelectorAll('.messages li > bdi')].some(({ textContent }) => textContent === sought),
    text,
    { polling: 'raf' },
  );

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
    const took: number[] = [];
    for (const [i, one] of [ada, ben, ada, ben].entries()) {
      said.push(`line ${i}`);
      const shown = shownTo(one === ada ? ben : ada, `line ${i}`);
      const began = performance.now();
      await say(one, `line ${i}`);
      await shown;
      took.push(Math.round(performance.now() - began));
      for (const reader of [ada, ben]) await expect.poll(() => heard(reader)).toEqual(said);
    }
    console.log(`from the sender's first key to the other's screen, by two servers: ${took.join(', ')} ms`);
    await ben.page.reload();
    said.push('while you were away');
    await say(ada, 'while you were away');
    const here = (one: Person) =>
      one.page.getByRole('list', { name: 'Here now:' }).locator('li:not([aria-hidden])').allTextContents();
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
    if (encryption === 'e2e') expect(ben.sent.join()).not.toMatch(/\bBen\b/);
  });
});

it('who is not let in at first, since the service was away, is let in under the name that was given', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room', password: 'azalea' });
  const one = await person();
  let looks = 0;
  await one.page.route('**/api/v1/public/rooms/*', (route) => {
    looks += 1;
    if (looks !== 2) return route.continue();
    return route.fulfill({
      status: 500,
      headers: { 'x-should-retry': 'false', 'retry-after': '60' },
      body: '',
    });
  });
  await one.page.goto(roomUrl);
  await one.page.getByLabel('Your name').fill('Ada');
  await one.page.getByLabel('Password from the sender').fill('azalea');
  await one.page.locator('button.main').getByText('Enter the room').click();
  await one.page.locator('button.main').getByText('Try again').click();
  await one.page.locator('h1').getByText('War room').waitFor();
  await one.page.getByText('Ada').first().waitFor();
});

it('what came while one was elsewhere is counted in the name of the page, and marked', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const room = await stage.owner.rooms.open(roomUrl);
  await room.post({ text: 'before' });
  const one = await enter(roomUrl, 'Ada');
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
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const room = await stage.owner.rooms.open(roomUrl);
  for (let i = 0; i < 30; i += 1) await room.post({ text: `line ${i}` });
  const one = await enter(roomUrl, 'Ada');
  await expect.poll(async () => (await heard(one)).length).toBe(30);
  const list = one.page.getByRole('log');
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  // The page has heard of the scrolling once it has drawn.
  await one.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await room.post({ text: 'new one' });
  const jump = one.page.getByRole('button', { name: '1 new message' });
  await jump.waitFor();
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await jump.click();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await expect.poll(() => jump.count()).toBe(0);
});

it('a message whose response was lost is in the room once, though it is sent again', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const one = await enter(roomUrl, 'Ada');
  let lost = 1;
  await one.page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost-- <= 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const message = one.page.getByLabel('Message', { exact: true });
  await say(one, 'once');
  await expect.poll(() => message.inputValue()).toBe('');
  await say(one, 'twice');
  await expect.poll(() => heard(one)).toEqual(['once', 'twice']);
  expect(lost).toBeLessThan(1);
});

it('who presses on a file downloads it, whatever comes meanwhile', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const room = await stage.owner.rooms.open(roomUrl);
  for (let i = 0; i < 12; i += 1) await room.send(new Blob([`${i}`]), { fileName: `${i}.txt` });
  const one = await enter(roomUrl, 'Ada');
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
  await one.page.getByText('The room is closed.').waitFor();
  expect(await message.inputValue()).toBe('half a sentence');
  expect(await message.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(await message.isEditable()).toBe(false);
  expect(await one.page.locator('.chips').textContent()).not.toContain('Gone in');
});
