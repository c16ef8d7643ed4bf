import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { databaseConnection } from '../deps.ts';
import { closeInCalm, listen } from '../http/connection/listening.ts';
import { serveMetrics } from '../metrics/listener.ts';
import { createLogger } from '../runtime/logger.ts';
import { aborted, stopSignal, unlessAborted } from '../runtime/stop-signal.ts';
import { serve } from './serve.ts';
import { shutdownLimits } from './shutdown-limits.ts';
import { reportListening } from './report.ts';
import { startEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';

/** The whole server in one process: its PostgreSQL, if it has one, and what serves. */
export async function runSingle(config: Config): Promise<void> {
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
  let isServing = false;
  try {
    const served = serve(config, log, {
      connection: embedded?.connection ?? databaseConnection(config),
      volume: embedded?.volume,
      isFirst: true,
      open: (server) => listen(server, config),
      async serving(url) {
        isServing = true;
        reportListening(url);
        await aborted(signal);
      },
      announced: () => delay(shutdownLimits(config).announceMs),
      close: closeInCalm,
      async measured(read) {
        await serveMetrics(config, log, async () => [await read()]);
      },
    });
    // A start that is not over has nobody to wait for.
    await Promise.race([served, aborted(signal).then(() => (isServing ? served : undefined))]);
  } finally {
    await embedded?.stop();
  }
}
