import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { closeInCalm, listen } from '../http/connection/listening.ts';
import { COMPILE_CACHE } from '../runtime/compile-cache.ts';
import { serveMetrics } from '../metrics/listener.ts';
import { createLogger } from '../runtime/logger.ts';
import { aborted, stopSignal, unlessAborted } from '../runtime/stop-signal.ts';
import { shutdownLimits } from '../start/shutdown-limits.ts';
import { reportListening } from '../start/report.ts';
import { startEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import { Workers } from './workers.ts';

/**
 * Server of several processes. The parent owns the embedded PostgreSQL and the listening socket, hands each connection
 * to a worker, and replaces workers that die. Only their own connections are lost.
 */
export async function runParent(
  config: Config,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const log = createLogger(config);
  const signal = stopSignal();
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({
          dataDir: config.DATA_DIR,
          log: (message) => log.info(message),
          signal,
        }).catch(unlessAborted(signal))
      : undefined;
  if (signal.aborted) return embedded?.stop();
  const server = new Server({ pauseOnConnect: true, noDelay: true });
  const workers = new Workers({
    count: config.WORKERS,
    embedded: embedded && {
      connection: embedded.connection,
      directory: embedded.directory,
      dataDir: config.DATA_DIR,
      superuser: embedded.volume.superuser,
    },
    environment: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    log,
    open: () => listen(server, config),
  });
  server.on('connection', (socket) => workers.hand(socket));
  try {
    const url = await Promise.race([workers.start(), aborted(signal)]);
    if (url === undefined) return;
    reportListening(url);
    await serveMetrics(config, log, () => workers.measured());
    await Promise.race([aborted(signal), workers.broken]);
    const limits = shutdownLimits(config);
    workers.announce();
    await delay(limits.announceMs);
    await closeInCalm(server);
    await workers.finish(limits);
  } finally {
    workers.kill();
    await embedded?.stop();
  }
}
