import { expect, it, vi } from 'vitest';
import { put } from '../../support/files/uploads.ts';
import { send, type Reply } from '../../support/network/send.ts';
import { counted, summed } from '../../support/rows/capacity.ts';
import { startServers } from '../../support/server/servers.ts';

it('the counters are right after kill -9 in the middle of everything', async () => {
  const chaos = await startServers({
    MAX_ITEMS_PER_DROP: '20',
    MAX_BYTES_PER_DROP: '1MiB',
    MAX_BYTES_PER_KEY: '8MiB',
  });
  let over = false;
  try {
    const statuses = new Set<number>();
    const one = async (i: number): Promise<void> => {
      const call = (line: string, json?: object) =>
        send(chaos.bases[i % 2]!, line, { key: chaos.apiKey, json });
      while (!over) {
        await act(call).then(
          (status) => statuses.add(status),
          () => undefined,
        );
      }
    };
    const working = Promise.all(Array.from({ length: 6 }, (_, i) => one(i)));
    for (let kill = 0; kill < 2; kill++) {
      const held = (await counted(chaos.database)).keys;
      await vi.waitUntil(
        async () => JSON.stringify((await counted(chaos.database)).keys) !== JSON.stringify(held),
        60_000,
      );
      await chaos.kill(kill % 2);
    }
    await vi.waitUntil(() => statuses.has(200) && statuses.has(201), 60_000);
    over = true;
    await working;
    // Transactions of a killed process are rolled back when PostgreSQL notices.
    await vi.waitFor(
      async () => expect(await counted(chaos.database)).toEqual(await summed(chaos.database)),
      60_000,
    );
  } finally {
    over = true;
    await chaos.stop();
  }
});

/** A file that is announced with its size: one without would take the room of the largest. */
const BYTES = { size: 5 };

const sendTo = (uploadUrl: string, bytes: Buffer): Promise<Reply> =>
  put(uploadUrl.replace(/\/public.*/, ''), uploadUrl, bytes);

/** Something that adds, reads or deletes, by chance. */
async function act(call: (line: string, json?: object) => Promise<Reply>): Promise<number> {
  const text = `${'x'.repeat(Math.floor(Math.random() * 20_000))}!`;
  const often = Math.random() < 0.7;
  switch (Math.floor(Math.random() * 5)) {
    case 0: {
      const { status, body } = await call('POST /secrets', { secret: text });
      if (status === 201 && often) await call(`POST /public/secrets/${body.secretId}/reveal`, {});
      return status;
    }
    case 1: {
      const { status, body } = await call('POST /transfers', { type: 'text', text, oneTime: true });
      if (status === 201 && often) await call(`POST /public/transfers/${body.id}/open`, {});
      return status;
    }
    case 2: {
      const { status: announced, body } = await call('POST /transfers', { type: 'file', size: text.length });
      if (announced !== 201) return announced;
      const { status } = await sendTo(body.uploadUrl as string, Buffer.from(text));
      return often ? (await call(`DELETE /transfers/${body.id}`)).status : status;
    }
    case 3: {
      const { dropId } = (await call('POST /drops', { label: 'x' })).body;
      const { status, body } = await call(`POST /public/drops/${dropId}/items`, {
        message: 'x',
        file: BYTES,
      });
      if (status !== 201) return status;
      await sendTo(body.uploadUrl as string, Buffer.from('bytes'));
      if (often) await call(`DELETE /drops/${dropId}/items/${body.id}`);
      return status;
    }
    default: {
      const { roomId } = (await call('POST /rooms', { name: 'x' })).body;
      await call(`POST /rooms/${roomId}/messages`, { text });
      const { status, body } = await call(`POST /rooms/${roomId}/files`, BYTES);
      if (status === 201) await sendTo(body.uploadUrl as string, Buffer.from('bytes'));
      return often ? (await call(`DELETE /rooms/${roomId}`)).status : 200;
    }
  }
}
