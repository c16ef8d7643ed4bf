import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Liveness } from '../src/storage/postgres/liveness.ts';
import type { Connection } from '../src/storage/postgres/pg-internals.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const silent = (): Error => new Error('Query read timeout');

/** Connections of a pool. `respond` is what the database does with a test. */
function pool(count: number, respond: () => Promise<unknown> = async () => undefined) {
  const liveness = new Liveness();
  const connections = Array.from({ length: count }, () => {
    const destroy = vi.fn();
    const connection = Object.assign(new EventEmitter(), {
      query: vi.fn(respond),
      connection: { stream: { destroy } },
    });
    liveness.watch(connection as unknown as Connection);
    return { connection: connection as unknown as Connection, query: connection.query, destroy };
  });
  const closed = (): boolean[] => connections.map(({ destroy }) => destroy.mock.calls.length > 0);
  return { liveness, connections, closed };
}

it('a connection is tested before use once it was silent for a second', async () => {
  const { liveness, connections } = pool(1);
  const [{ connection, query }] = connections as [(typeof connections)[0]];
  expect(await liveness.isAlive(connection)).toBe(true);
  expect(query).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(await liveness.isAlive(connection)).toBe(true);
  expect(query).toHaveBeenCalledTimes(1);
});

it('a test that times out closes all connections that were silent as long, but none in use', async () => {
  const { liveness, connections, closed } = pool(3, () => Promise.reject(silent()));
  const [tested, , used] = connections as [(typeof connections)[0], unknown, (typeof connections)[0]];
  await liveness.isAlive(used.connection);
  vi.advanceTimersByTime(1_000);
  expect(await liveness.isAlive(tested.connection)).toBe(false);
  expect(closed()).toEqual([false, true, false]);
});

it('a statement that times out closes connections in use only if none was heard meanwhile', async () => {
  for (const isHeard of [true, false]) {
    const { liveness, connections, closed } = pool(2);
    const [slow, other] = connections as [(typeof connections)[0], (typeof connections)[0]];
    await Promise.all([liveness.isAlive(slow.connection), liveness.isAlive(other.connection)]);
    const response = Promise.withResolvers<never>();
    const waiting = liveness.track(slow.connection, () => response.promise);
    vi.advanceTimersByTime(20_000);
    if (isHeard) await liveness.track(other.connection, async () => 'row');
    response.reject(silent());
    await expect(waiting).rejects.toThrow('Query read timeout');
    expect(closed()).toEqual(isHeard ? [false, false] : [true, true]);
  }
});

it('a connection that is retired or renewed while in use closes when it is released', async () => {
  const { liveness, connections, closed } = pool(3);
  const [retired, renewed] = connections.map(({ connection }) => connection) as [Connection, Connection];
  await Promise.all([liveness.isAlive(retired), liveness.isAlive(renewed)]);
  liveness.retire(retired);
  liveness.renew();
  expect(closed()).toEqual([false, false, true]);
  liveness.released(retired);
  liveness.released(renewed);
  expect(closed()).toEqual([true, true, true]);
});

it('a connection that has ended is not used again', async () => {
  const { liveness, connections } = pool(1);
  const [{ connection }] = connections as [(typeof connections)[0]];
  (connection as unknown as EventEmitter).emit('end');
  expect(await liveness.isAlive(connection)).toBe(false);
});
