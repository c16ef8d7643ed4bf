import { describe, expect, it, vi } from 'vitest';
import { IMPATIENT, QUICK } from '../../support/webhooks/delivery-worker.ts';
import { hang, status, type Receiver } from '../../support/webhooks/receiver.ts';
import { useWebhooks, WAIT, type Owner } from '../../support/webhooks/stage.ts';

const stage = useWebhooks();

const HOUR = 3_600_000;
/** No attempt of these is over before the test is. */
const PATIENT = { ...QUICK, totalTimeoutMs: 300_000, leaseMs: 600_000, stopMs: 0 };
/** A receiver that lets one attempt time out gets no other for longer than the test takes. */
const UNFORGIVING = { ...IMPATIENT, pauses: [HOUR, 10 * HOUR] };

const endpoint = async (owner: Owner, id: string) => (await owner.call(`GET /webhook-endpoints/${id}`)).body;
const attempts = async (owner: Owner, id: string) =>
  (await owner.deliveries(id)).flatMap((delivery) => delivery.attempts.map(({ error }) => error));
const isPaused = (owner: Owner, id: string, hours: number) =>
  vi.waitFor(async () => {
    const { pausedUntil } = await endpoint(owner, id);
    expect((Date.parse(pausedUntil) - Date.now()) / HOUR).toBeGreaterThan(hours * 0.7);
    expect((Date.parse(pausedUntil) - Date.now()) / HOUR).toBeLessThan(hours * 1.3);
  }, WAIT);

describe('while receivers hang', () => {
  const [KEYS, HANGING, EVENTS] = [3, 3, 4];

  it.each(['have never answered', 'answered until now'])(
    'those that answer get all of theirs, of the same keys and on the same host: the others %s',
    async (which) => {
      const shared = await stage.receiver();
      const hanging = await Promise.all(Array.from({ length: HANGING - 1 }, () => stage.receiver()));
      const parties = await Promise.all(
        Array.from({ length: KEYS }, async () => {
          const owner = await stage.owner();
          const stuck = [];
          for (const receiver of [...hanging, shared]) stuck.push((await owner.register(receiver)).id);
          const url = `${shared.url}/healthy`;
          return { owner, stuck, ...(await owner.register(shared, { url })) };
        }),
      );
      const responses = which === 'answered until now' ? 1 : 0;
      stage.worker(PATIENT);
      if (responses > 0) {
        await Promise.all(parties.map(({ owner }) => owner.transfer()));
        for (const { owner, id, stuck } of parties)
          for (const each of [id, ...stuck]) await owner.ended(each);
      }
      for (const receiver of hanging) receiver.react = hang;
      shared.react = (response, received) =>
        (received.path === '/healthy' ? status(200) : hang)(response, received);
      for (let i = 0; i < EVENTS; i++) await Promise.all(parties.map(({ owner }) => owner.transfer()));
      for (const { owner, id } of parties) await owner.ended(id, EVENTS + responses);
      for (const { owner, stuck } of parties)
        for (const id of stuck) expect((await attempts(owner, id)).length).toBe(responses);
      const waiting = () => hanging.map(({ received }) => received.length - KEYS * responses);
      await vi.waitFor(() => expect(Math.min(...waiting())).toBeGreaterThanOrEqual(KEYS), WAIT);
    },
  );
});

describe('an endpoint that hangs', () => {
  const stuck = async (): Promise<{ owner: Owner; receiver: Receiver; id: string }> => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver(hang)];
    return { owner, receiver, ...(await owner.register(receiver)) };
  };

  it('is tried alone, however many workers there are', async () => {
    const { owner, receiver } = await stuck();
    const healthy = await owner.register(await stage.receiver());
    for (let i = 0; i < 3; i++) stage.worker(PATIENT);
    for (let i = 1; i <= 5; i++) {
      await owner.transfer();
      await owner.ended(healthy.id, i);
    }
    expect(receiver.received).toHaveLength(1);
  });

  it('is left alone for longer each time; what is due waits, and uses up no attempt', async () => {
    const { owner, receiver, id } = await stuck();
    expect((await endpoint(owner, id)).pausedUntil).toBeNull();
    for (let i = 0; i < 3; i++) await owner.transfer();
    stage.worker(UNFORGIVING);
    await isPaused(owner, id, 1);
    const { enabled, disabledReason } = await endpoint(owner, id);
    expect([enabled, disabledReason]).toEqual([true, null]);
    await owner.call(`POST /webhook-endpoints/${id}/test`);
    await isPaused(owner, id, 10);
    expect(receiver.received).toHaveLength(2);
    expect(await attempts(owner, id)).toEqual(['timeout', 'timeout']);
  });

  it.each(['a test', 'a redelivery', 'another URL'])(
    'is tried at once for %s, and gets everything',
    async (what) => {
      const { owner, receiver, id } = await stuck();
      const path = `/webhook-endpoints/${id}`;
      for (let i = 0; i < 3; i++) await owner.transfer();
      const impatient = stage.worker({ ...UNFORGIVING, gaps: [40] });
      await isPaused(owner, id, 1);
      await impatient.stop();
      stage.worker();
      if (what === 'another URL') {
        const other = await stage.receiver();
        await owner.call(`PATCH ${path}`, { json: { url: other.url } });
      } else {
        receiver.react = status(200);
        const last = (await owner.deliveries(id))[0]!.id;
        await owner.call(`POST ${path}/${what === 'a test' ? 'test' : `deliveries/${last}/redeliver`}`);
      }
      const all = await owner.ended(id, what === 'a test' ? 4 : 3);
      expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['delivered']));
      expect((await endpoint(owner, id)).pausedUntil).toBeNull();
    },
  );

  it('is not one that refuses quickly', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver(status(503))];
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker({ ...QUICK, pauses: [HOUR] });
    expect((await owner.ended(id))[0]).toMatchObject({ state: 'failed', attempts: { length: 4 } });
    expect((await endpoint(owner, id)).pausedUntil).toBeNull();
  });
});
