import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { isInstalled, PROXIES, type ProxyName } from '../../support/server/documented-proxies.ts';
import { restartBehind, type Passage } from '../../support/server/rolling-restart.ts';

/*
 * A small tier of `node test/faults/rolling-restart.ts`: both proxies stand in front of the same two servers. Most of
 * the time the servers wait for proxies to hear that they are about to stop.
 */
const REQUESTS = 1_000;
const names = Object.keys(PROXIES) as ProxyName[];
const installed = names.filter(isInstalled);

let database: TestDatabase;
let passages: Partial<Record<ProxyName, Passage>> = {};
beforeAll(async () => {
  database = await createTestDatabase();
  if (installed.length === 0) return;
  ({ passages } = await restartBehind({
    proxies: installed,
    databaseUrl: database.url,
    servers: 2,
    restarts: 2,
    requests: REQUESTS,
    clients: 8,
    pauseMs: 250,
  }));
});
afterAll(() => database.drop());

for (const name of names) {
  const without = installed.includes(name) ? '' : ` (skipped: ${name} is not installed: ${PROXIES[name]})`;
  it.skipIf(without)(
    `two restarts behind ${name} with the documented settings lose nothing${without}`,
    () => {
      const { sent, lost, log } = passages[name]!;
      expect(lost, log).toEqual({});
      expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    },
  );
}
