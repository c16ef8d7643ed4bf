import { anItem } from './panel-fake.ts';
import { fake, goTo, mock, owner, page } from './panel-opened.ts';

const sendText = async (text: string): Promise<void> => {
  await goTo('/', '.send');
  await page.getByLabel('Text, secret or link').fill(text);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.locator('.copyable').first().waitFor();
};

/** States of the pages of sending, and of what was shared. */
export const SHARING: Record<string, () => Promise<void>> = {
  'shared items': async () => {
    await goTo('/shared', 'tbody tr');
    await page.locator('details.panel-card summary').click();
  },
  'no shared items': async () => {
    fake.items = [];
    await goTo('/shared?kind=file&state=opened&search=x', '.panel-card p');
  },
  'a shared item': () => goTo(`/shared/${fake.items[0]!.id}`, '.banner'),
  'a label to be changed': async () => {
    await goTo(`/shared/${fake.items[1]!.id}`, '.banner');
    await page.getByRole('button', { name: 'Change label' }).click();
    await page.locator('dialog form').waitFor();
  },
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
    await page.getByText('Not sent').first().waitFor();
    await page.unroute('**/api/v1/transfers');
  },
  'a request to be created': async () => {
    await goTo('/new/request', '.create');
    await page.getByRole('button', { name: 'Create request' }).click();
    await page.getByText('Fill this in.').waitFor();
  },
  'an inbox to be created': () => goTo('/new/inbox', '.create'),
  'a request that is ready, with its PIN': async () => {
    await goTo('/new/request', '.create');
    await page.getByLabel('What do you need?').fill('x'.repeat(200));
    await page.getByRole('button', { name: 'Create request' }).click();
    await page.getByText('Send link and PIN separately').click();
    await page.getByRole('button', { name: 'Create another' }).click();
  },
  'a room that is ready, and its door': async () => {
    await goTo('/new/room', '.create');
    await page.getByLabel('Name of the room').fill('شركة');
    await page.getByLabel('Password (optional)').fill('x');
    await page.getByRole('button', { name: 'Open room' }).click();
    const enter = page.getByRole('link', { name: 'Enter the room' });
    const id = (await enter.getAttribute('href'))!.split('/').at(-1)!;
    fake.items.push(
      anItem('room', {
        id,
        title: 'شركة',
        encryption: 'e2e',
        requiresPassword: true,
        received: 0,
        key: null,
      }),
    );
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await enter.click();
    await page.locator('#enter').waitFor();
  },
  'a secret whose key the tab still has, in the list': async () => {
    await sendText('hunter2');
    const id = /\/secret\/(\w+)#/.exec((await page.locator('main pre').first().textContent())!)![1]!;
    fake.items.unshift(anItem('secret', { id, encryption: 'e2e', key: null }));
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('link', { name: 'Shared' }).first().click();
    await page.locator('.kept').waitFor();
  },
  'the start of an auditor': async () => {
    fake.user.role = 'auditor';
    await goTo('/', '.next');
  },
};
