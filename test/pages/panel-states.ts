/** Every page of the panel, in its states, and how they are checked. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { ago, aKey, anItem, DAY, fakeAccount, id, TOKEN, type FakeAccount } from './panel-fake.ts';
import { byName } from './panel-people.ts';
import { fakeService } from './panel-v1.ts';
import { openPerson, setStage, type Person } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let url: string;
let one: Person;
let mock: Awaited<ReturnType<typeof fakeService>>['mock'];
let owner: Awaited<ReturnType<typeof fakeService>>['owner'];
export let page: Page;
export let fake: FakeAccount;

/** Opens the panel of a faked account, for the tests of one file. */
export async function openPanel(): Promise<void> {
  url = byName((await setStage()).url);
  one = await openPerson(undefined, {
    bypassCSP: true,
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'],
  });
  ({ page } = one);
  fake = await fakeAccount(one.context);
  ({ mock, owner } = await fakeService(one.context, fake, url));
  afterAll(() => one.context.close());
}

/** Signs an owner in, whose account has something of everything. */
export function reset(): void {
  Object.assign(fake, {
    isSignedIn: true,
    isConfirmed: true,
    needsSetUp: false,
    mail: false,
    anonymous: null,
    refusals: {},
    calls: [],
  });
  fake.user.role = 'owner';
  fill();
}

function fill(): void {
  fake.keys = [
    aKey('ci-deploy'),
    aKey('x'.repeat(100), { createdBy: { id: id('user', 2), name: 'شركة ‮x' } }),
    aKey('old-server', { expiresAt: ago(-3.5 * DAY), lastUsedAt: null, createdAt: ago(60 * DAY) }),
    aKey('gone', { state: 'revoked', revokedAt: ago(DAY), secrets: [] }),
  ];
  const jon = {
    id: id('user', 2),
    name: 'Jon',
    email: `${'j'.repeat(60)}@example.com`,
    role: 'member',
  } as const;
  fake.members = [fake.user, { ...fake.user, ...jon, lastSeenAt: null, secondFactor: true, passkeys: 2 }];
  fake.address = url;
  fake.secondFactor = { enabled: true, recoveryCodesLeft: 3 };
  fake.passkeys = [
    { id: id('pk', 1), name: 'x'.repeat(100), createdAt: ago(DAY), lastUsedAt: null },
    { id: id('pk', 2), name: 'Laptop', createdAt: ago(DAY), lastUsedAt: ago(0) },
  ];
  fake.invitations = [
    { id: id('inv', 1), role: 'auditor', email: null, createdAt: ago(0), expiresAt: ago(-6 * DAY) },
  ];
  fake.items = [
    anItem('secret', { encryption: 'e2e', maxViews: 1, requiresPassword: true, key: null }),
    anItem('file', {
      ...{ state: 'opened', views: 2, maxViews: 5, shortCode: 'K7QM2XPT' },
      label: `${'Donaudampfschiff'.repeat(6)} \u202e${'شركة '.repeat(10)}`,
    }),
    anItem('text', {
      ...{ state: 'expired_unread', endReason: 'expired', endedAt: ago(2 * DAY) },
      member: { id: id('user', 2), name: 'شركة ‮x' },
    }),
    anItem('request', {
      title: 'x'.repeat(200),
      state: 'opened',
      views: null,
      received: 4,
      endReason: 'closed',
    }),
    anItem('room', { state: 'deleted', endReason: 'deleted', endedAt: ago(DAY), key: null }),
    anItem('drop', { title: 'شركة', views: null, received: 0, expiresAt: null, encryption: null }),
  ];
  fake.entries = Array.from({ length: 7 }, (_, number) => ({
    ...{ id: id('aud', number), at: ago(number * DAY), actor: 'Ada Lovelace', actorId: null },
    ...{ action: 'keys create', target: id('key', number), network: null, requestId: id('req', number) },
    details: { name: 'ci-deploy', scopes: ['transfer:create'] },
  }));
}

export const goTo = async (path: string, shows: string): Promise<void> => {
  visited.add(path.split('?')[0]!);
  await page.goto(`${url}${path}`);
  await page.locator(shows).first().waitFor();
};
const openLink = (link: FakeAccount['link'], path = '/join') => {
  fake.link = link;
  return goTo(`${path}?token=${TOKEN}`, 'h1');
};
const act = async (path: string, button: RegExp, shows = 'dialog'): Promise<void> => {
  await goTo(path, 'tbody tr');
  await page.getByRole('button', { name: button }).first().click();
  await page.locator(shows).first().waitFor();
};
const link = { accountName: 'Analytical Engines', email: 'a@example.com', expiresAt: ago(-DAY) };

/** An endpoint at which one delivery has arrived and another has failed with a long response. Returns its page. */
async function anEndpoint(): Promise<string> {
  mock.reset();
  const description = 'شركة';
  const { id } = await owner.webhookEndpoints.create({
    url: `https://93.184.215.14/${'x'.repeat(200)}`,
    description,
  });
  const share = () => owner.transfers.create({ type: 'text', text: 'x' });
  await share();
  await mock.deliver(() => new Response(null, { status: 204 }));
  await share();
  await mock.deliver(
    () => new Response('x'.repeat(2_000), { status: 503, headers: { 'x-y': 'z'.repeat(300) } }),
  );
  await owner.webhookEndpoints.test(id);
  return `/developers/webhooks/${id}`;
}
const openDialog = async (name: string): Promise<void> => {
  await goTo(await anEndpoint(), '.actions button');
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('dialog form').waitFor();
};

const sendText = async (text: string): Promise<void> => {
  await goTo('/', '.send');
  await page.getByLabel('Text, secret or link').fill(text);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.locator('.copyable').first().waitFor();
};

export const STATES: Record<string, () => Promise<void>> = {
  'shared items': async () => {
    await goTo('/shared', 'tbody tr');
    await page.locator('details.panel-card summary').click();
  },
  'no shared items': async () => {
    fake.items = [];
    await goTo('/shared?kind=file&state=opened&search=x', '.panel-card p');
  },
  'a shared item': () => goTo(`/shared/${fake.items[0]!.id}`, '.banner'),
  'a label to be changed': async () => {
    await goTo(`/shared/${fake.items[1]!.id}`, '.banner');
    await page.getByRole('button', { name: 'Change label' }).click();
    await page.locator('dialog form').waitFor();
  },
  'a shared request, with its new PIN': async () => {
    mock.reset();
    const { requestId } = await owner.requests.create({ title: 'Papers' });
    fake.items[3] = anItem('request', { id: requestId, title: 'شركة', received: 0, key: null });
    await goTo(`/shared/${requestId}`, '#arrived ~ p');
    await page.getByRole('button', { name: 'Change PIN' }).click();
    await page.locator('dialog form .main').click();
    await page.locator('dialog pre').waitFor();
    await page.keyboard.press('Escape');
  },
  'a shared inbox, with what has arrived': async () => {
    mock.reset();
    const { dropId } = await owner.drops.create({ label: 'Letterbox' });
    await owner.public.drops.items.create(dropId, { message: 'x'.repeat(300) });
    fake.items[5] = anItem('drop', { id: dropId, title: 'Letterbox', received: 1, key: null });
    await goTo(`/shared/${dropId}`, '.said');
  },
  'a shared item to be deleted': async () => {
    await goTo(`/shared/${fake.items[1]!.id}`, '.banner');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog form').waitFor();
  },
  sending: async () => {
    await goTo('/', '.send');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Type something, or choose a file.').waitFor();
  },
  'sending an address and files': async () => {
    await goTo('/', '.send');
    await page.getByLabel('Text, secret or link').fill('https://example.com/');
    const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from('x') });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('a.pdf'), file(`${'x'.repeat(200)}.pdf`)]);
    await page.getByText('Each of them gets its own link.').waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.locator('dialog').waitFor();
  },
  'a link that is ready': async () => {
    await sendText('hunter2');
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await page.locator('.qr path[d^=M]').waitFor();
    await page.getByRole('button', { name: 'Send another' }).click();
  },
  'links that are ready, and one that is not sent': async () => {
    await goTo('/', '.send');
    const files = [1, 2, 3].map((number) => ({
      name: `${number}.pdf`,
      mimeType: '',
      buffer: Buffer.from('x'),
    }));
    await page.locator('input[type=file]').first().setInputFiles(files);
    let announced = 0;
    await page.route('**/api/v1/transfers', (route) => {
      announced += 1;
      return announced > 1 ? route.abort() : route.fallback();
    });
    await page.getByRole('button', { name: 'Create 3 links' }).click();
    await page.getByText('Not sent').first().waitFor();
    await page.unroute('**/api/v1/transfers');
  },
  'a request to be created': async () => {
    await goTo('/new/request', '.create');
    await page.getByRole('button', { name: 'Create request' }).click();
    await page.getByText('Fill this in.').waitFor();
  },
  'an inbox to be created': () => goTo('/new/inbox', '.create'),
  'a request that is ready, with its PIN': async () => {
    await goTo('/new/request', '.create');
    await page.getByLabel('What do you need?').fill('x'.repeat(200));
    await page.getByRole('button', { name: 'Create request' }).click();
    await page.getByText('Send link and PIN separately').click();
    await page.getByRole('button', { name: 'Create another' }).click();
  },
  'a room that is ready, and its door': async () => {
    await goTo('/new/room', '.create');
    await page.getByLabel('Name of the room').fill('شركة');
    await page.getByLabel('Password (optional)').fill('x');
    await page.getByRole('button', { name: 'Open room' }).click();
    const enter = page.getByRole('link', { name: 'Enter the room' });
    const id = (await enter.getAttribute('href'))!.split('/').at(-1)!;
    fake.items.push(
      anItem('room', {
        id,
        title: 'شركة',
        encryption: 'e2e',
        requiresPassword: true,
        received: 0,
        key: null,
      }),
    );
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await enter.click();
    await page.locator('#enter').waitFor();
  },
  'a secret whose key the tab still has, in the list': async () => {
    await sendText('hunter2');
    const id = /\/secret\/(\w+)#/.exec((await page.locator('main pre').first().textContent())!)![1]!;
    fake.items.unshift(anItem('secret', { id, encryption: 'e2e', key: null }));
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('link', { name: 'Shared' }).first().click();
    await page.locator('.kept').waitFor();
  },
  'the start of an auditor': async () => {
    fake.user.role = 'auditor';
    await goTo('/', '.next');
  },
  keys: () => goTo('/developers/keys', 'tbody tr'),
  'a quick start': () => goTo('/developers/quick-start', '.check-call'),
  'a quick start whose call has arrived': async () => {
    // The page compares with what it was told first.
    const told = page.waitForResponse(/\/api\/account\/keys/);
    await goTo('/developers/quick-start', '.check-call');
    await told;
    fake.keys[0]!.requestsToday += 1;
    await page.locator('.check-call.good').waitFor();
  },
  usage: async () => {
    await goTo('/developers/usage', '.bars');
    await page.locator('details summary', { hasText: 'As a table' }).click();
  },
  'usage in a month': () => goTo('/developers/usage?period=month', '.bars'),
  webhooks: async () => {
    await anEndpoint();
    await goTo('/developers/webhooks', 'tbody tr');
    await page.getByLabel('All events, new kinds too').uncheck();
  },
  'no webhooks': async () => {
    mock.reset();
    await goTo('/developers/webhooks', '.page .two p');
  },
  'a webhook endpoint, with what its receiver answered': async () => {
    await goTo(await anEndpoint(), '.actions button');
    await page.locator('details summary', { hasText: 'As a table' }).click();
    await page.getByRole('button', { name: /^Show/ }).first().click();
    await page
      .locator('.answers')
      .getByText(/^Headers/)
      .first()
      .click();
    await page.getByText('Only the beginning is kept.').waitFor();
  },
  'a webhook endpoint without deliveries': async () => {
    mock.reset();
    const { id } = await owner.webhookEndpoints.create({ url: 'https://93.184.215.14/' });
    await owner.webhookEndpoints.rotateSecret(id);
    await goTo(`/developers/webhooks/${id}`, '.bars');
  },
  'a disabled webhook endpoint': async () => {
    const path = await anEndpoint();
    await owner.webhookEndpoints.update(path.split('/').at(-1)!, { enabled: false });
    await goTo(`${path}?state=failed`, '.banner');
    await page.locator('.actions button').first().waitFor();
  },
  'the verification of webhooks': async () => goTo(`${await anEndpoint()}?tab=Go`, '.copyable'),
  'a test event to be sent': async () => {
    await openDialog('Send test event');
    await page.locator('dialog pre').waitFor();
  },
  'a signing secret to be rotated': () => openDialog('Rotate secret'),
  'a webhook endpoint to be edited': () => openDialog('Edit endpoint'),
  'a webhook endpoint to be removed': () => openDialog('Remove endpoint'),
  events: async () => {
    await anEndpoint();
    const [event] = (await owner.events.list()).events;
    await goTo(`/developers/events?type=transfer.created&event=${event!.id}`, '.answers');
    await page.locator('tbody tr').first().waitFor();
  },
  'no events': async () => {
    mock.reset();
    await goTo('/developers/events', 'section.panel-card p');
  },
  'no keys': async () => {
    fake.keys = [];
    await goTo('/developers/keys', '.page .two p');
  },
  'a key without a name': async () => {
    await goTo('/developers/keys', 'tbody tr');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('.wrong', { hasText: /./ }).first().waitFor();
  },
  'a key, shown once, not copied': async () => {
    await goTo('/developers/keys', 'tbody tr');
    await page.getByLabel('Name of the key').fill('release-bot');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
  },
  'a key to be rotated': () => act('/developers/keys', /^Rotate/),
  'a key to be edited': () => act('/developers/keys', /^Edit/),
  'a key to be revoked': () => act('/developers/keys', /^Revoke/),
  'a confirmation': async () => {
    fake.isConfirmed = false;
    await act('/admin/members', /^Remove/);
    await page.locator('dialog .main').click();
    await page.locator('dialog input[type=password]').waitFor();
  },
  members: () => goTo('/admin/members', 'tbody tr'),
  'a role to be changed': () => act('/admin/members', /^Change role/),
  'a member to be removed': () => act('/admin/members', /^Remove/),
  quotas: () => goTo('/admin/quotas', 'tbody tr'),
  'quotas of a member to be set': async () => {
    fake.ownQuotas.set(fake.members[1]!.id, { items: 5, bytes: null, uploads: null });
    await act('/admin/quotas', /Set quotas Jon/);
    await page.locator('dialog input').first().waitFor();
  },
  'an audit log': () => goTo('/admin/audit', 'tbody tr'),
  'a filtered audit log': async () => {
    fake.entries = [];
    await goTo('/admin/audit?actor=nobody', 'details[open]');
    await page.getByText('No entries match.').waitFor();
  },
  'a server': () => goTo('/admin/server', 'tbody tr'),
  'a server in trouble': async () => {
    fake.server = {
      ...fake.server,
      database: { version: null, bytes: null, embedded: true },
      disk: { ...fake.server.disk!, freeBytes: 0, isFull: true },
      webhooks: { pending: 50_000, isExact: false, oldestAt: ago(3 * DAY) },
      endpoints: { failing: 3, disabled: 12 },
      backup: { lastAt: null, failedAt: null },
      schema: { latest: '0056-key-usage', pending: ['0057-x'], newer: [] },
    };
    await goTo('/admin/server', '.copyable');
  },
  'a team to be left': () => act('/account', /^Leave the team/),
  account: () => goTo('/account', '#passkeys ~ table tr'),
  'an account whose address can be changed': async () => {
    fake.mail = true;
    await goTo('/account', '#email');
  },
  'an invitation that was mailed': async () => {
    fake.mail = true;
    await goTo('/admin/members', 'tbody tr');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.locator('dialog pre').waitFor();
  },
  'an account without a second factor, where there are no passkeys': async () => {
    fake.secondFactor = { enabled: false, recoveryCodesLeft: 0 };
    Object.assign(fake, { passkeys: [], address: 'https://share.example' });
    await goTo('/account', '#passkeys ~ p a');
  },
  'an app to be set up': async () => {
    await act('/account', /^Use another app/);
    await page.locator('.qr path[d^=M]').waitFor();
  },
  'recovery codes, shown once, not copied': async () => {
    await act('/account', /^New recovery codes/);
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await page.locator('dialog pre').waitFor();
    await page.keyboard.press('Escape');
  },
  'notices, with an address to be confirmed': async () => {
    fake.mail = true;
    fake.notices.confirmed = false;
    await goTo('/account', '#notices ~ form ~ form');
    await page.getByRole('button', { name: 'Send confirmation link' }).click();
    await page.getByText('Open the link that we e-mailed to').waitFor();
  },
  'notices to be stopped': () => goTo(`/stop-notices?token=${TOKEN}`, 'form'),
  'notices that are stopped': async () => {
    await goTo(`/stop-notices?token=${TOKEN}`, 'form');
    await page.getByRole('button', { name: 'Stop notices' }).click();
    await page.locator('a.button').waitFor();
  },
  'a second factor to be turned off': () => act('/account', /^Turn off/),
  'a passkey to be added': () => act('/account', /^Add a passkey/),
  'a passkey to be deleted': () => act('/account', /^Delete/),
  'a confirmation by code or passkey': async () => {
    fake.isConfirmed = false;
    await act('/account', /^Turn off/);
    await page.locator('dialog .main').click();
    await page.locator('dialog .other-way').waitFor();
  },
  "a member's second factor to be turned off": () => act('/admin/members', /^Turn off second factor/),
  'a page that the role does not allow': async () => {
    fake.user.role = 'member';
    await goTo('/admin/members', '.wrong');
  },
  'sign-in': async () => {
    fake.isSignedIn = false;
    await goTo('/', 'form');
  },
  'a forgotten password, where the server sends mail': async () => {
    Object.assign(fake, { isSignedIn: false, mail: true });
    await goTo('/', 'form');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
  },
  'a recovery code at sign-in': async () => {
    Object.assign(fake, { isSignedIn: false, refusals: { signIn: 'code_required' } });
    await goTo('/', '.other-way');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').waitFor();
  },
  'sending without an account': async () => {
    const anonymous = { createsPerMinute: 10, itemBytes: 1024, totalBytes: 1e9, longestSeconds: 604_800 };
    Object.assign(fake, { isSignedIn: false, anonymous });
    await goTo('/', 'form.send');
    await page.getByLabel('Text, secret or link').fill('x'.repeat(1_030));
    await page.getByText('6 characters too many.').waitFor();
  },
  'a server without an owner': async () => {
    Object.assign(fake, { isSignedIn: false, needsSetUp: true });
    await goTo('/', 'pre');
  },
  'set-up': () => openLink({ ...link, purpose: 'set-up', accountName: null, role: null }, '/set-up'),
  'an invitation': () => openLink({ ...link, purpose: 'invitation', role: 'member' }),
  'a link to set a password': () => openLink({ ...link, purpose: 'reset', role: null }, '/reset-password'),
  'a link to another e-mail address': () =>
    openLink({ ...link, purpose: 'email', role: null }, '/confirm-email'),
  'a link that was used': () => openLink(undefined),
  'a sign-in at a provider that has failed': async () => {
    fake.isSignedIn = false;
    await goTo('/oidc/callback', '.buttons a');
  },
};

/** States that show a page once more: what they add is checked by `npm run test:all`. */
export const FURTHER = new Set([
  'a shared request, with its new PIN',
  'a key to be revoked',
  'quotas of a member to be set',
  'an invitation that was mailed',
  'an app to be set up',
  'notices, with an address to be confirmed',
  'notices that are stopped',
  'a confirmation by code or passkey',
  'a page that the role does not allow',
  'a request that is ready, with its PIN',
  'a secret whose key the tab still has, in the list',
  'no shared items',
  'a shared inbox, with what has arrived',
  'a shared item to be deleted',
  'a label to be changed',
  'sending an address and files',
  'links that are ready, and one that is not sent',
  'a quick start whose call has arrived',
  'usage in a month',
  'no webhooks',
  'a webhook endpoint without deliveries',
  'a disabled webhook endpoint',
  'the verification of webhooks',
  'a test event to be sent',
  'a signing secret to be rotated',
  'a webhook endpoint to be edited',
  'a webhook endpoint to be removed',
  'no events',
  'no keys',
  'a key without a name',
  'a key to be rotated',
  'a key to be edited',
  'a role to be changed',
  'a member to be removed',
  'a filtered audit log',
  'a server in trouble',
  'a team to be left',
  'an account whose address can be changed',
  'an account without a second factor, where there are no passkeys',
  'recovery codes, shown once, not copied',
  'a second factor to be turned off',
  'a passkey to be added',
  'a passkey to be deleted',
  "a member's second factor to be turned off",
  'a forgotten password, where the server sends mail',
  'a recovery code at sign-in',
  'a server without an owner',
  'a link that was used',
]);

async function violations(): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    }),
  );
  return found.flatMap(({ id: rule, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${rule}: ${html} ${failureSummary}`),
  );
}

/** Paths that the states have opened. */
export const visited = new Set<string>();

/** How far the content of the page, a card or a dialog is wider than its box. */
const overflow = (): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('dialog, .panel-card')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    ),
  );

/** Checks states of the pages by the rules of WCAG 2.2 AA, in light and dark, and their width, right to left, too. */
export const holdStates = (states: string[]): void =>
  describe.each(states)('%s', (state) => {
    it('breaks no rule, and fits into 320 px', async () => {
      reset();
      await page.setViewportSize({ width: 1280, height: 800 });
      await STATES[state]!();
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await violations()).toEqual([]);
      for (const width of [760, 1100, 1340, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, await overflow()]).toEqual([width, 0]);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await violations()).toEqual([]);
      expect(await overflow()).toBe(0);
      await page.evaluate(() => void (document.documentElement.dir = 'rtl'));
      expect(await overflow()).toBe(0);
      expect(one.complaints).toEqual([]);
    });
  });
