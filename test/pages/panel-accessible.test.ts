/** Every page of the panel, in its states, by the rules of WCAG 2.2 AA: light, dark, narrow, and right to left. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, describe, expect, it } from 'vitest';
import { ago, aKey, anItem, DAY, fakeAccount, id, TOKEN, type FakeAccount } from './panel-fake.ts';
import { byName } from './panel-people.ts';
import { fakeService } from './panel-v1.ts';
import { openPerson, setStage } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const url = byName((await setStage()).url);
const one = await openPerson(undefined, {
  bypassCSP: true,
  reducedMotion: 'reduce',
  permissions: ['clipboard-write'],
});
const fake = await fakeAccount(one.context);
const { mock, owner } = await fakeService(one.context, fake, url);
const { page } = one;
afterAll(() => one.context.close());

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
    anItem('file', { state: 'opened', views: 2, maxViews: 5, shortCode: 'K7QM2XPT' }),
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

const goTo = async (path: string, shows: string): Promise<void> => {
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

const STATES: Record<string, () => Promise<void>> = {
  'shared items': async () => {
    await goTo('/shared', 'tbody tr');
    await page.locator('details.panel-card summary').click();
  },
  'no shared items': async () => {
    fake.items = [];
    await goTo('/shared?kind=file&state=opened&search=x', '.panel-card p');
  },
  'a shared item': () => goTo(`/shared/${fake.items[0]!.id}`, '.banner'),
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
    await page.getByText('Not sent').first().waitFor({ timeout: 15_000 });
    await page.unroute('**/api/v1/transfers');
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
      backup: { lastAt: null },
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
};

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

/** How far the content of the page, a card or a dialog is wider than its box. */
const overflow = (): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('dialog, .panel-card')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    ),
  );

describe.each(Object.keys(STATES))('%s', (state) => {
  it('breaks no rule, and fits into 320 px', async () => {
    Object.assign(fake, {
      isSignedIn: true,
      isConfirmed: true,
      needsSetUp: false,
      mail: false,
      refusals: {},
    });
    fake.user.role = 'owner';
    fill();
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

/** Text of the element that has the focus; the label of a field. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = (element as HTMLInputElement).labels?.[0];
    return (label ?? element).innerText.replaceAll(/[\s\u2068\u2069]+/g, ' ').trim();
  });
/** Presses Tab until something with this text has the focus. */
const reach = async (name: string, keepsGoing = 60): Promise<void> => {
  await page.keyboard.press('Tab');
  if ((await focused()) === name) return;
  if (keepsGoing === 0) expect.fail(`“${name}” has not been reached`);
  await reach(name, keepsGoing - 1);
};
const press = (key: string) => page.keyboard.press(key);

it('the keyboard alone removes a member, reads the log, sees the server and leaves dialogs where it was', async () => {
  Object.assign(fake, { isSignedIn: true, isConfirmed: true, refusals: {}, calls: [] });
  fake.user.role = 'owner';
  fill();
  await page.setViewportSize({ width: 1400, height: 800 });
  /** Opens a dialog by its button, closes it by Escape, and expects the focus at the button. */
  const openAndLeave = async (name: string): Promise<void> => {
    await reach(name);
    await press('Enter');
    await page.locator('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement!.closest('dialog') !== null)).toBe(true);
    await press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe(name);
  };

  await goTo('/admin/members', 'tbody tr');
  await page.evaluate(() => document.querySelector<HTMLElement>('.skip')!.focus());
  await press('Enter');
  await page.locator('h1:focus').waitFor();
  await openAndLeave('Change role Jon');
  await reach('Remove Jon');
  await press('Enter');
  await reach('What they have shared');
  await press('ArrowDown');
  expect(await page.locator('select:focus').inputValue()).toBe(fake.user.id);
  await reach('Remove Jon');
  await press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('h1:focus').getByText('Members').waitFor();
  expect(fake.members.map(({ name }) => name)).toEqual(['Ada Lovelace']);

  await goTo('/admin/audit', 'tbody tr');
  await reach('Filter');
  await press('Enter');
  await reach('Who (optional)');
  await page.keyboard.type('ada');
  await press('Enter');
  await page.waitForURL('**/admin/audit?actor=ada');
  await reach('Export as JSON');

  await goTo('/admin/server', 'tbody tr');
  await reach('Account and security');
  await press('Enter');
  await page.locator('h1:focus').getByText('Account and security').waitFor();
  await page.locator('#passkeys ~ table tr').first().waitFor();
  await openAndLeave('Leave the team');

  await goTo('/developers/keys', 'tbody tr');
  await openAndLeave('Revoke ci-deploy');
});

it('the keyboard alone reaches every page and creates a key', async () => {
  Object.assign(fake, { isSignedIn: true, isConfirmed: true, keys: [] });
  await page.setViewportSize({ width: 1400, height: 800 });
  await goTo('/', '.send');
  // The first Tab may come before the window has the focus, or before the page is drawn to its end.
  const isIdle = () => page.evaluate(() => document.activeElement === document.body);
  const first = async () => {
    if (await isIdle()) await page.keyboard.press('Tab');
    return focused();
  };
  await expect.poll(first).toBe('Skip to content');
  for (const name of [
    'Members',
    'Audit log',
    'Server status',
    'Account and security',
    'Webhooks',
    'Events',
    'API keys',
  ]) {
    await reach(name);
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText(name).waitFor();
    expect(await page.title()).toContain(name);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed');
  await reach('Create key');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  await reach('Copy');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();
  await reach('Done');
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'typed' }).waitFor();
  expect(fake.keys.map(({ name }) => name)).toEqual(['typed']);
});
