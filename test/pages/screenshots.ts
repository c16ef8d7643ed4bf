/**
 * Makes the pictures of docs/screenshots, or those with the names that follow: `node test/pages/screenshots.ts [name…]`.
 * They are made by hand, when the pages look different, and looked at.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { ago, aKey, anItem, DAY, fakeAccount, id } from './panel-fake.ts';

const OUT = join(import.meta.dirname, '../../docs/screenshots');

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-screenshots-'));
const server = await startServerProcess({ DATA_DIR: dataDir, RATE_LIMIT_ANONYMOUS: '100000' });
const owner = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
const chromium = await openChromium('about:blank');
const { page } = chromium;
page.on('dialog', (dialog) => void dialog.accept());

const account = await fakeAccount(page.context());
const main = page.locator('button.main');
const bytes = Buffer.alloc(18_400_000, 'x');
const secret = () =>
  owner.secrets.create({ secret: 'postgres://reader:V7q-lantern-azalea-42@db.internal:5432/reports' });

/** Each brings the page to a state that is worth a picture. */
const PICTURES: Record<string, (page: Page, rewrite: (link: string) => string) => Promise<void>> = {
  'secret-offered': async (page, rewrite) => {
    const { secretUrl } = await owner.secrets.create({ secret: 'x', password: 'azalea' });
    await page.goto(rewrite(secretUrl));
    await main.waitFor();
  },
  'secret-opened': async (page, rewrite) => {
    await page.goto(rewrite((await secret()).secretUrl));
    await main.click();
    await page.locator('.buttons button').nth(1).click();
  },
  gone: async (page, rewrite) => {
    await page.goto(rewrite(`${server.url}/en/secret/${'0'.repeat(22)}`));
    await page.locator('h1:focus').waitFor();
  },
  incomplete: async (page, rewrite) => {
    await page.goto(rewrite((await secret()).secretUrl).replace(/#.*/, ''));
    await page.locator('h1:focus').waitFor();
  },
  text: async (page, rewrite) => {
    const text = 'The door code is 4711.\nThe alarm code is the year we met.';
    await page.goto(rewrite((await owner.transfers.create({ type: 'text', text })).shareUrl));
    await main.click();
    await page.locator('.value').waitFor();
  },
  link: async (page, rewrite) => {
    const targetUrl = 'https://xn--mnchen-3ya.example/council/minutes?year=2026';
    await page.goto(rewrite((await owner.transfers.create({ type: 'url', targetUrl })).shareUrl));
    await main.click();
    await page.locator('.host').waitFor();
  },
  file: async (page, rewrite) => {
    const fileName = 'quarterly-report-2026-q3-final.pdf';
    const file = new Blob([bytes]);
    await page.goto(rewrite((await owner.transfers.create({ type: 'file', file, fileName })).shareUrl));
    await main.click();
    await page.locator('.sum').waitFor();
  },
  diagnostics: async (page, rewrite) => {
    const logs = [
      '2026-11-23 01:00:00 INFO  worker started, pid 4711',
      '2026-11-23 01:00:02 ERROR login failed for "reports", password=V7q-lantern-azalea-42',
      '2026-11-23 01:00:02 INFO  retrying in 5 s, attempt 2',
    ].join('\n');
    await page.goto(rewrite((await owner.debugShares.create({ logs })).shareUrl));
    await main.click();
    await page.locator('input[type=checkbox]').last().check();
    await page.locator('.value .c-err').first().waitFor();
  },
  'pass-on': async (page, rewrite) => {
    await page.goto(rewrite((await owner.drops.create({ label: 'Tips for the newsroom' })).dropUrl));
    await page.locator('summary').click();
    await page.locator('.qr path[d^=M]').waitFor({ state: 'attached' });
  },
  request: async (page, rewrite) => {
    const { requestUrl } = await owner.requests.create({ title: 'Papers for 2026' });
    await page.goto(rewrite(requestUrl));
    const named = (name: string, length: number) => ({
      name,
      mimeType: '',
      buffer: bytes.subarray(0, length),
    });
    const files = [named('invoice-0412.pdf', 412_000), named('receipt.jpg', 2_300_000)];
    await page.locator('input[type=file]').first().setInputFiles(files);
  },
  drop: async (page, rewrite) => {
    await page.goto(rewrite((await owner.drops.create({ label: 'Tips for the newsroom' })).dropUrl));
    await page.locator('textarea').fill('Look at the second invoice of March.');
  },
  room: async (page, rewrite) => {
    const { roomUrl } = await owner.rooms.create({ name: 'Incident 4711' });
    const room = await owner.rooms.open(roomUrl);
    await room.post({ author: 'Ada', text: 'The new key is out. Who restarts the workers?' });
    const guest = await openLink(roomUrl);
    if (guest.kind !== 'room') throw new Error(`${roomUrl} is a ${guest.kind}.`);
    for (const text of ['I do.', 'Two minutes.']) await guest.room.post({ text, author: 'Ben' });
    await page.goto(rewrite(roomUrl));
    await page.locator('input').first().fill('Grace');
    await main.click();
    await page.locator('.messages li').nth(2).waitFor();
  },
};

account.keys = [
  aKey('ci-deploy'),
  aKey('helpdesk', {
    createdBy: { id: id('user', 2), name: 'Jon' },
    expiresAt: null,
    lastUsedAt: ago(2 * DAY),
  }),
  aKey('old-server', { expiresAt: ago(-3.5 * DAY), lastUsedAt: null, createdAt: ago(60 * DAY) }),
];
account.quotas.account.limits.uploads = null;
account.quotas.memberDefault = { items: 20, bytes: null, uploads: 200 };
account.members.push({
  ...account.user,
  id: id('user', 2),
  name: 'Jon',
  email: 'jon@example.com',
  role: 'member',
});
Object.assign(PICTURES, {
  'panel-keys': async () => {
    account.isSignedIn = true;
    await page.goto(`${server.url}/developers/keys`);
    await page.locator('tbody tr').first().waitFor();
  },
  'panel-send': async () => {
    account.apiKey = server.apiKey;
    await page.goto(server.url);
    await page.getByLabel('Text, secret or link').fill('V7q-lantern-azalea-42');
    await page.locator('.send .presets').waitFor();
    await page.locator('[name=expiration] option').first().waitFor({ state: 'attached' });
  },
  'panel-ready': async () => {
    await page.goto(server.url);
    await page.getByLabel('Text, secret or link').fill('V7q-lantern-azalea-42');
    await main.click();
    await page.locator('.copyable').first().waitFor();
  },
  'panel-request': async () => {
    account.apiKey = server.apiKey;
    await page.goto(`${server.url}/new/request`);
    await page.getByLabel('What do you need?').fill('Papers for 2026');
    await page.locator('[name=expiration] option').first().waitFor({ state: 'attached' });
  },
  'panel-request-ready': async () => {
    account.apiKey = server.apiKey;
    await page.goto(`${server.url}/new/request`);
    await page.getByLabel('What do you need?').fill('Papers for 2026');
    await main.click();
    await page.locator('.copyable').first().waitFor();
  },
  'panel-room': async () => {
    account.apiKey = server.apiKey;
    await page.goto(`${server.url}/new/room`);
    await page.getByLabel('Name of the room').fill('Incident 4711');
    await main.click();
    const enter = page.getByRole('link', { name: 'Enter the room' });
    const id = (await enter.getAttribute('href'))!.split('/').at(-1)!;
    const room = { id, title: 'Incident 4711', encryption: 'e2e', received: 0, key: null } as const;
    account.items = [anItem('room', room)];
    await enter.click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.locator('#enter').waitFor();
    await main.click();
    const say = page.getByLabel('Message', { exact: true });
    await say.fill('The new key is out. Who restarts the workers?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.messages li').waitFor();
  },
  'panel-key': async () => {
    await page.goto(`${server.url}/developers/keys`);
    await page.getByLabel('Name of the key').fill('release-bot');
    await main.click();
    await page.locator('dialog pre').first().waitFor();
  },
  'panel-shared': async () => {
    account.items = [
      anItem('secret', {
        ...{ label: 'Reports database, for Kim', encryption: 'e2e', maxViews: 1, key: null },
        createdAt: ago(120_000),
      }),
      anItem('file', {
        ...{ state: 'opened', views: 2, maxViews: 5, shortCode: 'K7QM2XPT', key: null },
        ...{ createdAt: ago(DAY), expiresAt: ago(-6.5 * DAY) },
        viewedAt: { first: ago(DAY / 2), last: ago(180_000) },
      }),
      anItem('text', {
        ...{ state: 'expired_unread', endReason: 'expired', endedAt: ago(2 * DAY) },
        createdAt: ago(3 * DAY),
      }),
      anItem('request', {
        ...{
          title: 'Papers for 2026',
          label: 'Ticket 4711',
          state: 'opened',
          views: null,
          received: 4,
          endReason: 'closed',
        },
        ...{ endedAt: ago(DAY), encryption: null, key: null, createdAt: ago(5 * DAY) },
      }),
    ];
    await page.goto(`${server.url}/shared`);
    await page.locator('tbody tr').first().waitFor();
  },
  'panel-item': async () => {
    const item = anItem('file', {
      ...{ label: 'Quarterly report, for Kim', state: 'opened', views: 2, maxViews: 5, key: null },
      ...{ shortCode: 'K7QM2XPT', encryption: 'e2e', createdAt: ago(DAY), expiresAt: ago(-6.5 * DAY) },
      viewedAt: { first: ago(DAY / 2), last: ago(180_000) },
    });
    account.items = [item];
    await page.goto(`${server.url}/shared/${item.id}`);
    await page.locator('.item-facts').waitFor();
  },
  'panel-members': async () => {
    await page.goto(`${server.url}/admin/members`);
    await page.locator('tbody tr').first().waitFor();
  },
  'panel-quotas': async () => {
    await page.goto(`${server.url}/admin/quotas`);
    await page.locator('tbody tr').first().waitFor();
  },
  'panel-quick-start': async () => {
    await page.goto(`${server.url}/developers/quick-start`);
    await page.locator('.check-call').waitFor();
  },
  'panel-usage': async () => {
    await page.goto(`${server.url}/developers/usage`);
    await page.locator('.bars').waitFor();
  },
  'panel-audit': async () => {
    const entry = {
      actor: account.user.name,
      actorId: account.user.id,
      network: '203.0.113.0/24',
      requestId: 'req_7sQmXk2VbT9cLrPz4WnYdA',
    };
    account.entries = [
      {
        ...entry,
        id: id('audit', 3),
        action: 'keys rotate',
        target: id('key', 1),
        details: {},
        at: ago(DAY / 24),
      },
      {
        ...entry,
        id: id('audit', 2),
        action: 'invite',
        target: id('inv', 1),
        details: { role: 'member' },
        at: ago(DAY),
      },
      {
        ...entry,
        id: id('audit', 1),
        action: 'set up',
        target: account.user.id,
        details: {},
        at: ago(40 * DAY),
      },
    ];
    await page.goto(`${server.url}/admin/audit`);
    await page.locator('tbody tr').first().waitFor();
  },
  'panel-server': async () => {
    await page.goto(`${server.url}/admin/server`);
    await page.locator('tbody tr').first().waitFor();
  },
  'panel-account': async () => {
    account.secondFactor = { enabled: true, recoveryCodesLeft: 8 };
    account.passkeys = [{ id: id('pk', 1), name: 'Laptop', createdAt: ago(40 * DAY), lastUsedAt: ago(DAY) }];
    await page.goto(`${server.url}/account`);
    await page.locator('#passkeys ~ table tr').first().waitFor();
  },
  'panel-sign-in': async () => {
    account.isSignedIn = false;
    account.oidc = { name: 'Example ID', only: false };
    await page.goto(server.url);
    await page.locator('form').waitFor();
  },
});

/** Takes a picture of the whole page. The window is as high as the page, so that its foot stands at the end. */
async function capture(name: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width } = page.viewportSize()!;
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: join(OUT, `${name}.png`) });
}

const wanted = process.argv.slice(2);
const pictures = Object.entries(PICTURES).filter(([name]) => wanted.length === 0 || wanted.includes(name));
for (const [name, bring] of pictures) {
  for (const [width, colorScheme] of [
    ['wide', 'light'],
    ['narrow', 'dark'],
  ] as const) {
    await page.setViewportSize({ width: width === 'wide' ? 1100 : 390, height: 760 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await bring(page, (link) => link);
    await capture(`${name}-${width}-${colorScheme}`);
  }
}
if (wanted.length === 0) {
  await page.emulateMedia({ colorScheme: 'light' });
  await PICTURES['secret-offered']!(page, (link) => link.replace('/en/', '/ar/'));
  await capture('secret-offered-arabic');
}

await chromium.close();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
