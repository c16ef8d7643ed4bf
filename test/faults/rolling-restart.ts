/**
 * Restarts servers behind a proxy, one after the other, while clients create and reveal secrets through it, and counts
 * what was lost: `node test/faults/rolling-restart.ts [nginx|caddy] [restarts] [requests] [servers] [a second]`. The proxy
 * is that of Debian, with the settings of docs/proxies.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { isInstalled, PROXIES, type ProxyName } from '../support/server/documented-proxies.ts';
import { restartBehind } from '../support/server/rolling-restart.ts';

const [name = 'nginx', restarts = '10', requests = '30000', servers = '2', perSecond] = process.argv.slice(2);
if (!(name in PROXIES)) throw new Error(`It knows ${Object.keys(PROXIES).join(' and ')}, not ${name}.`);
const proxy = name as ProxyName;
if (!isInstalled(proxy)) throw new Error(`${proxy} is not installed: apt-get install ${PROXIES[proxy]}`);

const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-rolling-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  const { passages, seconds } = await restartBehind({
    proxies: [proxy],
    databaseUrl: databaseUrl(postgres.connection),
    servers: Number(servers),
    restarts: Number(restarts),
    requests: Number(requests),
    clients: perSecond === undefined ? 16 : 64,
    pauseMs: 40,
    perSecond: perSecond === undefined ? undefined : Number(perSecond),
  });
  const { sent, lost, log } = passages[proxy]!;
  const count = Object.values(lost).reduce((sum, some) => sum + some, 0);
  console.log(
    `${proxy}: ${restarts} restarts of ${servers} servers, ${sent} requests in ${seconds.toFixed(0)} s (${(sent / seconds).toFixed(0)} a second), lost: ${count}`,
    lost,
  );
  if (count > 0) console.error(log);
  process.exitCode = count > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
