import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exemptFromSpeed, SlowReaders } from '../src/http/connection/slow-readers.ts';

interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}
const handleOf = (socket: Socket): Handle => (socket as Socket & { _handle: Handle })._handle;
const takenOf = (socket: Socket): number => handleOf(socket).bytesWritten - handleOf(socket).writeQueueSize;

/** A connection on loopback whose reader takes nothing yet. */
async function connection(): Promise<{ sender: Socket; reader: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [sender] = (await once(server, 'connection')) as [Socket];
  for (const socket of [sender, reader]) socket.on('error', () => undefined);
  onTestFinished(() => {
    reader.destroy();
    sender.destroy();
    server.close();
  });
  return { sender, reader };
}

const BYTES = 30_000_000;

it('`_handle` counts the bytes that were written, and those of them that wait', async () => {
  const { sender, reader } = await connection();
  expect(handleOf(sender)).toMatchObject({ bytesWritten: 0, writeQueueSize: 0 });
  sender.write(Buffer.alloc(BYTES));
  const { bytesWritten, writeQueueSize } = handleOf(sender);
  expect(bytesWritten).toBe(BYTES);
  expect(writeQueueSize).toBeGreaterThan(0);
  expect(writeQueueSize).toBeLessThanOrEqual(BYTES);
  let received = 0;
  reader.on('data', ({ length }: Buffer) => {
    received += length;
    const taken = takenOf(sender);
    if (taken < received) reader.destroy(new Error(`${received} bytes were received, and ${taken} taken.`));
  });
  reader.resume();
  await expect.poll(() => received).toBe(BYTES);
  expect(handleOf(sender)).toMatchObject({ bytesWritten: BYTES, writeQueueSize: 0 });
});

describe('a client that is sent more than it takes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  const watched = async () => {
    const both = await connection();
    const readers = new SlowReaders({ bytesPerSecond: 1_000, graceMs: 3_000 });
    onTestFinished(() => readers.stop());
    readers.watch(both.sender);
    return both;
  };
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1_000 * seconds);

  it('is cut off when it has taken too little for the time of grace', async () => {
    const { sender } = await watched();
    sender.write(Buffer.alloc(BYTES));
    // The first tick begins to measure.
    await pass(3);
    expect(sender.destroyed).toBe(false);
    await expect.poll(() => pass(1).then(() => sender.destroyed)).toBe(true);
  });

  it('stays while it takes enough', async () => {
    const { sender, reader } = await watched();
    sender.write(Buffer.alloc(BYTES));
    await pass(1);
    for (let second = 0; second < 6; second++) {
      const before = takenOf(sender);
      sender.write(Buffer.alloc(BYTES / 3));
      reader.resume();
      await expect.poll(() => takenOf(sender), { interval: 1 }).toBeGreaterThan(before + 1_000);
      reader.pause();
      await pass(1);
    }
    expect(sender.destroyed).toBe(false);
  });

  it.each([
    ['nothing waits for it', false],
    ['it is exempt', true],
  ])('stays as long as %s', async (_, isExempt) => {
    const { sender } = await watched();
    if (isExempt) {
      exemptFromSpeed(sender);
      sender.write(Buffer.alloc(BYTES));
    }
    await pass(60);
    expect(sender.destroyed).toBe(false);
  });
});
