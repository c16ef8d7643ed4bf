import { expect, it } from 'vitest';
import { createLogger } from '../src/runtime/logger.ts';
import { DiskFloor } from '../src/storage/disk/disk-floor.ts';

const MIB = 1024 * 1024;
const REFUSED = { code: 'insufficient_storage' };

/** A volume of 1,000 MiB, of which 200 are free and 100 must stay free. */
const floor = (): DiskFloor =>
  new DiskFloor({ total: 1000 * MIB, logBytes: 64 * MIB, measure: async () => 200 * MIB } as never, {
    tables: { checkpoint: async () => undefined } as never,
    minimum: { bytes: 100 * MIB },
    log: createLogger({ LOG_LEVEL: 'silent' } as never),
  });

it('takes what fits above the minimum, and counts what was written since the measurement', async () => {
  const disk = floor();
  await disk.admit(60 * MIB);
  await expect(disk.admit(60 * MIB)).rejects.toMatchObject(REFUSED);
  await disk.admit(40 * MIB);
});

it('counts the room of uploads that are under way, until they give it back', async () => {
  const disk = floor();
  const room = await disk.reserve(60 * MIB);
  await expect(disk.reserve(60 * MIB)).rejects.toMatchObject(REFUSED);
  await expect(disk.admit(60 * MIB)).rejects.toMatchObject(REFUSED);
  room.release();
  await disk.reserve(60 * MIB);
});

it('says that the disk is full once it has refused something', async () => {
  const disk = floor();
  expect(disk.isFull).toBe(false);
  await expect(disk.admit(101 * MIB)).rejects.toMatchObject(REFUSED);
  expect(disk.isFull).toBe(true);
});
