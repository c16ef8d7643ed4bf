import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { ASKED_ONLY, drawn, main, movedTo, problem, says, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const person = usePeople();
const { secret } = stage;

it('what a reader tried to open when the line broke is opened again under the same key', async () => {
  const reader = await person();
  await reader.page.clock.install();
  let lost = 4;
  await reader.page.route('**/reveal', async (route) => {
    if (lost-- <= 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await reader.page.goto(await secret('not lost'));
  await main(reader).getByText('Open and destroy').click();
  await reader.page.getByText('this page can still get it for a short time').waitFor();
  await reader.page.clock.fastForward(10_000);
  await reader.page.getByRole('button', { name: 'Show' }).click();
  expect(await reader.page.locator('.value').textContent()).toBe('not lost');
});

it('a password that was cleaned is sent again as it was', async () => {
  const reader = await person(await secret('not lost', { password: 'azalea', encryption: 'server' }));
  await reader.page.clock.install();
  await reader.page.getByLabel('Password').fill('"azalea"');
  await main(reader).getByText('Open and destroy').click();
  const sent: string[] = [];
  let lost = 4;
  await reader.page.route('**/reveal', async (route) => {
    sent.push((route.request().postDataJSON() as { password: string }).password);
    if (lost-- <= 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await reader.page.getByRole('button', { name: 'Try without them (counts as another try)' }).click();
  await reader.page.getByText('this page can still get it for a short time').waitFor();
  await reader.page.clock.fastForward(10_000);
  await reader.page.getByRole('button', { name: 'Show' }).click();
  expect(await reader.page.locator('.value').textContent()).toBe('not lost');
  expect(new Set(sent)).toEqual(new Set(['azalea']));
});

it('who has to wait after a lost response is not told that nothing was opened, and has it in the end', async () => {
  const reader = await person();
  await reader.page.clock.install();
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
  await reader.page.getByText('This page will try again automatically in 2 minutes.').waitFor();
  await main(reader).getByText('Try again').click();
  await says(reader, 'Too many tries from your network');
  const said = await reader.page.locator('main').textContent();
  expect(said).not.toContain('Nothing has been opened');
  expect(said).toContain('this page can still get it for a short time');
  await reader.page.clock.fastForward(10_000);
  await says(reader, 'It has been deleted from the server.');
});

it.each([
  ['a look at the link', '**/api/v1/public/secrets/*', false],
  ['a second try to open it', '**/reveal', true],
])('%s that comes late does not take away what was opened meanwhile', async (_, path, tried) => {
  const reader = await person();
  let requests = 0;
  const late = Promise.withResolvers<Route>();
  await reader.page.route(path, (route) => {
    requests += 1;
    if (requests === 1) return route.fulfill(problem(502, '', ASKED_ONLY));
    if (requests > 2) return route.continue();
    return late.resolve(route);
  });
  await reader.page.goto(await secret());
  const press = (button: string) => main(reader).getByText(button).click();
  if (tried) await press('Open and destroy');
  await press('Try again');
  const second = await late.promise;
  await press('Try again');
  if (!tried) await press('Open and destroy');
  await says(reader, 'It has been deleted from the server.');
  const responded = reader.page.waitForEvent('requestfinished', (request) => request === second.request());
  await second.fulfill(problem(404));
  await responded;
  await drawn(reader);
  await says(reader, 'It has been deleted from the server.');
});

it('a file whose address has died is looked for again, and opened when it is asked for', async () => {
  const reader = await person();
  let died = true;
  await reader.page.route('**/downloads/*', (route) => {
    if (!died) return route.continue();
    died = false;
    return route.fulfill(problem(404));
  });
  await reader.page.goto(
    await stage.share({
      type: 'file',
      file: new Blob(['kept']),
      fileName: 'a.txt',
    }),
  );
  await main(reader).getByText('Download').click();
  await expect.poll(() => died).toBe(false);
  await says(reader, 'A file for you');
  await main(reader).getByText('Download').click();
  await says(reader, 'Download complete');
});

it.each(['server', 'e2e'] as const)(
  'a file that is sealed by %s and breaks off on its way goes on where it broke, once for all',
  async (encryption) => {
    const bytes = randomBytes(5_000_000);
    const proxy = await startCuttingProxy(`${stage.url}/`);
    const reader = await person(
      movedTo(
        proxy.baseUrl,
        await stage.share({
          type: 'file',
          file: new Blob([bytes]),
          fileName: 'film.mp4',
          oneTime: true,
          encryption,
        }),
      ),
    );
    await main(reader).waitFor();
    // Requests from here on go over lines that break.
    let cuts = 0;
    proxy.plan = () => ({ after: 1_500_000, reset: cuts++ % 2 === 0 });
    proxy.drop();
    const saved = reader.page.waitForEvent('download');
    await main(reader).click();
    const download = await saved;
    const sum = createHash('sha256').update(bytes).digest('hex');
    await expect.poll(() => reader.page.locator('.sum code').textContent()).toBe(sum);
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
    expect(proxy.cuts).toBeGreaterThan(2);
    await proxy.close();
  },
);

it('who finds nothing after the first response was lost is told that the connection broke while it was opened', async () => {
  const one = await person();
  let tries = 0;
  await one.page.route('**/reveal', async (route) => {
    tries += 1;
    if (tries > 1) return route.fulfill(problem(404, 'not_found'));
    await route.fetch();
    return route.abort('connectionreset');
  });
  await one.page.goto(await stage.secret('hunter2'));
  await main(one).getByText('Open and destroy').click();
  await one.page.getByText('The connection broke while it was being opened').waitFor();
});
