import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { SNIPPETS } from '../../packages/web/src/panel/pages/verify-snippets.ts';
import { startReceiver, status, type Receiver } from '../support/webhooks/receiver.ts';
import { send } from '../support/network/send.ts';
import { comesBack, openSigned, setTeam } from './panel-people.ts';
import { usePeople, type Person } from './stage.ts';

const team = await setTeam({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const people = usePeople();
const shows = ({ page }: Person, text: string) =>
  page.locator('main, dialog').getByText(text).first().waitFor();
const WAIT = { timeout: 10_000, interval: 200 };
const list = `${team.url}/developers/webhooks`;

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
const receive = async (...react: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const receiver = await startReceiver(...react);
  receivers.push(receiver);
  return receiver;
};

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const dialog = ({ page }: Person) => page.getByRole('dialog');
const rows = ({ page }: Person) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: /evt_/ });

/** Adds an endpoint on the page, copies its secret and opens it. */
async function add(one: Person, url: string): Promise<string> {
  await one.page.getByLabel('URL of the endpoint').fill(url);
  await button(one, 'Add endpoint').click();
  const secret = (await dialog(one).locator('pre').first().textContent())!;
  await dialog(one).getByRole('button', { name: 'Copy' }).first().click();
  await dialog(one).getByRole('status').getByText('Copied').waitFor();
  await button(one, 'Done').click();
  await one.page.getByRole('link', { name: url }).click();
  await one.page.getByRole('heading', { name: url }).waitFor();
  return secret;
}

/** Shares with the page's own key, as pages that send do. */
async function share(one: Person): Promise<string> {
  const { origin } = new URL(team.url);
  const reply = await one.page.evaluate(async (base) => {
    const made = await fetch(`${base}/api/account/page-token`, { method: 'POST' });
    return ((await made.json()) as { token: string }).token;
  }, origin);
  const json = { type: 'text', text: 'hello' };
  return (await send(`${team.url}/api/v1`, 'POST /transfers', { key: reply, json })).body.id;
}

const sendTest = async (one: Person, type: string): Promise<void> => {
  await button(one, 'Send test event').click();
  await dialog(one).getByLabel('Event').selectOption(type);
  await dialog(one).getByLabel('Example').getByText(`"type": "${type}"`).waitFor();
  await button(one, 'Send it').click();
  await dialog(one).waitFor({ state: 'detached' });
};

describe('webhooks in the panel', () => {
  it('an endpoint is added, tested, fails, is redelivered, and all of it shows', async () => {
    const receiver = await receive();
    const url = `${receiver.url}/hook`;
    const one = await openSigned(await team.join('member'), list, people);
    await shows(one, 'Nothing is told when something is opened or expires.');
    const secret = await add(one, url);
    expect(secret).toMatch(/^whsec_/);
    expect((await one.page.content()) + one.page.url()).not.toContain(secret);

    await shows(one, 'Nothing has been sent to this endpoint.');
    await sendTest(one, 'secret.consumed');
    await rows(one).filter({ hasText: 'Test' }).getByText('200').waitFor();
    const [received] = receiver.received;
    const headers = received!.headers as Record<string, string>;
    expect(await unwrapWebhook(received!.body, headers, { secret })).toMatchObject({
      type: 'secret.consumed',
      test: true,
    });

    receiver.react = (response) =>
      response.writeHead(503, { 'x-reason': 'deploying', 'set-cookie': 'a=hunter2' }).end('<b>down</b>');
    await share(one);
    await one.page.reload();
    const failed = rows(one).filter({ hasText: 'transfer.created' });
    await failed.getByText('503').waitFor();
    await failed.getByRole('button', { name: /^Show/ }).click();
    await failed.getByText('<b>down</b>').first().waitFor();
    await failed
      .getByText(/^Headers/)
      .first()
      .click();
    await failed.getByText('x-reason: deploying').first().waitFor();
    expect(await one.page.content()).not.toContain('hunter2');

    receiver.react = status(204);
    await failed.getByRole('button', { name: /^Redeliver/ }).click();
    await failed.getByText('Delivered').waitFor();
    await one.page.getByText('1 delivered').first().waitFor();

    await failed.getByRole('link').first().click();
    await one.page.getByRole('heading', { name: 'Events' }).waitFor();
    await one.page.getByText('"type": "transfer.created"').waitFor();
    await one.page.locator('.answers').getByText('204').waitFor();
    await one.page.goto(list);
    // A scheduled attempt may have come before the one by hand.
    await expect
      .poll(async () => {
        await comesBack(one);
        return one.page.getByRole('row').filter({ hasText: url }).getByText('1 delivered').count();
      }, WAIT)
      .toBe(1);
  });

  it('a disabled endpoint says so, is enabled again, and what has failed is redelivered with progress', async () => {
    const receiver = await receive(status(410));
    const one = await openSigned(await team.join('owner'), list, people);
    await add(one, `${receiver.url}/gone`);
    await share(one);
    await expect.poll(() => receiver.received.length).toBe(1);
    await expect
      .poll(async () => {
        await comesBack(one);
        return one.page.getByText('Its receiver answered 410').count();
      }, WAIT)
      .toBe(1);
    receiver.react = status(200);
    await button(one, 'Enable').click();
    await one.page.getByText('Its receiver answered 410').waitFor({ state: 'detached' });
    await one.page.getByRole('link', { name: 'Failed only' }).click();
    await rows(one).first().waitFor();
    expect(new URL(one.page.url()).search).toBe('?state=failed');
    await button(one, 'Redeliver all failed').click();
    await dialog(one).getByRole('button', { name: 'Redeliver' }).click();
    await one.page.getByText(/Redelivering 1: .*1.* delivered/).waitFor();
    await shows(one, 'No failed deliveries in the last 30 days.');
    await button(one, 'Disable').click();
    await one.page.getByText('It was switched off by hand.').waitFor();
    await button(one, 'Remove endpoint').click();
    await dialog(one).getByRole('button', { name: 'Remove endpoint' }).click();
    await shows(one, 'Nothing is told when something is opened or expires.');
  });

  it('a secret is rotated with an overlap, and the old one is let go', async () => {
    const receiver = await receive();
    const one = await openSigned(await team.join('owner'), list, people);
    const old = await add(one, `${receiver.url}/rotate`);
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
    const one = await openSigned(await team.join('owner'), list, people);
    await one.page.getByLabel('URL of the endpoint').fill('https://10.0.0.1/x');
    await button(one, 'Add endpoint').click();
    await one.page.getByText('This can’t be used here.').waitFor();
    expect(await one.page.getByLabel('URL of the endpoint').inputValue()).toBe('https://10.0.0.1/x');
  });

  it('a token that has ended is replaced, and a server that is away is named, with a way to try again', async () => {
    const one = await openSigned(await team.join('owner'), `${team.url}/account`, people);
    let refused = 0;
    await one.context.route('**/api/v1/webhook-*', async (route) => {
      if (refused++ > 1) return route.continue();
      const json = { code: 'unauthorized', title: 'x', status: 401 };
      await route.fulfill({ status: 401, contentType: 'application/problem+json', json });
    });
    await one.page.goto(list);
    await shows(one, 'Nothing is told when something is opened or expires.');
    expect(one.sent.filter((request) => request.includes('/page-token')).length).toBeGreaterThan(1);

    await one.context.route('**/api/v1/webhook-*', (route) => route.abort());
    await comesBack(one);
    await button(one, 'Try again').waitFor();
    await one.context.unroute('**/api/v1/webhook-*');
    await button(one, 'Try again').click();
    await button(one, 'Try again').waitFor({ state: 'detached' });
  });

  it('an auditor sees, and changes nothing', async () => {
    const one = await openSigned(await team.join('auditor'), list, people);
    await shows(one, 'Nothing is told when something is opened or expires.');
    expect(await button(one, 'Add endpoint').count()).toBe(0);
  });

  it('no call of the public API is made by the cookie, and the first load has no client of it', async () => {
    const person = await team.join('owner');
    const one = await openSigned(person, `${team.url}/developers/keys`, people);
    await one.page.getByRole('heading', { name: 'API keys' }).waitFor();
    const isClient = (request: string): boolean => /\/v1-[\w-]+\.js/.test(request);
    expect(one.sent.filter(isClient)).toEqual([]);
    await one.page.goto(list);
    await shows(one, 'Nothing is told when something is opened or expires.');
    expect(one.sent.filter(isClient)).not.toEqual([]);
    const calls = one.sent.filter((request) => request.includes('/api/v1/'));
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls) expect(call).toMatch(/"authorization":"Bearer svc_sk_live_/);
    const alone = await send(`${team.url}/api/v1`, 'GET /webhook-endpoints', {
      headers: { cookie: person.cookie! },
    });
    expect(alone.status).toBe(401);
  });
});

describe('the code that verifies', () => {
  const secret = 'whsec_b2YgdGhlIHRlc3Q=';
  const body = '{"id":"evt_1","type":"secret.consumed","data":{"object":{"ä":1}}}';
  const run = promisify(execFile);

  it('in Python takes what the service signs, and nothing else', async () => {
    const now = Math.floor(Date.now() / 1000);
    const sign = (timestamp: number, key = secret) => signPayload({ payload: body, secret: key, timestamp });
    const cases = [
      [await sign(now), true],
      [await sign(now - 400), false],
      [await sign(now + 400), false],
      [await sign(now, 'whsec_other'), false],
      ['', false],
      ['t=x,v1=ä', false],
      ['v1=00', false],
    ] as const;
    const program = `${SNIPPETS.Python}
import json, sys
for signature in json.loads(sys.argv[2]): print(verify(sys.argv[1].encode(), signature))`;
    const signatures = JSON.stringify(cases.map(([signature]) => signature));
    const env = { ...process.env, SERVICE_WEBHOOK_SECRET: secret, PYTHONUTF8: '1' };
    const { stdout } = await run('python3', ['-c', program, body, signatures], { env });
    expect(stdout.trim().split('\n')).toEqual(cases.map(([, ok]) => (ok ? 'True' : 'False')));
  });

  it('for curl sends a webhook that the SDK verifies', async () => {
    const receiver = await receive();
    const env = { ...process.env, SERVICE_WEBHOOK_SECRET: secret, RECEIVER: receiver.url };
    await run('sh', ['-c', SNIPPETS.curl], { env });
    const { body: sent, headers } = receiver.received[0]!;
    const event = await unwrapWebhook(sent, headers, { secret });
    expect(event.type).toBe('transfer.created');
  });
});
