import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { status, type Received } from '../support/webhooks/receiver.ts';
import { addEndpoint, NONE, sendTest, setHooks, shows } from './panel-hooks.ts';
import { button, comesBack, dialog, openSigned } from './panel-people.ts';
import { usePeople, type Person } from './stage.ts';

const stage = await setHooks();
const people = usePeople();
const rows = ({ page }: Person) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: /evt_/ });
const source = ({ page }: Person) => page.getByLabel('Source');
const TEXT = { type: 'text', text: 'hello' } as const;

describe('webhooks in the panel', () => {
  it('an endpoint for an API key is tested, gets what its program shares, fails, is redelivered and disabled', async () => {
    const [receiver, other] = [await stage.receive(), await stage.receive()];
    const member = await stage.join('member');
    const { id: keyId, client } = await stage.program(member);
    const one = await openSigned(member, `${stage.list}?key=pages`, people);
    await addEndpoint(one, `${other.url}/other`);
    await one.page.goto(stage.list);
    // The only API key is the first choice.
    await shows(one, NONE);
    expect(await source(one).inputValue()).toBe(keyId);
    const secret = await addEndpoint(one, `${receiver.url}/hook`);
    expect(secret).toMatch(/^whsec_/);
    expect((await one.page.content()) + one.page.url()).not.toContain(secret);
    const search = () => new URL(one.page.url()).search;
    await expect.poll(search).toBe(`?key=${keyId}`);

    await shows(one, 'Nothing has been sent to this endpoint.');
    await sendTest(one, 'secret.consumed');
    await rows(one).filter({ hasText: 'Test' }).getByText('200', { exact: true }).waitFor();
    const [{ body, headers }] = receiver.received as [Received];
    const event = await unwrapWebhook(body, headers, { secret });
    expect(event).toMatchObject({ type: 'secret.consumed', test: true });

    const shared = await client.transfers.create(TEXT);
    await expect.poll(() => receiver.received[1]?.event.data.object.id).toBe(shared.id);
    receiver.react = (response) =>
      response
        .writeHead(503, { 'x-reason': 'deploying', 'set-cookie': 'a=hunter2' })
        .end(`<b>down</b>${'x'.repeat(2_000)}`);
    for (let i = 0; i < 3; i += 1) await client.transfers.create(TEXT);
    await expect.poll(() => receiver.received.length).toBe(5);
    await one.page.getByRole('link', { name: 'Failed only' }).click();
    await expect.poll(search).toBe(`?state=failed&key=${keyId}`);
    await expect
      .poll(async () => {
        await comesBack(one);
        return rows(one).count();
      })
      .toBe(3);
    const failed = rows(one).first();
    await failed.getByText('503', { exact: true }).waitFor();
    // Milliseconds, or on a busy machine seconds.
    await failed.getByText(/[\d.]+ (?:ms|sec)$/).waitFor();
    await failed.getByRole('button', { name: /^Show/ }).click();
    await failed.getByText(/^<b>down<\/b>x+$/).waitFor();
    await failed.getByText('Only the beginning is kept.').waitFor();
    const headings = failed.getByText(/^Headers/);
    await headings.first().click();
    await failed.getByText('x-reason: deploying').first().waitFor();
    expect(await one.page.content()).not.toContain('hunter2');

    receiver.react = status(204);
    await failed.getByRole('button', { name: /^Redeliver/ }).click();
    await expect.poll(() => receiver.received.length).toBe(6);
    await button(one, 'Redeliver all failed').click();
    await dialog(one).getByRole('button', { name: 'Redeliver' }).click();
    await one.page.getByText(/Redelivering 2: .*2.* delivered/).waitFor();
    await shows(one, 'No failed deliveries in the last 30 days.');

    receiver.react = status(410);
    await client.transfers.create(TEXT);
    await expect.poll(() => other.received.at(-1)?.event.type).toBe('webhook_endpoint.disabled');
    await comesBack(one);
    await shows(one, 'Its receiver answered 410');
    receiver.react = status(200);
    await button(one, 'Enable').click();
    await one.page.getByText('Its receiver answered 410').waitFor({ state: 'detached' });
  });

  it('a key is chosen in the address, which survives a reload and the links between the pages', async () => {
    const receiver = await stage.receive(status(500));
    const owner = await stage.join('owner');
    const [first, second] = [await stage.program(owner, 'first'), await stage.program(owner, 'second')];
    const one = await openSigned(owner, stage.list, people);
    await shows(one, NONE);
    // Several keys: nothing is chosen but the pages.
    expect(await source(one).inputValue()).toBe('pages');
    await source(one).selectOption({ label: `second …${second.apiKey.slice(-4)}` });
    await expect.poll(() => one.page.url()).toBe(`${stage.list}?key=${second.id}`);
    await shows(one, NONE);
    stage.isPublic = false;
    await addEndpoint(one, `${receiver.url}/second`);
    const shared = await second.client.transfers.create(TEXT);
    await first.client.transfers.create(TEXT);
    await expect.poll(() => receiver.received.length).toBe(1);
    await one.page.reload();
    const failed = rows(one).first();
    // The outcome of a delivery is stored after the response of its receiver.
    await expect
      .poll(async () => {
        await comesBack(one);
        return failed.getByText('500', { exact: true }).count();
      })
      .toBe(1);
    await failed.getByRole('button', { name: /^Show/ }).click();
    const note = failed.getByText('Responses from internal addresses are not kept.');
    await note.waitFor();

    await failed.getByRole('link').first().click();
    await one.page.getByText(`"id": "${shared.id}"`).waitFor();
    expect(new URL(one.page.url()).searchParams.get('key')).toBe(second.id);
    const events = one.page.getByRole('table', { name: 'Events' });
    await expect.poll(() => events.locator('tbody tr').count()).toBe(1);
    await one.page.locator('.answers').getByRole('link').click();
    await one.page.getByRole('heading', { name: `${receiver.url}/second` }).waitFor();
    // A response that is shown stays so when the endpoint changes.
    await failed.getByRole('button', { name: /^Show/ }).click();
    await button(one, 'Disable').click();
    await one.page.locator('.chip-line').getByText('Disabled').waitFor();
    await note.waitFor();
    await one.page.locator('nav.rail').getByRole('link', { name: 'Events' }).first().click();
    await one.page.getByRole('heading', { name: 'Events' }).waitFor();
    await expect.poll(() => source(one).inputValue()).toBe(second.id);
    await source(one).selectOption({ label: `first …${first.apiKey.slice(-4)}` });
    await expect.poll(() => new URL(one.page.url()).search).toBe(`?key=${first.id}`);
    // Until the list of this key comes, the page may have that of the other one.
    await expect.poll(() => one.page.content()).not.toContain(shared.id);
    await events.waitFor();
    expect(await one.page.content()).not.toContain(shared.id);
    await one.page.goto(`${stage.list}?key=key_${'A'.repeat(22)}`);
    await one.page.locator('.wrong', { hasText: /./ }).first().waitFor();
    const sent = one.sent.filter((request) => request.includes('/api/v1/webhook'));
    for (const { apiKey } of [first, second]) expect(sent.join()).not.toContain(apiKey);
  });

  it('an endpoint of the pages is disabled by hand, and removed', async () => {
    const receiver = await stage.receive();
    const one = await openSigned(await stage.join('member'), stage.list, people);
    await addEndpoint(one, `${receiver.url}/pages`);
    await button(one, 'Disable').click();
    await one.page.getByText('It was switched off by hand.').waitFor();
    await button(one, 'Remove endpoint').click();
    await dialog(one).getByRole('button', { name: 'Remove endpoint' }).click();
    await shows(one, NONE);
  });
});
