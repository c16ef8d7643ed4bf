/** Texts as long as any may be: a browser lays them out block by block. */
import { createReadStream } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { main, setStage, usePeople, type Person } from './stage.ts';

const stage = await setStage();
const person = usePeople();

async function show(text: string): Promise<Person> {
  const reader = await person(await stage.share({ type: 'text', text, encryption: 'server' }), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await main(reader).click();
  await reader.page.locator('.value').waitFor();
  return reader;
}

const blocks = ({ page }: Person) => page.locator('.value > *').allTextContents();
const MOST = 2_000;

it('999,000 characters on one line are shown in blocks, copied and saved as they are', async () => {
  const text = '漢字かな'.repeat(249_750);
  const reader = await show(text);
  const shown = await blocks(reader);
  expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(MOST);
  expect(shown.join('') === text).toBe(true);
  const layout = await reader.page
    .locator('.value > *')
    .evaluateAll((all) =>
      all.map((one) => getComputedStyle(one)).map((style) => [style.display, style.contentVisibility]),
    );
  expect(new Set(layout.map(String))).toEqual(new Set(['block,auto']));

  await main(reader).getByText('Copy').click();
  await main(reader).getByText('Copied').waitFor();
  expect((await reader.page.evaluate(() => navigator.clipboard.readText())) === text).toBe(true);
  const download = reader.page.waitForEvent('download');
  await reader.page.getByText('Save as a file').click();
  expect((await textOf(createReadStream(await (await download).path()))) === text).toBe(true);
});

it('what is selected and copied by hand has no line that the text has not', async () => {
  const text = `${'a'.repeat(5_000)}\n${'word '.repeat(1_000)}\n\n  end\n`;
  const reader = await show(text);
  const box = reader.page.locator('.value');
  await box.evaluate((element) => getSelection()!.selectAllChildren(element));
  await box.press('ControlOrMeta+c');
  expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

it('a block ends behind a line, else a word, else a whole letter', async () => {
  const lines = 'a line of it\n'.repeat(500);
  for (const block of await blocks(await show(lines))) expect(block).toMatch(/^a line.*\n$/s);
  const words = `x${'word '.repeat(1_000)}`;
  for (const block of (await blocks(await show(words))).slice(0, -1)) expect(block).toMatch(/ $/);
  const letters = `x${'e\u0301'.repeat(3_000)}x${'👩‍🚀'.repeat(1_000)}`;
  const shown = await blocks(await show(letters));
  expect(shown.join('')).toBe(letters);
  for (const block of shown) expect(block).not.toMatch(/^[\p{M}\u200d\udc00-\udfff]|\u200d$/u);
});

it('without wrapped lines a line stays one, and colours and masks change no letter', async () => {
  const text = `{"a": "${'x'.repeat(3_000)}"}\n`.repeat(3);
  const reader = await show(text);
  await reader.page.getByLabel('Colours').check();
  await reader.page.locator('.c-str').first().waitFor();
  expect((await blocks(reader)).join('')).toBe(text);
  await reader.page.getByLabel('Wrap lines').uncheck();
  const height = await reader.page.locator('.value').evaluate((box) => {
    const range = document.createRange();
    range.selectNodeContents(box);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return lines.size;
  });
  expect(height).toBe(3);

  const logs = `${'word '.repeat(700)}password=hunter2secret ${'word '.repeat(700)}`;
  const { shareUrl } = await stage.owner.debugShares.create({ logs });
  const debugging = await person(shareUrl);
  await main(debugging).click();
  await debugging.page.locator('mark').getByText('[masked:').first().waitFor();
  expect((await blocks(debugging)).join('')).toMatch(/^(?:word )+password=\[masked:[a-z-]+\] (?:word )+$/);
});

it.each([
  ['one character', 'x'],
  ['lines alone', '\n'.repeat(3_000)],
])('a text of %s is whole, too', async (_, text) => {
  expect((await blocks(await show(text))).join('')).toBe(text);
});

it.each([
  ['marks', 'a' + '\u0301'.repeat(5_000)],
  ['joiners', 'y' + '\u200d'.repeat(4_000)],
])('a letter with %s without end is shown like any other text', async (_, text) => {
  const shown = await blocks(await show(text));
  expect(shown.join('')).toBe(text);
});
