import { expect, it } from 'vitest';
import { startChild, type Child } from '../../support/server/child.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { useWebhooks } from '../../support/webhooks/stage.ts';

const CREATES = 2_000;
const KILLS = 50;
/** How many creates are under way at once; one server is killed among them, in each round at another moment. */
const STRIDE = CREATES / KILLS;
const SERVERS = 4;

const stage = useWebhooks();

it(`writes one event and one delivery for each of ${CREATES} transfers although servers are killed ${KILLS} times`, async () => {
  const { baseUrl, database } = stage.app;
  const { text: key } = await stage.app.createKey();
  const endpoint = { key, json: { url: 'http://127.0.0.1:9/' } };
  expect((await send(baseUrl, 'POST /webhook-endpoints', endpoint)).status).toBe(201);
  const env = { ...stage.env, NODE_ENV: 'test', LOG_LEVEL: 'error', RATE_LIMIT_KEY: '1000000' };
  const start = (): Promise<Child> => startChild('server/app-process.ts', env);
  const servers = Array.from({ length: SERVERS }, start);
  await Promise.all(servers);

  const acknowledged: string[] = [];
  let [kills, broken] = [0, 0];
  const killOne = async (): Promise<void> => {
    const which = kills++ % SERVERS;
    const server = await servers[which]!;
    server.kill();
    servers[which] = start();
  };
  /** Creates one transfer, whatever it takes. Half of them can be repeated safely; of the others some are made twice. */
  const create = async (i: number): Promise<void> => {
    const headers = i % 2 === 0 ? { 'idempotency-key': `transfer-${i}` } : {};
    const json = { type: 'text', text: `transfer ${i}`, expiration: '1d', encryption: 'server' };
    for (let attempt = i; ; attempt++) {
      const { said: port } = await servers[attempt % SERVERS]!;
      const base = `http://127.0.0.1:${port}/api/v1`;
      const response = await send(base, 'POST /transfers', { key, json, headers }).catch(() => undefined);
      if (response?.status !== 201) {
        broken++;
        continue;
      }
      const moment = kills * STRIDE + 1 + (kills % (STRIDE / 2));
      if (acknowledged.push(response.body.id as string) === moment) await killOne();
      return;
    }
  };
  try {
    for (let round = 0; round < KILLS; round++) await atOnce(STRIDE, (i) => create(round * STRIDE + i));
  } finally {
    for (const server of servers) (await server).kill();
  }

  expect(new Set(acknowledged).size).toBe(CREATES);
  expect(kills).toBe(KILLS);
  expect(broken).toBeGreaterThan(0);
  const found = await database.query('SELECT FROM transfers WHERE id = ANY ($1)', [acknowledged]);
  expect(found).toHaveLength(CREATES);
  const [counts] = await database.query<{ transfers: number; events: number; deliveries: number }>(
    `SELECT count(t)::int AS transfers, count(e)::int AS events, count(d)::int AS deliveries, count(*)::int AS all
     FROM transfers t
       FULL JOIN events e ON e.object->>'id' = t.id AND e.type = 'transfer.created'
       FULL JOIN webhook_deliveries d ON d.event_id = e.id`,
  );
  const transfers = counts!.transfers;
  expect(counts).toEqual({ transfers, events: transfers, deliveries: transfers, all: transfers });
});
