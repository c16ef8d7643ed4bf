import { act, fake, goTo, mock, owner, page } from './panel-opened.ts';

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

/** States of the pages of developers. */
export const DEVELOPERS: Record<string, () => Promise<void>> = {
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
};
