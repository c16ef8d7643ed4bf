import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { NotFoundError } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drawn, main, problem, says, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const person = usePeople();

describe.each(['server', 'e2e'] as const)('sealed by %s', (encryption) => {
  it('a secret is opened by a click, once, and the next one finds the page for what is no more', async () => {
    const value = `pässword <b>${randomBytes(4).toString('hex')}</b>`;
    const { secretUrl } = await stage.owner.secrets.create({ secret: value, encryption });
    const reader = await person(secretUrl);
    await says(reader, 'Someone shared a secret with you');
    await reader.page.reload();
    await main(reader).getByText('Open and destroy').click();
    await says(reader, 'It has been deleted from the server.');
    await reader.page.getByRole('button', { name: 'Show' }).click();
    expect(await reader.page.locator('.value').textContent()).toBe(value);
    expect(reader.page.url()).not.toContain('#');
    if (encryption === 'e2e') {
      const [key] = secretUrl.split('#').slice(1);
      expect(reader.sent.join()).not.toContain(key);
    }

    const late = await person(secretUrl);
    await says(late, 'This link has expired or was already used');
    expect(await late.page.locator('main').textContent()).toContain('Ask the sender for a new link.');
  });

  it('a wrong password says so, keeps what was typed, and the right one opens', async () => {
    const reader = await person(
      await stage.share({
        type: 'text',
        text: 'behind a door',
        password: 'azalea',
        encryption,
      }),
    );
    const field = reader.page.getByLabel('Password from the sender');
    for (const guess of ['', 'Azalea']) {
      await field.fill(guess);
      await field.press('Enter');
      await reader.page.getByRole('alert').getByText('Wrong password.').waitFor();
      await main(reader).getByText('Show the text').waitFor();
      expect(await field.inputValue()).toBe(guess);
    }
    await field.fill('azalea');
    await field.press('Enter');
    await says(reader, 'This is the text');
    expect(await reader.page.locator('.value').textContent()).toBe('behind a door');
  });

  it('a one-time file comes with its name and every byte, and is gone then', async () => {
    const bytes = randomBytes(3_000_000);
    const shareUrl = await stage.share({
      type: 'file',
      file: new Blob([bytes]),
      fileName: 'Quartals­bericht.pdf',
      oneTime: true,
      encryption,
    });
    const reader = await person(shareUrl);
    await says(reader, 'A file for you');
    const saved = reader.page.waitForEvent('download');
    await main(reader).getByText('Download and destroy').click();
    const download = await saved;
    await says(reader, 'Download complete');
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
    expect(await reader.page.locator('.sum code').textContent()).toBe(sum);
    await expect
      .poll(() => openLink(shareUrl).then(String, (error: unknown) => error))
      .toBeInstanceOf(NotFoundError);
  });

  it('a link shows where it leads, and goes there when it is asked to', async () => {
    const targetUrl = 'https://a.example/there?x=1';
    const reader = await person(await stage.share({ type: 'url', targetUrl, encryption }));
    await reader.page.route(targetUrl, (route) => route.fulfill({ body: 'the target' }));
    await main(reader).getByText('Show where it leads').click();
    await says(reader, 'This leads to another site');
    expect(await reader.page.locator('.value').textContent()).toBe(targetUrl);
    await main(reader).click();
    await reader.page.waitForURL(targetUrl);
    expect(reader.sent.at(-1)).not.toContain('referer');
  });
});

it('a secret is copied while it is hidden, and leaving its page asks first', async () => {
  const reader = await person(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
  await reader.page.goto(await stage.secret('copied unseen'));
  const mayLeave = (): Promise<boolean> =>
    reader.page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await main(reader).waitFor();
  expect(await mayLeave()).toBe(true);
  await main(reader).click();
  await reader.page.getByText('•'.repeat(16)).waitFor();
  expect(await mayLeave()).toBe(false);
  await main(reader).getByText('Copy').click();
  await reader.page.getByRole('status').getByText('Copied').waitFor();
  expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe('copied unseen');
});

it('a download that is cancelled is not saved, and comes when it is asked for again', async () => {
  const reader = await person();
  const saved: string[] = [];
  reader.page.on('download', (download) => saved.push(download.suggestedFilename()));
  const held = Promise.withResolvers<Route>();
  await reader.page.route('**/downloads/**', (route) => held.resolve(route), { times: 1 });
  await reader.page.goto(
    await stage.share({ type: 'file', file: new Blob(['late']), fileName: 'late.txt', encryption: 'server' }),
  );
  await main(reader).click();
  const route = await held.promise;
  await reader.page.getByRole('button', { name: 'Cancel' }).click();
  await route.continue();
  await reader.page.getByText('The download was cancelled.').waitFor();
  expect(saved).toEqual([]);
  await main(reader).click();
  await says(reader, 'Download complete');
  await expect.poll(() => saved).toEqual(['late.txt']);
});

it('a link whose host has letters that look like others shows it both ways', async () => {
  const targetUrl = 'https://аpple.example/';
  const reader = await person(await stage.share({ type: 'url', targetUrl }));
  await main(reader).click();
  await reader.page.locator('.host').getByText('аpple.example').waitFor();
  await reader.page.getByText('In plain letters: \u2068xn--pple-43d.example\u2069').waitFor();
});

it('the language changes where one stands, and keeps the key and what is open', async () => {
  const secretUrl = await stage.secret('quiet');
  const reader = await person(secretUrl);
  await main(reader).waitFor();
  await reader.page.getByLabel('Language').selectOption('de');
  await expect.poll(() => reader.page.url()).toBe(secretUrl.replace('/en/', '/de/'));
  await reader.page.reload();
  await reader.page.locator('html[lang=de] h1').waitFor();
  await main(reader).click();
  await reader.page.locator('.value').waitFor();
  await reader.page.locator('.languages').selectOption('ar');
  await reader.page.locator('html[lang=ar][dir=rtl]').waitFor();
  await reader.page.locator('.buttons button').last().click();
  expect(await reader.page.locator('.value').textContent()).toBe('quiet');
});

it('of two languages that are chosen one after the other the last one is spoken, whichever comes first', async () => {
  const reader = await person();
  const late = Promise.withResolvers<Route>();
  await reader.page.route('**/assets/de-*.json', (route) => late.resolve(route));
  await reader.page.goto((await stage.owner.secrets.create({ secret: 'x' })).secretUrl);
  const language = reader.page.locator('select.languages');
  await language.selectOption('de');
  const german = await late.promise;
  await language.selectOption('fr');
  const spoken = () => reader.page.evaluate(() => document.documentElement.lang);
  await expect.poll(spoken).toBe('fr');
  const came = reader.page.waitForEvent('requestfinished', (request) => request === german.request());
  await german.continue();
  await came;
  await drawn(reader);
  expect([
    await spoken(),
    await language.inputValue(),
    new URL(reader.page.url()).pathname.slice(0, 4),
  ]).toEqual(['fr', 'fr', '/fr/']);
});

it('a person who is offline is told, and goes on when the line is back', async () => {
  const reader = await person(`${stage.url}/en/room/${'0'.repeat(22)}`);
  await says(reader, 'This link has expired or was already used');
  await reader.page.goto(await stage.secret());
  await main(reader).waitFor();
  await reader.context.setOffline(true);
  await main(reader).click();
  await says(reader, 'You are offline');
  await reader.context.setOffline(false);
  await says(reader, 'It has been deleted from the server.');
});

it('what the browser does not let the page copy is shown and selected, to be copied by hand', async () => {
  const reader = await person();
  await reader.page.addInitScript(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new DOMException('', 'NotAllowedError')),
    }),
  );
  await reader.page.goto(await stage.secret('by hand'));
  await main(reader).getByText('Open and destroy').click();
  await main(reader).getByText('Copy').click();
  await expect.poll(() => reader.page.evaluate(() => getSelection()?.toString())).toBe('by hand');
});

it('a page whose scripts do not come does not leave one waiting', async () => {
  const reader = await person();
  await reader.page.route('**/assets/*.js', (route) => route.abort());
  await reader.page.goto(`${stage.url}/en/secret/${'0'.repeat(22)}`);
  const stuck = reader.page.getByText('The service cannot be reached right now');
  expect(await stuck.isVisible()).toBe(false);
  await reader.page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await stuck.waitFor();
});

it('a person who has to wait is told for how long', async () => {
  const reader = await person();
  await reader.page.route('**/api/v1/public/secrets/*', (route) =>
    route.fulfill(problem(429, '', { 'retry-after': '42' })),
  );
  await reader.page.goto(await stage.secret());
  await says(reader, 'Too many tries from your network');
  await reader.page.getByText('You can try again in 42 seconds.').waitFor();
});

it('says what it is without scripts', async () => {
  const reader = await person(await stage.secret(), { javaScriptEnabled: false });
  expect(await reader.page.locator('main').textContent()).toContain('needs JavaScript');
});
