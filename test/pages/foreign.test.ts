import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { creators, main, says, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const person = usePeople();
const SAID = 'Your network answered instead of the service';

const page = (status: number) => ({ status, contentType: 'text/html', body: '<h1>Sign in</h1>' });

/** Has a proxy answer the first request to a path. */
async function once(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  let answered = false;
  await page.route(path, (route) => {
    if (answered) return route.continue();
    answered = true;
    return answer(route);
  });
}

describe.each([200, 401, 404, 413])('a page of a proxy under %i', (status) => {
  it('that comes in place of the look is said to be one, and what is there is found again', async () => {
    const reader = await person();
    await once(reader.page, '**/api/v1/public/**', (route) => route.fulfill(page(status)));
    await reader.page.goto(await stage.secret('kept'));
    await says(reader, SAID);
    await main(reader).getByText('Try again').click();
    await main(reader).getByText('Open and destroy').waitFor();
  });

  it.each(['before', 'behind'])('that comes %s the service does not lose what is opened', async (where) => {
    const reader = await person(await stage.secret('kept'));
    await once(reader.page, '**/reveal', async (route) => {
      if (where === 'behind') await route.fetch();
      await route.fulfill(page(status));
    });
    await main(reader).getByText('Open and destroy').click();
    await says(reader, SAID);
    await main(reader).getByText('Try again').click();
    await reader.page.getByRole('button', { name: 'Show' }).click();
    expect(await reader.page.locator('.value').textContent()).toBe('kept');
  });
});

it.each(['text', 'request', 'drop', 'room'])('so it is for a %s', async (kind) => {
  const reader = await person();
  await once(reader.page, '**/api/v1/public/**', (route) => route.fulfill(page(403)));
  await reader.page.goto(await creators(stage)[kind]!());
  await says(reader, SAID);
  await main(reader).getByText('Try again').click();
  await reader.page.locator('h1', { hasNotText: SAID }).waitFor();
  await main(reader).waitFor();
});

it.each(['{"message":"Forbidden"}', '{"code":"AccessDenied"}'])(
  'a proxy’s own JSON is no problem document of the service: %s',
  async (body) => {
    const reader = await person();
    await once(reader.page, '**/api/v1/public/**', (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body }),
    );
    await reader.page.goto(await stage.secret());
    await says(reader, SAID);
  },
);

it('a gateway that cannot reach the service is tried again', async () => {
  const reader = await person();
  await reader.page.route('**/api/v1/public/**', (route) =>
    route.fulfill({ ...page(502), headers: { 'x-should-retry': 'false', 'retry-after': '60' } }),
  );
  await reader.page.goto(await stage.secret());
  await says(reader, 'The service cannot be reached right now');
});
