import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tokens } from '../../packages/web/src/parts/colors.ts';
import { outline } from '../../packages/web/src/parts/qr.ts';
import { fetchAhead } from './ahead.ts';
import { creators, main, says, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const person = usePeople();
const { secret } = stage;

describe('a link that a page shows', () => {
  it('is a picture that another device reads, without what mail programs put behind it', async () => {
    const link = await secret('x');
    const reader = await person(link.replace('#', '?utm_source=mail#'));
    await main(reader).waitFor();
    expect(reader.sent.join()).not.toContain('/assets/qr-');
    await reader.page.getByText('QR code and sharing').click();
    await reader.page.locator('.qr path[d^=M]').waitFor({ state: 'attached' });
    const { path, size } = outline(link);
    expect(await reader.page.locator('.qr path[d^=M]').getAttribute('d')).toBe(path);
    expect(await reader.page.locator('.qr').getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  });

  it.each(['request', 'drop', 'room', 'text'])(
    'of a %s is copied whole, or shared as the device does',
    async (kind) => {
      const link = await creators(stage)[kind]!();
      const reader = await person(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
      await reader.page.addInitScript(() => {
        const shared = ({ url }: { url: string }) => void Object.assign(globalThis, { shared: url });
        Object.defineProperty(navigator, 'share', {
          value: (data: { url: string }) => Promise.resolve(shared(data)),
        });
      });
      await reader.page.goto(link);
      if (kind === 'room') await main(reader).getByText('Enter the room').click();
      await reader.page.getByText('QR code and sharing').click();
      await reader.page.getByRole('button', { name: 'Copy the link' }).click();
      await reader.page.getByRole('status').getByText('Copied').waitFor();
      expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await reader.page.getByRole('button', { name: 'Share…' }).click();
      const shared = () => reader.page.evaluate(() => (globalThis as { shared?: string }).shared);
      await expect.poll(shared).toBe(link);
    },
  );

  it('is said to be tried again when its picture does not come', async () => {
    const reader = await person();
    await reader.page.route('**/assets/qr-*.js', (route) => route.abort());
    await reader.page.goto(await secret('x'));
    await reader.page.getByText('QR code and sharing').click();
    await reader.page.getByRole('status').getByText('Try again in a moment.').waitFor();
  });
});

describe('a text', () => {
  const CODE = 'import x from "y";\nexport const answer = async () => "</pre><script>1</script>"; // 42\n';

  it('has colours when they are wanted, and stays what it is', async () => {
    const reader = await person(await stage.share({ type: 'text', text: CODE }));
    await main(reader).click();
    await reader.page.locator('.value').waitFor();
    expect(reader.sent.join()).not.toContain('/assets/colors-');
    await reader.page.getByLabel('Colours').check();
    await reader.page.locator('.value .c-kwd').first().waitFor();
    expect(await reader.page.locator('.value').textContent()).toBe(CODE);
    await reader.page.getByLabel('Colours').uncheck();
    await expect.poll(() => reader.page.locator('.value [class^=c-]').count()).toBe(0);
  });

  it('has colours for as much as a browser can show, and is whole', () => {
    const text = 'a,'.repeat(20_000);
    const pieces = tokens([text]).flat();
    expect(pieces.length).toBeLessThanOrEqual(10_001);
    expect(pieces.map(([piece]) => piece).join('') === text).toBe(true);
  });

  it('shows what was masked in it before it was shared', async () => {
    const logs = '2026-11-23 01:00:00 ERROR password=hunter2hunter2 of "web" <script>1</script>';
    const { shareUrl } = await stage.owner.debugShares.create({ logs });
    const reader = await person(shareUrl);
    await main(reader).getByText('Show the diagnostics').click();
    await says(reader, 'Diagnostics');
    await reader.page.locator('.value').getByText('<script>1</script>').waitFor();
    await expect
      .poll(() => reader.page.locator('.value mark').allTextContents())
      .toEqual(['[masked:password]']);
    await reader.page.getByLabel('Colours').check();
    await reader.page.locator('.value .c-err', { hasText: 'ERROR' }).waitFor();
    await reader.page.locator('.value mark').waitFor();
  });
});

it('a link whose id was cut says what is missing, and asks for nothing', async () => {
  const reader = await person((await secret('x')).replace(/.{5}#.*/, ''));
  await says(reader, 'This link is not complete');
  await reader.page.getByText('A part of its address is missing or was changed.').waitFor();
  expect(reader.sent.join()).not.toContain('/api/v1/');
});

it('a browser that fetches links of every kind before anybody asks for one opens none', () => fetchAhead(16));

it('the name of the page says where one is, in the language of the page', async () => {
  const reader = await person(await secret('x'));
  await main(reader).waitFor();
  expect(await reader.page.title()).toBe('Someone shared a secret with you · Tempshare');
  await reader.page.getByLabel('Language').selectOption('de');
  await expect.poll(() => reader.page.title()).toMatch(/^Jemand hat .* · Tempshare$/);
  await main(reader).click();
  await reader.page.locator('.value').waitFor();
  await expect.poll(() => reader.page.title()).toMatch(/^Das ist das Geheimnis.* · Tempshare$/);
});

it('a page that was made by a server of another version is loaded again until its scripts come, with its key', async () => {
  const reader = await person();
  let missing = 3;
  await reader.page.route('**/assets/s*.js', (route) =>
    missing-- > 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await reader.page.goto(await secret('kept'));
  await main(reader).getByText('Open and destroy').click();
  await reader.page.getByRole('button', { name: 'Show' }).click();
  expect(await reader.page.locator('.value').textContent()).toBe('kept');
  expect(missing).toBeLessThan(1);
  reader.complaints.length = 0;
});

it('opens in browsers without what has come since 2022', async () => {
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const reader = await person();
  await reader.page.addInitScript(() => {
    const later: [object, (string | symbol)[]][] = [
      [URL, ['canParse', 'parse']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any', 'timeout']],
      [Array, ['fromAsync']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']],
      [Object, ['groupBy']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['toBase64', 'toHex']],
      [ReadableStream.prototype, [Symbol.asyncIterator, 'values']],
      [ReadableStream, ['from']],
    ];
    for (const [place, names] of later) for (const name of names) Reflect.deleteProperty(place, name);
  });
  await reader.page.goto(await secret('x'));
  await main(reader).getByText('Open and destroy').click();
  await says(reader, 'It has been deleted from the server.');
  await reader.page.goto(
    await stage.share({
      type: 'file',
      file: new Blob([randomBytes(100_000)]),
      fileName: 'a.pdf',
    }),
  );
  await main(reader).getByText('Download').click();
  await says(reader, 'Download complete');
  await reader.page.goto(roomUrl);
  await main(reader).getByText('Enter the room').click();
  await reader.page.getByLabel('Message', { exact: true }).fill('hello');
  await main(reader).getByText('Send').click();
  await reader.page.getByRole('log').getByText('hello').waitFor();
  // That of somebody else comes by the stream of events alone.
  await (await stage.owner.rooms.open(roomUrl)).post({ text: 'hello to you' });
  await reader.page.getByRole('log').getByText('hello to you').waitFor();
});

it('a page has its letters as large as the reader has set them in the browser', async () => {
  const reader = await person(await secret('x'), { viewport: { width: 640, height: 400 } });
  await main(reader).waitFor();
  const sizes = () =>
    reader.page
      .locator('h1, p, button, summary, select, .chip')
      .evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  const usual = await sizes();
  await reader.page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  const larger = await sizes();
  expect(usual.length).toBeGreaterThan(5);
  larger.forEach((size, i) => expect(size).toBeGreaterThanOrEqual(1.5 * usual[i]!));
  expect(await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
