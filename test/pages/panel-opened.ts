/** The panel of a faked account, for the tests of one file. */
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { ago, aKey, anItem, DAY, fakeAccount, id, type FakeAccount } from './panel-fake.ts';
import { byName } from './panel-people.ts';
import { fakeService } from './panel-v1.ts';
import { openPerson, setStage, type Person } from './stage.ts';

export let one: Person;
export let mock: Awaited<ReturnType<typeof fakeService>>['mock'];
export let owner: Awaited<ReturnType<typeof fakeService>>['owner'];
let url: string;
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
    details: {
      name: 'x'.repeat(100),
      scopes: ['transfer:create', 'transfer:read', 'webhook:write', 'room:write'],
    },
  }));
}

/** Paths that the states have opened. */
export const visited = new Set<string>();

/** Opens a page, and waits for what it shows. */
export const goTo = async (path: string, shows: string): Promise<void> => {
  visited.add(path.split('?')[0]!);
  await page.goto(`${url}${path}`);
  await page.locator(shows).first().waitFor();
};

/** Opens a list, and presses a button of it. */
export const act = async (path: string, button: RegExp, shows = 'dialog'): Promise<void> => {
  await goTo(path, 'tbody tr');
  await page.getByRole('button', { name: button }).first().click();
  await page.locator(shows).first().waitFor();
};
