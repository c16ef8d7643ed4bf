import { expect, it } from 'vitest';
import { settings, sharedBuffers } from '../src/storage/embedded/settings.ts';
import type { Cluster } from '../src/storage/embedded/cluster.ts';

const GIB = 1024 ** 3;
const cluster = { directory: '/', host: '127.0.0.1', port: 1, programs: { major: 18 } } as Cluster;

it.each([
  [0.25 * GIB, 128],
  [1 * GIB, 128],
  [4 * GIB, 512],
  [64 * GIB, 1024],
])('of %d bytes of memory PostgreSQL keeps %d MiB of pages at hand', (bytes, mebibytes) => {
  expect(sharedBuffers(bytes)).toBe(mebibytes);
});

it('what syncs nothing is for the moment, and takes the least', async () => {
  const buffers = async (durable: boolean): Promise<number> => {
    const given = (await settings(cluster, durable)).find((one) => one.startsWith('shared_buffers='));
    return Number(/^shared_buffers=(\d+)MB$/.exec(given ?? '')?.[1]);
  };
  expect(await buffers(false)).toBe(128);
  expect(await buffers(true)).toBeGreaterThanOrEqual(128);
});
