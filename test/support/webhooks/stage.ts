/** An application with webhook owners, receivers and workers. */
import { randomBytes } from 'node:crypto';
import type { Schema } from '@tempshare/contract';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { TargetPolicy } from '../../../server/src/features/webhooks/endpoints/target.ts';
import type { WorkerLimits } from '../../../server/src/features/webhooks/sender/worker.ts';
import { startApp, type TestApp } from '../server/app.ts';
import { startWorker } from './delivery-worker.ts';
import { startReceiver, type React, type Receiver } from './receiver.ts';
import { send, untilServed, type Reply, type Call } from '../network/send.ts';

/** A caller with a key of its own, whose events go to its endpoints alone. */
export interface Owner {
  keyId: string;
  call(line: string, more?: Call): Promise<Reply>;
  /** Registers an endpoint at a receiver. */
  register(receiver: Receiver, more?: object): Promise<{ id: string; secret: string }>;
  /** Makes a transfer, and so a `transfer.created`; its id. */
  transfer(): Promise<string>;
  deliveries(endpointId: string): Promise<Delivery[]>;
  /** Resolves with all deliveries of the endpoint once there are `count` and none is pending. */
  ended(endpointId: string, count?: number): Promise<[Delivery, ...Delivery[]]>;
}

export type Delivery = Schema<'WebhookDelivery'>;

export interface WebhookStage {
  readonly app: TestApp;
  /** Settings of a server on this database. */
  readonly env: Record<string, string>;
  owner(): Promise<Owner>;
  /** A receiver for this test. */
  receiver(react?: React): Promise<Receiver>;
  /** A worker for this test. */
  worker(limits?: Partial<WorkerLimits>, policy?: Partial<TargetPolicy>): Worker;
}

type Worker = ReturnType<typeof startWorker>;

/** An application for the tests of a file. Nothing is sent unless a test starts a worker. */
export function useWebhooks(settings: Record<string, string> = {}): WebhookStage {
  const env: Record<string, string> = {
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    ...settings,
  };
  let app: TestApp;
  let after: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    app = await startApp(env);
    env.DATABASE_URL = app.database.url;
  });
  afterEach(async () => {
    for (const end of after.toReversed()) await end();
    after = [];
  });
  afterAll(() => app.close());
  return {
    get app() {
      return app;
    },
    env,
    owner: () => createOwner(app),
    async receiver(react) {
      const receiver = await startReceiver(react);
      after.push(() => receiver.close());
      return receiver;
    },
    worker(...options) {
      const worker = startWorker(env, ...options);
      after.push(() => worker.stop());
      return worker;
    },
  };
}

export const WAIT = { timeout: 60_000, interval: 5 };

async function createOwner(app: TestApp): Promise<Owner> {
  const { text: key, id: keyId } = await app.createKey();
  const call: Owner['call'] = (line, more) => send(app.baseUrl, line, { key, ...more });
  const deliveries: Owner['deliveries'] = async (id) =>
    ((await call(`GET /webhook-endpoints/${id}/deliveries?limit=100`)).body as Schema<'WebhookDeliveryList'>)
      .deliveries;
  return {
    keyId,
    call,
    async register(receiver, more = {}) {
      const json = { url: `${receiver.url}/hook`, ...more };
      const made = await untilServed(() => call('POST /webhook-endpoints', { json }));
      expect(made.status).toBe(201);
      return made.body;
    },
    async transfer() {
      const made = await untilServed(() =>
        call('POST /transfers', { json: { type: 'text', text: 'hello' } }),
      );
      expect(made.status).toBe(201);
      return made.body.id;
    },
    deliveries,
    ended: (endpointId, count = 1) =>
      vi.waitFor(async () => {
        const all = await deliveries(endpointId);
        expect(all).toHaveLength(count);
        expect(all.filter(({ state }) => state === 'pending')).toEqual([]);
        return all as [Delivery, ...Delivery[]];
      }, WAIT),
  };
}
