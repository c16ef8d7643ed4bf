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
    // What a killed process had begun is rolled back when PostgreSQL notices.
    await vi.waitFor(
      async () => expect(await counted(chaos.database)).toEqual(await summed(chaos.database)),
      60_000,
    );
  } finally {
    over = true;
    await chaos.stop();
  }
});

const sendTo = (uploadUrl: string, bytes: Buffer): Promise<Reply> =>
  put(uploadUrl.replace(/\/public.*/, ''), uploadUrl, bytes);

/** Something that adds, reads or deletes, by chance. */
async function act(call: (line: string, json?: object) => Promise<Reply>): Promise<number> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
  const text = 'x'.repeat(Math.floor(Math.random() * 20_000));
  switch (Math.floor(Math.random() * 8)) {
    case 0: {
      const { status, body } = await call('POST /secrets', { secret: `${text}!` });
      if (status === 201 && Math.random() < 0.7)
        await call(`POST /public/secrets/${body.secretId}/reveal`, {});
      return status;
    }
    case 1: {
      const { status, body } = await call('POST /transfers', {
        type: 'text',
        text: `${text}!`,
        oneTime: true,
      });
      if (status === 201 && Math.random() < 0.7) await call(`POST /public/transfers/${body.id}/open`, {});
      return status;
    }
    case 2: {
      const { status, body } = await call('POST /transfers', { type: 'file' });
      if (status === 201) await sendTo(body.uploadUrl as string, Buffer.from(text));
      return status;
    }
    case 3:
      return (await call('POST /drops', { label: 'x' })).status;
    case 4: {
      const { drops } = (await call('GET /drops?limit=100')).body;
      if (drops.length === 0) return 0;
      const { dropId } = pick(drops as { dropId: string }[]);
      const json = pick<object>([
        { message: 'hello' },
        { message: 'hello', file: {} },
        { file: { size: 5 } },
      ]);
      const { status, body } = await call(`POST /public/drops/${dropId}/items`, json);
      if (body.uploadUrl) await sendTo(body.uploadUrl as string, Buffer.from('bytes'));
      if (Math.random() < 0.3) await call(`DELETE /drops/${dropId}/items/${body.id}`);
      return status;
    }
    case 5: {
      const { drops } = (await call('GET /drops?limit=100')).body;
      return drops.length > 3 ? (await call(`DELETE /drops/${drops[0].dropId}`)).status : 0;
    }
    case 6: {
      const { roomId } = (await call('POST /rooms', { name: 'x' })).body;
      await call(`POST /rooms/${roomId}/messages`, { text: 'hello' });
      const { body } = await call(`POST /rooms/${roomId}/files`, {});
      await sendTo(body.uploadUrl as string, Buffer.from('bytes'));
      if (Math.random() < 0.5) await call(`DELETE /rooms/${roomId}/files/${body.id}`);
      return Math.random() < 0.5 ? (await call(`DELETE /rooms/${roomId}`)).status : 200;
    }
    default: {
      const { transfers } = (await call('GET /transfers?limit=100&status=active')).body;
      return transfers.length > 0
        ? (await call(`DELETE /transfers/${pick(transfers as { id: string }[]).id}`)).status
        : 0;
    }
  }
}
