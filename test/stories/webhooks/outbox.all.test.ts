import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startChild, type Child } from '../../support/server/child.ts';
import { atOnce, send, type Reply } from '../../support/network/send.ts';
import { useWebhooks } from '../../support/webhooks/stage.ts';

const CREATES = 2_000;
const KILLS = 50;
/** How many creates are under way at once; one server is killed among them, in each round at another moment. */
const STRIDE = CREATES / KILLS;
const SERVERS = 4;

const stage = useWebhooks();

/** Servers of which one after the other is killed while it works, and replaced. */
function mortalServers(start: () => Promise<Child>) {
  const living: (Child & { underWay: number })[] = [];
  let failure: Error | undefined;
  const begin = () =>
    start().then(
      (server) => void living.push(Object.assign(server, { underWay: 0 })),
      (error: unknown) => void (failure = error as Error),
    );
  return {
    start: () => Promise.all(Array.from({ length: SERVERS }, begin)),
    /** Makes a call to a server, the nth's in turn. Nothing when the server went away under it. */
    async call(n: number, make: (port: string) => Promise<Reply>): Promise<Reply | undefined> {
      const server = living[n % living.length]!;
      server.underWay++;
      const reply = await make(server.said).catch(() => undefined);
      server.underWay--;
      return reply;
    },
    killBusiest(): void {
      const busiest = living.reduce((most, server) => (server.underWay > most.underWay ? server : most));
      living.splice(living.indexOf(busiest), 1);
      busiest.kill();
      void begin();
    },
    /** Waits until all but one are there. @throws when one could not be started. */
    enough: async (): Promise<void> => {
      while (living.length < SERVERS - 1) {
        if (failure) throw failure;
        await delay(2);
      }
    },
    end: (): void => living.forEach((server) => server.kill()),
  };
}

it(`writes one event and one delivery for each of ${CREATES} transfers although servers are killed ${KILLS} times`, async () => {
  const { baseUrl, database } = stage.app;
  const { text: key } = await stage.app.createKey();
  const endpoint = { key, json: { url: 'http://127.0.0.1:9/' } };
  expect((await send(baseUrl, 'POST /webhook-endpoints', endpoint)).status).toBe(201);
  const env = { ...stage.env, NODE_ENV: 'test', LOG_LEVEL: 'error', RATE_LIMIT_KEY: '1000000' };
  const servers = mortalServers(() => startChild('server/app-process.ts', env));
  await servers.start();

  const acknowledged: string[] = [];
  let [kills, broken] = [0, 0];
  /** Creates one transfer, whatever it takes. Half of them can be repeated safely; of the others some are made twice. */
  const create = async (i: number): Promise<void> => {
    const headers = i % 2 === 0 ? { 'idempotency-key': `transfer-${i}` } : {};
    const json = { type: 'text', text: `transfer ${i}`, expiration: '1d', encryption: 'server' };
    for (let attempt = i; ; attempt++) {
      const response = await servers.call(attempt, (port) =>
        send(`http://127.0.0.1:${port}/api/v1`, 'POST /transfers', { key, json, headers }),
      );
      if (response?.status !== 201) {
        broken++;
        continue;
      }
      if (acknowledged.push(response.body.id as string) !== kills * STRIDE + 1 + (kills % (STRIDE / 2)))
        return;
      kills++;
      return servers.killBusiest();
    }
  };
  try {
    for (let round = 0; round < KILLS; round++) {
      await servers.enough();
      await atOnce(STRIDE, (i) => create(round * STRIDE + i));
    }
  } finally {
    servers.end();
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
}, 600_000);
