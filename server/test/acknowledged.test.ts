import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { unacknowledged } from '../src/http/connection/acknowledged.ts';

/** Both ends of a connection on loopback. */
async function connection(): Promise<{ sender: Socket; reader: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [sender] = (await once(server, 'connection')) as [Socket];
  sender.on('error', () => undefined);
  onTestFinished(() => {
    reader.destroy();
    sender.destroy();
    server.close();
  });
  return { sender, reader };
}

it.runIf(process.platform === 'linux')(
  'a connection has unacknowledged bytes until its reader takes them',
  async () => {
    const { sender, reader } = await connection();
    expect(await unacknowledged(sender)).toBe(0);
    sender.write(Buffer.alloc(50_000_000));
    await expect.poll(() => unacknowledged(sender)).toBeGreaterThan(0);
    reader.resume();
    await expect.poll(() => unacknowledged(sender)).toBe(0);
  },
);

it('a connection that is closed has none that are known', async () => {
  const { sender } = await connection();
  sender.destroy();
  expect(await unacknowledged(sender)).toBeUndefined();
});

it('a socket without a file descriptor has none that are known', async () => {
  for (const handle of [undefined, null, {}, { fd: -1 }])
    expect(await unacknowledged({ _handle: handle } as unknown as Socket)).toBeUndefined();
});
