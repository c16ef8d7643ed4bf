/** `webhooks listen` under many events, kills and an absence of the service. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Tempshare } from '@tempshare/sdk';
import Stripe from 'stripe';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTempshare, temporaryDirectory, tempshare } from '../../support/cli/command.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startReceiver, status } from '../../support/webhooks/receiver.ts';

const EVENTS = 10_000;
const stripe = new Stripe('sk_test_unused');

it(`forwards ${EVENTS} events, none lost, although it is killed and the service is away`, async () => {
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RATE_LIMIT_KEY: '10000',
  };
  let server = await startServerProcess(settings);
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await receiver.close();
    await database.drop();
  });
  const { port } = new URL(server.url);
  const client = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
  await client.transfers.create({ type: 'text', text: 'a', encryption: 'server' });
  /** Repeats the first event, that many milliseconds apart up to now, as so many requests would have left it. */
  const happen = async (count: number, tag: string, apart: number) =>
    database.query(
      `INSERT INTO events (id, item_id, type, account_id, api_key_id, livemode, object, created_at)
       SELECT 'evt_${tag}' || lpad(n::text, 21, '0'), item_id, type, account_id, api_key_id, livemode, object,
         date_trunc('milliseconds', now() - (${count} - n) * ${apart} * interval '1 millisecond')
       FROM (SELECT * FROM events ORDER BY created_at LIMIT 1) first, generate_series(1, ${count}) n`,
    );
  await happen(EVENTS - 2_001, 'a', 300);

  const env = {
    SERVICE_API_KEY: server.apiKey,
    SERVICE_URL: server.url,
    XDG_STATE_HOME: await temporaryDirectory(),
  };
  const { stdout } = await tempshare(['webhooks', 'listen', '--print-secret'], { env });
  const seen = new Map<string, number>();
  receiver.react = (response, received) => {
    const signature = received.headers['x-service-signature'] as string;
    const { id } = stripe.webhooks.constructEvent(received.body, signature, stdout.trim());
    seen.set(id, (seen.get(id) ?? 0) + 1);
    receiver.received.length = 0;
    status(200)(response, received);
  };
  const listen = (...args: string[]) => {
    const child = startTempshare(['webhooks', 'listen', '--forward-to', receiver.url, ...args], env);
    child.stdout.resume();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    return { child, stderr: () => stderr };
  };
  const reached = (count: number) =>
    vi.waitFor(() => expect(seen.size).toBeGreaterThanOrEqual(count), { timeout: 120_000, interval: 20 });

  const first = listen('--since', new Date(0).toISOString());
  await reached(3_000);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = listen();
  await reached(5_000);
  await server.stop();
  // It has the rest of its list, and finds the service away when it asks for more.
  await vi.waitFor(() => expect(second.stderr()).toContain('It is tried again'), { timeout: 120_000 });
  expect(seen.size).toBe(EVENTS - 2_000);
  server = await startServerProcess({ ...settings, PORT: port });
  await happen(2_000, 'b', 1);
  await reached(EVENTS);
  second.child.kill('SIGINT');
  await once(second.child, 'exit');

  expect(seen.size).toBe(EVENTS);
  // At most the one that the killed program had sent and not noted.
  const repeated = [...seen.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeated).toBeLessThanOrEqual(1);
});
