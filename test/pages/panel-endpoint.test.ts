import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { send } from '../support/network/send.ts';
import { addEndpoint, NONE, sendTest, setHooks, shows } from './panel-hooks.ts';
import { button, comesBack, dialog, openSigned } from './panel-people.ts';
import { usePeople } from './stage.ts';

const stage = await setHooks();
const people = usePeople();

describe('an endpoint in the panel', () => {
  it('a secret is rotated with an overlap, and the old one is let go', async () => {
    const receiver = await stage.receive();
    const one = await openSigned(await stage.join('owner'), stage.list, people);
    const old = await addEndpoint(one, `${receiver.url}/rotate`);
    await button(one, 'Rotate secret').click();
    await button(one, 'Create new secret').click();
    const fresh = (await dialog(one).locator('pre').first().textContent())!;
    expect(fresh).not.toBe(old);
    await button(one, 'Done').click();
    await shows(one, 'You haven’t copied it yet');
    await button(one, 'Close without copying').click();
    await one.page.getByText(/A new secret signs beside the current one/).waitFor();
    await button(one, 'Use the new one alone now').click();
    await one.page.getByText(/A new secret signs/).waitFor({ state: 'detached' });
    await sendTest(one, 'request.closed');
    await expect.poll(() => receiver.received.length).toBe(1);
    const { body, headers } = receiver.received[0]!;
    await unwrapWebhook(body, headers, { secret: fresh });
  });

  it('an address that events may not go to is refused at its field, and stays', async () => {
    const one = await openSigned(await stage.join('owner'), stage.list, people);
    await one.page.getByLabel('URL of the endpoint').fill('https://10.0.0.1/x');
    await button(one, 'Add endpoint').click();
    await one.page.getByText('This can’t be used here.').waitFor();
    expect(await one.page.getByLabel('URL of the endpoint').inputValue()).toBe('https://10.0.0.1/x');
  });

  it('a token that has ended is replaced, and a server that is away is named, with a way to try again', async () => {
    const one = await openSigned(await stage.join('owner'), `${stage.url}/account`, people);
    let refused = 0;
    await one.context.route('**/api/v1/webhook-*', async (route) => {
      if (refused++ > 1) return route.continue();
      const json = { code: 'unauthorized', title: 'x', status: 401 };
      await route.fulfill({ status: 401, contentType: 'application/problem+json', json });
    });
    await one.page.goto(stage.list);
    await shows(one, NONE);
    expect(one.sent.filter((request) => request.includes('/page-token')).length).toBeGreaterThan(1);

    await one.context.route('**/api/v1/webhook-*', (route) => route.abort());
    await comesBack(one);
    await button(one, 'Try again').waitFor();
    await one.context.unroute('**/api/v1/webhook-*');
    await button(one, 'Try again').click();
    await button(one, 'Try again').waitFor({ state: 'detached' });
  });

  it('an auditor sees, and changes nothing', async () => {
    const one = await openSigned(await stage.join('auditor'), stage.list, people);
    await shows(one, NONE);
    expect(await button(one, 'Add endpoint').count()).toBe(0);
  });

  it('no call of the public API is made by the cookie, and the first load has no client of it', async () => {
    const person = await stage.join('owner');
    const one = await openSigned(person, `${stage.url}/developers/keys`, people);
    await one.page.getByRole('heading', { name: 'API keys' }).waitFor();
    const isClient = (request: string): boolean => /\/v1-[\w-]+\.js/.test(request);
    expect(one.sent.filter(isClient)).toEqual([]);
    await one.page.goto(stage.list);
    await shows(one, NONE);
    expect(one.sent.filter(isClient)).not.toEqual([]);
    const calls = one.sent.filter((request) => request.includes('/api/v1/'));
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls) expect(call).toMatch(/"authorization":"Bearer svc_sk_live_/);
    const alone = await send(`${stage.url}/api/v1`, 'GET /webhook-endpoints', {
      headers: { cookie: person.cookie! },
    });
    expect(alone.status).toBe(401);
  });
});
