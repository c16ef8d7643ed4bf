import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  button,
  clipboard,
  comesBack,
  dialog,
  isAt,
  isolated,
  openSigned,
  row,
  setTeam,
} from './panel-people.ts';
import { says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();
const keysPage = `${team.url}/developers/keys`;

const open = async (role: 'owner' | 'member' | 'auditor', address = keysPage): Promise<Person> =>
  openSigned(await team.join(role), address, people);

async function create(one: Person, name: string): Promise<string> {
  await one.page.getByLabel('Name of the key').fill(name);
  await button(one, 'Create key').click();
  await dialog(one).waitFor();
  return (await dialog(one).locator('pre').first().textContent())!;
}
const copy = async (one: Person): Promise<void> => {
  await dialog(one).getByRole('button', { name: 'Copy' }).first().click();
  await dialog(one).getByRole('status').getByText('Copied').waitFor();
};

const statusOf = async (apiKey: string): Promise<number> =>
  (await fetch(`${team.url}/api/v1/key`, { headers: { authorization: `Bearer ${apiKey}` } })).status;

it('a key is created, shown once, works, is rotated and revoked', async () => {
  const one = await open('owner');
  await button(one, 'Read only').click();
  const apiKey = await create(one, 'ci-deploy');
  expect(apiKey).toMatch(/^svc_sk_live_/);
  const [, env, curl] = await dialog(one).locator('pre').allTextContents();
  expect([env, curl]).toEqual([
    `SERVICE_API_KEY=${apiKey}`,
    `curl ${team.url}/api/v1/key -H "Authorization: Bearer ${apiKey}"`,
  ]);
  await copy(one);
  expect(await clipboard(one)).toBe(apiKey);
  await button(one, 'Done').click();
  await row(one, 'ci-deploy')
    .getByText(`svc_sk_live_…${apiKey.slice(-4)}`)
    .waitFor();
  expect(await one.page.content()).not.toContain(apiKey);
  expect(await statusOf(apiKey)).toBe(200);
  await expect
    .poll(async () => {
      await comesBack(one);
      return row(one, 'ci-deploy').getByText('Calls today: 1').count();
    })
    .toBe(1);
  await row(one, 'ci-deploy').getByText('3 scopes').click();
  expect(await row(one, 'ci-deploy').locator('li').allTextContents()).toEqual([
    'List what was shared and see its state',
    'List requests and download what was sent',
    'List webhook endpoints and their attempts',
  ]);

  await button(one, 'Rotate ci-deploy').click();
  await dialog(one).getByLabel('The current secret ends').selectOption({ label: 'in 15 minutes' });
  await button(one, 'Create new secret').click();
  await dialog(one)
    .getByText(`ends in ${isolated(apiKey.slice(-4))}, works until`)
    .waitFor();
  const second = (await dialog(one).locator('pre').first().textContent())!;
  expect([await statusOf(apiKey), await statusOf(second)]).toEqual([200, 200]);
  await copy(one);
  await button(one, 'Done').click();

  // The use of a key is noted after its response.
  await expect
    .poll(async () => {
      await comesBack(one);
      return row(one, 'ci-deploy').getByText('Never', { exact: true }).count();
    })
    .toBe(0);
  await button(one, 'Revoke ci-deploy').click();
  await dialog(one)
    .getByText(/It was last used now|It was last used .* ago/)
    .waitFor();
  await dialog(one)
    .getByRole('button', { name: `Revoke ${isolated('ci-deploy')}` })
    .click();
  await one.page.getByRole('table', { name: 'Revoked and expired' }).getByText('ci-deploy').waitFor();
  expect([await statusOf(apiKey), await statusOf(second)]).toEqual([401, 401]);
});

it('a key that was not copied is not lost by closing, going back or reloading unasked', async () => {
  const one = await open('member', `${team.url}/account`);
  await one.page.getByRole('link', { name: 'API keys' }).click();
  const apiKey = await create(one, 'precious');
  const stays = async () => {
    await dialog(one).getByText('You haven’t copied it yet').waitFor();
    expect(await dialog(one).locator('pre').first().textContent()).toBe(apiKey);
    await isAt(one, keysPage);
  };
  await one.page.keyboard.press('Escape');
  await stays();
  await one.page.keyboard.press('Escape');
  await stays();
  // Resolves when the page has gone back, and returned to where it was.
  await one.page.evaluate(
    () =>
      new Promise<void>((then) => {
        const pushState = history.pushState.bind(history);
        history.pushState = (...args) => {
          Reflect.deleteProperty(history, 'pushState');
          pushState(...args);
          then();
        };
        history.back();
      }),
  );
  await stays();
  const asked = one.page.waitForEvent('dialog');
  await one.page.evaluate(() => void location.reload());
  expect((await asked).type()).toBe('beforeunload');
  // It was left all the same: nothing of it is in the page that comes, or in its title and address.
  await row(one, 'precious').waitFor();
  expect((await one.page.content()) + one.page.url() + (await one.page.title())).not.toContain(apiKey);
});

it('a key is renamed and loses scopes, and can gain none', async () => {
  const one = await open('member');
  await create(one, 'wide');
  await copy(one);
  await button(one, 'Done').click();
  await button(one, 'Edit wide').click();
  await expect.poll(() => dialog(one).getByRole('checkbox').count()).toBe(5);
  await dialog(one).getByLabel('Name of the key').fill('narrow');
  await dialog(one).getByRole('checkbox', { name: 'room:write' }).uncheck();
  await button(one, 'Save changes').click();
  await row(one, 'narrow').getByText('4 scopes').waitFor();
});

it('a key without an end is asked about, and one with none of the fields is explained', async () => {
  const one = await open('member');
  await button(one, 'Create key').click();
  await one.page.getByText('Fill this in.').waitFor();
  expect(await one.page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');
  await one.page.getByLabel('Name of the key').fill('eternal');
  await one.page.getByLabel('Expires').selectOption('never');
  await button(one, 'Create key').click();
  await dialog(one).getByText('A key that never expires?').waitFor();
  await dialog(one).getByRole('button', { name: 'Cancel' }).click();
  await dialog(one).waitFor({ state: 'detached' });
  expect(await one.page.getByLabel('Name of the key').inputValue()).toBe('eternal');
  await button(one, 'Create key').click();
  await button(one, 'Create a key that never expires').click();
  await dialog(one).locator('pre').first().waitFor();
  await copy(one);
  await button(one, 'Done').click();
  await row(one, 'eternal').getByText('Never expires').waitFor();
});

it('a key of another tab shows when the person comes back, and one that is gone is said to be', async () => {
  const member = await team.join('member');
  const [one, other] = [
    await openSigned(member, keysPage, people),
    await openSigned(member, keysPage, people),
  ];
  await create(one, 'from-here');
  await copy(one);
  await button(one, 'Done').click();
  await row(one, 'from-here').waitFor();
  await comesBack(other);
  await row(other, 'from-here').waitFor();
  await team.database.query(
    `WITH gone AS (DELETE FROM api_key_secrets WHERE key_id IN (SELECT id FROM api_keys WHERE name = 'from-here'))
     SELECT`,
  );
  await team.database.query("DELETE FROM api_keys WHERE name = 'from-here'");
  await button(other, 'Revoke from-here').click();
  await dialog(other)
    .getByRole('button', { name: `Revoke ${isolated('from-here')}` })
    .click();
  await dialog(other).getByText('This is no longer there.').waitFor();
});

it('a dialog closes when the page shows what was done in it', async () => {
  const one = await open('member');
  await create(one, 'doomed');
  await copy(one);
  await button(one, 'Done').click();
  await button(one, 'Revoke doomed').click();
  const held = Promise.withResolvers<Route>();
  const isList = (url: URL): boolean => url.pathname.endsWith('/api/account/keys');
  await one.page.route(isList, (route) => held.resolve(route), { times: 1 });
  await dialog(one)
    .getByRole('button', { name: `Revoke ${isolated('doomed')}` })
    .click();
  const list = await held.promise;
  expect(await dialog(one).count()).toBe(1);
  await list.continue();
  await dialog(one).waitFor({ state: 'detached' });
  // There is no moment at which the page offers what has been done.
  expect(await button(one, 'Revoke doomed').count()).toBe(0);
});

it('an auditor sees keys and nothing that changes one', async () => {
  const one = await open('auditor');
  await says(one, 'API keys');
  await one.page
    .getByRole('table', { name: 'API keys' })
    .or(one.page.getByText('No keys yet'))
    .first()
    .waitFor();
  expect(await one.page.getByRole('button', { name: /Create|Rotate|Revoke|New/ }).count()).toBe(0);
});
