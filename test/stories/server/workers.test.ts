import { expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database/database.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

it('a server of two processes says one key and one address, burns a secret once, and stops in order', async () => {
  const database = await createTestDatabase();
  const server = await startServerProcess({ DATABASE_URL: database.url, WORKERS: '2', LOG_LEVEL: 'error' });
  try {
    expect(server.stdout).toMatch(
      /^API key \(shown once\): \S+\nSet up your server: \S+\nListening on \S+\n$/,
    );
    for (let round = 0; round < 4; round++) {
      const { body } = await send(server.baseUrl, 'POST /secrets', {
        key: server.apiKey,
        json: { secret: 'once' },
      });
      // Each request has a connection of its own, and the processes take turns.
      const headers = { connection: 'close' };
      const reveal = () => send(server.baseUrl, `POST /public/secrets/${body.secretId}/reveal`, { headers });
      const statuses = (await atOnce(4, reveal)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 404, 404, 404]);
    }
    expect(await server.stop()).toBe(0);
  } finally {
    await server.stop('SIGKILL');
    await database.drop();
  }
});
