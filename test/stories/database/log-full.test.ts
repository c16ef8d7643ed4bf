import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../support/database/database.ts';
import { quietPort } from '../../support/network/quiet-port.ts';
import { send } from '../../support/network/send.ts';
import { ROOT } from '../../support/server/server-process.ts';

it('a server serves, and stops, when the disk that its log is on is full', async () => {
  const database = await createTestDatabase();
  const port = await quietPort();
  const full = openSync('/dev/full', 'w');
  const { PATH, HOME, TMPDIR } = process.env;
  const server = spawn(process.execPath, [join(ROOT, 'server/main.js')], {
    env: {
      ...{ PATH, HOME, TMPDIR, NODE_ENV: 'test', PORT: String(port), DATABASE_URL: database.url },
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    },
    stdio: ['ignore', full, full],
  });
  const exited = once(server, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const ready = async () => (await send(url, 'GET /readyz')).status;
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 120_000, interval: 50 });
  for (let i = 0; i < 20; i++) expect((await send(url, 'GET /api/v1/key')).status).toBe(401);
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  closeSync(full);
  await database.drop();
});
