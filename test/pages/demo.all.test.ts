/** The demo, as a plain host of static files sends it from a folder: no server of the product is there. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDemo } from '../../packages/web/demo/build.ts';
import { serveFolder } from '../../packages/web/demo/serve.ts';
import de from '../../packages/web/locales/de.json' with { type: 'json' };
import en from '../../packages/web/locales/en.json' with { type: 'json' };
import { PAGE_HEADERS } from '../../packages/web/src/addresses.ts';
import { button, dialog, row } from './panel-people.ts';
import { main, says, usePeople, type Person } from './stage.ts';
import { violations } from './violations.ts';

const PATH = '/shared/hosting/demo/';
let folder: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tempshare-demo-'));
  await buildDemo(join(folder, 'demo'));
  server = await serveFolder(join(folder, 'demo'), 0, PATH);
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const people = usePeople();
const at = (path: string): string => `${origin}${PATH}${path}`;

/** Addresses that a browser and its workers have asked for so far. */
const asked: string[] = [];

/** Opens the demo as its visitors do: at its first page, without anything stored. */
async function visit(): Promise<Person> {
  const one = await people();
  one.context.on('request', (request) => void asked.push(request.url()));
  await one.page.goto(at(''));
  await says(one, 'Send something');
  return one;
}

/** A second tab of the same browser. */
async function tabOf({ context }: Person, link: string): Promise<Person> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(link);
  return { page, context, sent: [], complaints };
}

const BANNER = 'This is a demo. Everything stays in this browser; nothing is sent.';

it('a secret is sent, opened in a second tab and gone, a key revoked, an item deleted, and a reload finds it so', async () => {
  const one = await visit();
  await one.page.getByText(BANNER).waitFor();
  await one.page.getByLabel('Text, secret or link').fill('hunter2-lantern-azalea');
  await one.page.keyboard.press('Control+Enter');
  await says(one, 'Your link is ready');
  const link = (await one.page.locator('main .copyable pre').filter({ hasText: '#' }).textContent())!;
  expect(link.startsWith(at('en/secret/'))).toBe(true);

  const recipient = await tabOf(one, link);
  await recipient.page.getByText(BANNER).waitFor();
  await main(recipient).click();
  await says(recipient, 'This is your secret');
  expect(await recipient.page.content()).not.toContain(link.split('#')[1]);
  const late = await tabOf(one, link);
  await says(late, en['gone.title']);

  const keys = await tabOf(one, at('developers/keys'));
  await button(keys, 'Revoke website').click();
  await dialog(keys)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await dialog(keys).waitFor({ state: 'hidden' });
  await row(keys, 'website')
    .getByText(/^Revoked/)
    .waitFor();
  const items = await tabOf(one, at('shared'));
  await items.page.getByRole('link', { name: 'Agenda' }).click();
  await button(items, 'Delete').click();
  await button(items, 'Delete for good').click();
  await items.page.locator('main').getByText('Deleted', { exact: true }).first().waitFor();
  await items.page.goto(at('shared'));

  // The browser ends a worker that has nothing to do: the next one begins with what was stored.
  await endWorkers(one);
  await Promise.all([keys.page.reload(), items.page.reload()]);
  await row(keys, 'website')
    .getByText(/^Revoked/)
    .waitFor();
  await items.page.getByRole('link', { name: 'Door code' }).waitFor();
  expect(await items.page.getByRole('link', { name: 'Agenda' }).count()).toBe(0);
  expect([...recipient.complaints, ...keys.complaints, ...items.complaints]).toEqual([]);
});

/** Ends the service workers of a browser. */
async function endWorkers({ context, page }: Person): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

it('says what it is, opens the links of the examples, and begins anew', async () => {
  const one = await visit();
  const response = await one.page.goto(at('about?language=en'));
  expect(response!.headers()['content-security-policy']).toBe(
    PAGE_HEADERS['Content-Security-Policy'].replace("form-action 'none'", "form-action 'self'"),
  );
  await says(one, 'About this demo');
  for (const colorScheme of ['light', 'dark'] as const)
    expect(await violations(one, 'en', colorScheme)).toEqual([]);
  const links = one.page.locator('.about ul a');
  const [secret, request, room] = await links.evaluateAll((all) =>
    all.map((a) => (a as HTMLAnchorElement).href),
  );
  const pin = (await one.page.locator('.about b').textContent())!;

  const recipient = await tabOf(one, secret!);
  await main(recipient).click();
  await says(recipient, 'This is your secret');
  const guest = await tabOf(one, room!);
  await main(guest).click();
  await guest.page.getByText('The importer is stuck').waitFor();
  const sender = await tabOf(one, request!);
  await sender.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'paper.txt', mimeType: 'text/plain', buffer: Buffer.from('paper') },
    });
  await sender.page.getByLabel('PIN').fill(pin);
  await main(sender).click();
  await sender.page.getByText('paper.txt').first().waitFor();
  await expect
    .poll(async () => {
      const list = await tabOf(one, at('shared?kind=request'));
      const text = await list.page.locator('tbody tr').filter({ hasText: 'Papers for 2026' }).textContent();
      await list.page.close();
      return text;
    })
    .toMatch(/2/);

  await one.page.bringToFront();
  await button(one, 'Start over').click();
  await says(one, 'Send something');
  const gone = await tabOf(one, secret!);
  await says(gone, en['gone.title']);
});

it('has the server’s policy on its pages, its languages, and asks no other address for anything', async () => {
  const one = await visit();
  for (const [path, status, sign] of [
    ['admin/members', 200, 'Members'],
    ['de', 200, de['home.title']],
    ['docs', 200, en['docs.title']],
    ['no/such/page/here', 404, en['missing.title']],
  ] as const) {
    const response = await one.page.goto(at(path));
    expect([path, response!.status()]).toEqual([path, status]);
    expect(response!.headers()).toMatchObject(
      Object.fromEntries(Object.entries(PAGE_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
    );
    await says(one, sign);
  }
  await one.page.goto(at('de'));
  await one.page
    .getByText('Dies ist eine Demo. Alles bleibt in diesem Browser; nichts wird gesendet.')
    .waitFor();
  expect(await one.page.getByText(BANNER).isVisible()).toBe(false);

  // A link without its language leads to the reader's.
  const { secret } = await one.page.evaluate(async (base) => {
    const { items } = (await (await fetch(`${base}api/account/items?kind=secret`)).json()) as {
      items: { id: string }[];
    };
    return { secret: items[0]!.id };
  }, PATH);
  await one.page.goto(at(`secret/${secret}`));
  expect(one.page.url()).toBe(at(`en/secret/${secret}`));

  const first = await (await fetch(at(''))).text();
  expect(first).toContain("require-trusted-types-for 'script'");
  expect(first).not.toMatch(/(?:href|src)="(?!\.\/)/);
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((address) => !address.startsWith(`${origin}${PATH}`))).toEqual([]);
});
