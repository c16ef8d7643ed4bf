/** A team with webhook endpoints, on a server and a delivery worker of this process. */
import { Tempshare } from '@tempshare/sdk';
import { afterAll, afterEach } from 'vitest';
import { sharedApp } from '../support/server/app.ts';
import { QUICK, startWorker } from '../support/webhooks/delivery-worker.ts';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.ts';
import { button, dialog, teamAt } from './panel-people.ts';
import type { Person } from './stage.ts';

const env = {
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
};

/** Text of a page without endpoints. */
export const NONE = 'No endpoints yet.';

/** A server, a worker and a team for the tests of a file. */
export async function setHooks() {
  const app = await sharedApp(env);
  const team = await teamAt(app);
  const receivers: Receiver[] = [];
  const stage = {
    /** Receivers are on this machine. They stand for those on the internet until a test says otherwise. */
    isPublic: true,
    url: app.url,
    baseUrl: app.baseUrl,
    list: `${app.url}/developers/webhooks`,
    join: team.join,
    async receive(...react: Parameters<typeof startReceiver>): Promise<Receiver> {
      const receiver = await startReceiver(...react);
      receivers.push(receiver);
      return receiver;
    },
    /** An API key of this person, and a program that uses it. */
    async program(person: Awaited<ReturnType<typeof team.join>>, name = 'ci-deploy') {
      const body = { name, environment: 'live', scopes: ['transfer:create'], expiresAt: null };
      const { apiKey, key } = (await person.call('createKey', { body })).body as {
        apiKey: string;
        key: { id: string };
      };
      return { id: key.id, apiKey, client: new Tempshare({ apiKey, baseUrl: app.baseUrl }) };
    },
  };
  const worker = startWorker(
    { ...env, DATABASE_URL: app.database.url },
    // An attempt that fails ends its delivery.
    { ...QUICK, gaps: [] },
    { isPublic: () => stage.isPublic },
  );
  afterEach(async () => {
    stage.isPublic = true;
    for (const receiver of receivers.splice(0)) await receiver.close();
  });
  afterAll(() => worker.stop());
  return stage;
}

export const shows = ({ page }: Person, text: string) =>
  page.locator('main, dialog').getByText(text).first().waitFor();

/** Adds an endpoint on the page, copies its secret and opens it. */
export async function addEndpoint(one: Person, url: string): Promise<string> {
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

export async function sendTest(one: Person, type: string): Promise<void> {
  await button(one, 'Send test event').click();
  await dialog(one).getByLabel('Event').selectOption(type);
  await dialog(one).getByLabel('Example').getByText(`"type": "${type}"`).waitFor();
  await button(one, 'Send it').click();
  await dialog(one).waitFor({ state: 'detached' });
}
