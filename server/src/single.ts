import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import { givenDatabase } from './deps.ts';
import { closeInCalm, listen } from './http/listening.ts';
import { createLogger } from './runtime/logger.ts';
import { stopSignal } from './runtime/stop-signal.ts';
import { serve } from './serve.ts';
import { shutdownLimits } from './shutdown-limits.ts';
import { reportListening } from './start-report.ts';
import { startEmbeddedPostgres } from './storage/embedded-postgres.ts';

/** The whole server in one process: its PostgreSQL, if it has one, and what serves. */
export async function runSingle(config: Config): Promise<void> {
  const log = createLogger(config);
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (message) => log.info(message) })
      : undefined;
  try {
    await serve(config, log, {
      connection: embedded?.connection ?? givenDatabase(config),
      volume: embedded?.volume,
      isFirst: true,
      open: (server) => listen(server, config),
      async serving(url, firstKey) {
        const stop = stopSignal();
        reportListening(url, firstKey);
        await stop;
      },
      announced: () => delay(shutdownLimits(config).announceMs),
      close: closeInCalm,
    });
  } finally {
    await embedded?.stop();
  }
}
