/** Every page of the panel, in its states, and how they are checked. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { describe, expect, it } from 'vitest';
import { one, page, reset } from './panel-opened.ts';
import { ACCOUNT } from './panel-states-account.ts';
import { DEVELOPERS } from './panel-states-developers.ts';
import { SHARING } from './panel-states-sharing.ts';
import { SIGN_IN } from './panel-states-sign-in.ts';
import { TEAM } from './panel-states-team.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each brings the page to a state, by its name. */
export const STATES = { ...SHARING, ...DEVELOPERS, ...TEAM, ...ACCOUNT, ...SIGN_IN };

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
