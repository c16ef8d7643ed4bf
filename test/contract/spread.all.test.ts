import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { startWorkerOn } from '../support/webhooks/delivery-worker.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';
import { startSpreadTarget, SHARDS, type SpreadTarget } from '../support/statements/spread-target.ts';
import { shardOf, type Traffic } from '../support/statements/spread.ts';
import { linkId } from '../../server/src/crypto/tokens.ts';
import { useStage } from '../support/contract/stage.ts';
import { atOnce } from '../support/network/send.ts';
import { WAIT } from '../support/webhooks/stage.ts';

/** Statements cannot cross items here, since each item is in one of four databases. */
describe('with items spread over four databases', () => {
  const traffic: Traffic = { named: [], crossing: 0 };
  const stage = useStage(() => startSpreadTarget(traffic));

  it('each secret is given to one of 8 readers at once', async () => {
    const owner = await stage.owner();
    for (let i = 0; i < 12; i++) {
      const { secretId } = await owner.secrets.create({ secret: 'once' });
      const reads = await atOnce(8, () => stage.send(`POST /public/secrets/${secretId}/reveal`));
      expect(reads.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    }
  });

  it('each Idempotency-Key makes one item, whatever it is of and however many use it at once', async () => {
    const key = await stage.createKey();
    const creates: [string, object][] = [
      ['secrets', { secret: 'once' }],
      ['transfers', { type: 'text', text: 'once' }],
      ['transfers', { type: 'file', fileName: 'once.txt' }],
      ['requests', { title: 'once' }],
      ['rooms', { name: 'once' }],
      ['drops', { label: 'once' }],
      ['debug-share', { logs: 'once' }],
    ];
    for (const [i, [path, json]] of creates.entries()) {
      const call = { key, json, headers: { 'idempotency-key': `create-${i}` } };
      const made = await atOnce(8, () => stage.send(`POST /${path}`, call));
      expect(new Set(made.map(({ status, body }) => JSON.stringify([status, body]))).size, path).toBe(1);
      expect(made[0]!.status, path).toBe(201);
      const again = await stage.send(`POST /${path}`, call);
      expect(again.headers.get('idempotency-replayed'), path).toBe('true');
    }
  });

  it('every database has had its part of them', () => {
    expect(traffic.named.filter((count) => count > 0)).toHaveLength(SHARDS);
  });
});

describe('webhooks of items spread over four databases', () => {
  const env = { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  let target: SpreadTarget;
  const stage = useStage(async () => (target = await startSpreadTarget({ named: [], crossing: 0 }, env)));

  it('each event is sent until it is taken, by one of two workers', async () => {
    const EVENTS = 40;
    const owner = await stage.owner();
    const attempts = new Map<string, number>();
    const receiver = await startReceiver((response, { event }) => {
      const { id } = event as { id: string };
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      response.writeHead(attempt === 1 ? 500 : 200).end();
    });
    const { id } = await owner.webhookEndpoints.create({ url: receiver.url });
    const workers = [startWorkerOn(target.database, env), startWorkerOn(target.database, env)];
    for (let i = 0; i < EVENTS; i++) await owner.transfers.create({ type: 'text', text: 'once' });
    await vi.waitFor(async () => {
      const { total } = await owner.webhookEndpoints.deliveries.list(id, { state: 'delivered' });
      expect(total).toBe(EVENTS);
    }, WAIT);
    await Promise.all(workers.map((worker) => worker.stop()));
    await receiver.close();
    expect([...attempts.values()]).toEqual(Array(EVENTS).fill(2));
  });
});

describe('where items lie', () => {
  it('is even: of 32 databases and a million items the fullest has at most a tenth more than its part', () => {
    const [items, shards] = [1_000_000, 32];
    const counts = new Uint32Array(shards);
    for (let i = 0; i < items; i++) counts[shardOf(linkId(), shards)]!++;
    expect(Math.max(...counts) / (items / shards)).toBeLessThanOrEqual(1.1);
  });
});
