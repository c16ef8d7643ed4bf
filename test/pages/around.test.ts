import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokens } from '../../packages/web/src/parts/colors.ts';
import { outline } from '../../packages/web/src/parts/qr.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { movedTo, setStage, usePeople, type Person, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await setStage()));
afterAll(() => stage.stop());
const person = usePeople(() => stage);
const main = (one: Person) => one.page.locator('button.main');
const says = (one: Person, text: string) => one.page.locator('h1').getByText(text).waitFor();
const secret = async (value: string) => (await stage.owner.secrets.create({ secret: value })).secretUrl;

describe('a link that a page shows', () => {
  it('is a picture that another device reads, without what mail programs put behind it', async () => {
    const link = await secret('x');
    const reader = await person();
    await reader.page.goto(link.replace('#', '?utm_source=mail#'));
    await main(reader).waitFor();
    expect(reader.sent.join()).not.toContain('/assets/qr-');
    await reader.page.getByText('Open on another device').click();
    await reader.page.locator('.qr path[d^=M]').waitFor({ state: 'attached' });
    const { path, size } = outline(link);
    expect(await reader.page.locator('.qr path[d^=M]').getAttribute('d')).toBe(path);
    expect(await reader.page.locator('.qr').getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  });

  it.each(['request', 'drop', 'room', 'text'])(
    'of a %s is copied whole, or shared as the device does',
    async (kind) => {
      const { owner } = stage;
      const create: Record<string, () => Promise<string>> = {
        request: async () => (await owner.requests.create({ title: 'x' })).requestUrl,
        drop: async () => (await owner.drops.create({ label: 'x' })).dropUrl,
        room: async () => (await owner.rooms.create({ name: 'x' })).roomUrl,
        text: async () => (await owner.transfers.create({ type: 'text', text: 'x' })).shareUrl,
      };
      const link = await create[kind]!();
      const reader = await person({ permissions: ['clipboard-read', 'clipboard-write'] });
      await reader.page.addInitScript(() => {
        const shared = ({ url }: { url: string }) => void Object.assign(globalThis, { shared: url });
        Object.defineProperty(navigator, 'share', {
          value: (data: { url: string }) => Promise.resolve(shared(data)),
        });
      });
      await reader.page.goto(link);
      if (kind === 'room') await main(reader).getByText('Enter the room').click();
      await reader.page.getByText('Open on another device').click();
      await reader.page.getByRole('button', { name: 'Copy the link' }).click();
      await reader.page.getByRole('status').getByText('Copied').waitFor();
      expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await reader.page.getByRole('button', { name: 'Share…' }).click();
      expect(await reader.page.evaluate(() => (globalThis as { shared?: string }).shared)).toBe(link);
    },
  );

  it('is said to be tried again when its picture does not come', async () => {
    const reader = await person();
    await reader.page.route('**/assets/qr-*.js', (route) => route.abort());
    await reader.page.goto(await secret('x'));
    await reader.page.getByText('Open on another device').click();
    await reader.page.getByRole('status').getByText('Try again in a moment.').waitFor();
  });
});

describe('a text', () => {
  const CODE = 'import x from "y";\nexport const answer = async () => "</pre><script>1</script>"; // 42\n';

  it('has colours when they are wanted, and stays what it is', async () => {
    const { shareUrl } = await stage.owner.transfers.create({ type: 'text', text: CODE });
    const reader = await person();
    await reader.page.goto(shareUrl);
    await main(reader).click();
    await reader.page.locator('.value').waitFor();
    expect(reader.sent.join()).not.toContain('/assets/colors-');
    await reader.page.getByLabel('Colours').check();
    await reader.page.locator('.value .c-kwd').first().waitFor();
    expect(await reader.page.locator('.value').textContent()).toBe(CODE);
    await reader.page.getByLabel('Colours').uncheck();
    await expect.poll(() => reader.page.locator('.value span').count()).toBe(0);
  });

  it.each([
    ['quotes', 'SELECT * FROM x\n', "'"],
    ['scripts in scripts', '#!/bin/bash\n', '$('],
    ['one line', '', 'a,'],
  ])('of a megabyte of %s has colours for as much as a browser can show, and is whole', (_, begin, more) => {
    const text = begin + more.repeat(1_000_000 / more.length);
    const texts = [text, text];
    const pieces = tokens(texts).flat();
    expect(pieces.length).toBeLessThanOrEqual(10_002);
    expect(pieces.map(([piece]) => piece).join('') === texts.join('')).toBe(true);
  });

  it('shows what was masked in it before it was shared', async () => {
    const logs = '2026-11-23 01:00:00 ERROR password=hunter2hunter2 of "web"';
    const { shareUrl } = await stage.owner.debugShares.create({ logs });
    const reader = await person();
    await reader.page.goto(shareUrl);
    await main(reader).click();
    await expect
      .poll(() => reader.page.locator('.value mark').allTextContents())
      .toEqual(['[masked:password]']);
    await reader.page.getByLabel('Colours').check();
    await reader.page.locator('.value .c-err', { hasText: 'ERROR' }).waitFor();
    await reader.page.locator('.value mark').waitFor();
  });
});

it('a link whose id was cut says what is missing, and asks for nothing', async () => {
  const reader = await person();
  await reader.page.goto((await secret('x')).replace(/.{5}#.*/, ''));
  await says(reader, 'This link is not complete');
  await reader.page.getByText('A part of its address is missing or was changed.').waitFor();
  expect(reader.sent.join()).not.toContain('/api/v1/');
});

it('a browser that fetches 200 links of every kind before anybody asks for one opens none', async () => {
  const { owner } = stage;
  const create: (() => Promise<string>)[] = [
    () => secret('x'),
    async () => (await owner.transfers.create({ type: 'text', text: 'x', oneTime: true })).shareUrl,
    async () => (await owner.transfers.create({ type: 'url', targetUrl: 'https://a.example' })).shareUrl,
    async () =>
      (await owner.transfers.create({ type: 'file', file: new Blob(['x']), fileName: 'a', oneTime: true }))
        .shareUrl,
    async () => (await owner.debugShares.create({ logs: 'x' })).shareUrl,
    async () => (await owner.requests.create({ title: 'x' })).requestUrl,
    async () => (await owner.rooms.create({ name: 'x' })).roomUrl,
    async () => (await owner.drops.create({ label: 'x' })).dropUrl,
  ];
  const links: string[] = [];
  for (let i = 0; i < 200; i += 1) links.push(await create[i % create.length]!());
  const reader = await person();
  const rules = (eagerness: string, some: string[]) => ({ eagerness, urls: some });
  const speculation = {
    prefetch: [rules('immediate', links)],
    prerender: [rules('immediate', links.slice(0, create.length))],
  };
  const tags = links.map((link) => `<link rel="prefetch" href="${link}">`).join('');
  const body = `<!doctype html>${tags}<script type="speculationrules">${JSON.stringify(speculation)}</script>`;
  await reader.page.route('**/list', (route) => route.fulfill({ contentType: 'text/html', body }));
  const fetched = new Set<string>();
  reader.page.on(
    'response',
    (response) => void (response.ok() && fetched.add(response.url().split('#')[0]!)),
  );
  await reader.page.goto(movedTo(links[0]!, `${stage.url}/list`));
  await expect.poll(() => links.filter((link) => !fetched.has(link.split('#')[0]!))).toEqual([]);
  expect(reader.sent.filter((request) => /\/(?:open|reveal)\n/.test(request))).toEqual([]);
  const { transfers } = await owner.transfers.list({ limit: 100 });
  const seen = transfers.filter(({ id, views }) => views > 0 && links.some((link) => link.includes(id)));
  expect(seen).toEqual([]);
  for (const link of links) await openLink(link);
});

it('the name of the page says where one is, in the language of the page', async () => {
  const reader = await person();
  await reader.page.goto(await secret('x'));
  await main(reader).waitFor();
  expect(await reader.page.title()).toBe('Someone shared a secret with you · Tempshare');
  await reader.page.getByLabel('Language').selectOption('de');
  await expect.poll(() => reader.page.title()).toMatch(/^Jemand hat .* · Tempshare$/);
  await main(reader).click();
  await reader.page.locator('.value').waitFor();
  await expect.poll(() => reader.page.title()).toMatch(/^Hier ist es.* · Tempshare$/);
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
  const { shareUrl } = await stage.owner.transfers.create({
    type: 'file',
    file: new Blob([randomBytes(100_000)]),
    fileName: 'a.pdf',
  });
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
  await says(reader, 'The server no longer has it.');
  await reader.page.goto(shareUrl);
  await main(reader).getByText('Download').click();
  await says(reader, 'The file is here');
  await reader.page.goto(roomUrl);
  await main(reader).getByText('Enter the room').click();
  await reader.page.getByLabel('Message', { exact: true }).fill('hello');
  await main(reader).getByText('Send').click();
  await reader.page.getByRole('log').getByText('hello').waitFor();
  // That of somebody else comes by the stream of events alone.
  await (await stage.owner.rooms.open(roomUrl)).post({ text: 'hello to you' });
  await reader.page.getByRole('log').getByText('hello to you').waitFor();
});

it('what a reader tried to open when the line broke is opened again under the same key', async () => {
  const reader = await person();
  let lost = 4;
  await reader.page.route('**/reveal', async (route) => {
    if (lost-- <= 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await reader.page.goto(await secret('not lost'));
  await main(reader).getByText('Open and destroy').click();
  await reader.page.getByText('it may still be kept for a short time').waitFor();
  const again = main(reader).getByText('Try again').click({ timeout: 4_000 });
  // After 5 seconds the page does it by itself.
  await again.catch(() => undefined);
  await reader.page.getByRole('button', { name: 'Show' }).click();
  expect(await reader.page.locator('.value').textContent()).toBe('not lost');
});

it('who has to wait after a lost response is not told that nothing was opened, and has it in the end', async () => {
  const reader = await person();
  let lost = 3;
  await reader.page.route('**/reveal', async (route) => {
    lost -= 1;
    if (lost < 0) return route.continue();
    if (lost === 0) {
      return route.fulfill({ status: 429, headers: { 'retry-after': '8' }, body: '{}' });
    }
    await route.fetch();
    const headers = { 'x-should-retry': 'false', 'retry-after': `${60 * (3 - lost)}` };
    return route.fulfill({ status: 502, headers, body: '' });
  });
  await reader.page.goto(await secret('not lost'));
  await main(reader).getByText('Open and destroy').click();
  await main(reader).getByText('Try again').click();
  await reader.page.getByText('It is tried again by itself in 2 minutes.').waitFor();
  await main(reader).getByText('Try again').click();
  await says(reader, 'Too many tries from your network');
  const said = await reader.page.locator('main').textContent();
  expect(said).not.toContain('Nothing has been opened');
  expect(said).toContain('it may still be kept for a short time');
  await says(reader, 'The server no longer has it.');
});

it('an inbox that is full says so, and keeps what was typed', async () => {
  const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  const sender = await person();
  await sender.page.goto(dropUrl);
  await sender.page.getByLabel('Message').fill('one too many');
  await sender.page.route('**/items', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'quota_exceeded' }),
    }),
  );
  await main(sender).getByText('Send').click();
  await sender.page.getByRole('alert').getByText('There is no room left here.').waitFor();
  expect(await sender.page.getByLabel('Message').inputValue()).toBe('one too many');
});

it.each(['server', 'e2e'] as const)(
  'a file that is sealed by %s and breaks off on its way goes on where it broke, once for all',
  async (encryption) => {
    const bytes = randomBytes(5_000_000);
    const { shareUrl } = await stage.owner.transfers.create({
      type: 'file',
      file: new Blob([bytes]),
      fileName: 'film.mp4',
      oneTime: true,
      encryption,
    });
    const proxy = await startCuttingProxy(`${stage.url}/`);
    const reader = await person();
    await reader.page.goto(movedTo(proxy.baseUrl, shareUrl));
    await main(reader).waitFor();
    // What is asked from here on goes over lines that break.
    let cuts = 0;
    proxy.plan = () => ({ after: 1_500_000, reset: cuts++ % 2 === 0 });
    proxy.drop();
    const saved = reader.page.waitForEvent('download');
    await main(reader).click();
    const download = await saved;
    const sum = createHash('sha256').update(bytes).digest('hex');
    await expect.poll(() => reader.page.locator('.sum code').textContent()).toBe(sum);
    expect(
      createHash('sha256')
        .update(await readFile(await download.path()))
        .digest('hex'),
    ).toBe(sum);
    expect(proxy.cuts).toBeGreaterThan(2);
    await proxy.close();
  },
);

it('a page has its letters as large as the reader has set them in the browser', async () => {
  const reader = await person({ viewport: { width: 640, height: 400 } });
  await reader.page.goto(await secret('x'));
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
