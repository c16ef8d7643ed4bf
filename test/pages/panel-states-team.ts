import { ago, DAY } from './panel-fake.ts';
import { act, fake, goTo, page } from './panel-opened.ts';

/** States of the pages of the team and its server. */
export const TEAM: Record<string, () => Promise<void>> = {
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
      backup: { lastAt: null, failedAt: null, unended: 0, unendedSince: null },
      schema: { latest: '0056-key-usage', pending: ['0057-x'], newer: [] },
    };
    await goTo('/admin/server', '.copyable');
  },
  'a server whose backups do not end': async () => {
    const backup = { lastAt: ago(2 * DAY), failedAt: null, unended: 3, unendedSince: ago(DAY) };
    fake.server = { ...fake.server, backup };
    await goTo('/admin/server', '.chip.soon');
  },
  'an invitation that was mailed': async () => {
    fake.mail = true;
    await goTo('/admin/members', 'tbody tr');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.locator('dialog pre').waitFor();
  },
  "a member's second factor to be turned off": () => act('/admin/members', /^Turn off second factor/),
  'a page that the role does not allow': async () => {
    fake.user.role = 'member';
    await goTo('/admin/members', '.wrong');
  },
};
