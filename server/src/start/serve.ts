import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Express } from 'express';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import {
  createBackups,
  createContractValidator,
  createDatabase,
  createDeliveryWorker,
  createDeps,
  createDisk,
  createJobs,
  createKeyring,
  createMailWorker,
  createNotifications,
  createServer,
  listenConnection,
  quotasOf,
} from '../deps.ts';
import { AuditLines } from '../features/accounts/audit-lines.ts';
import { readMails, readServer } from '../features/accounts/server.ts';
import { createFirstKey } from '../features/accounts/api-key.ts';
import { createSetUpLink } from '../features/users/set-up.ts';
import { Shutdown } from '../http/connection/shutdown.ts';
import { measure, type Measured } from '../metrics/metrics.ts';
import { answers } from '../storage/postgres/probe.ts';
import { VERSION } from '../package.ts';
import { writeCompiled } from '../runtime/compile-cache.ts';
import { shutdownLimits } from './shutdown-limits.ts';
import { reportFirstKey, reportOfStart, reportSetUpLink } from './report.ts';
import { recordQuotas } from '../storage/capacity.ts';
import { markKeyInUse } from '../storage/keys/keyring-check.ts';
import type { Volume } from '../storage/embedded/volume.ts';
import { migrate } from '../storage/postgres/migrations/migrate.ts';
import { retryUnavailable } from '../storage/postgres/retry.ts';
import { keepRegistered } from '../storage/postgres/migrations/server-processes.ts';
import { isPooled } from '../storage/postgres/session.ts';
import { keyFilePath } from '../storage/keys/key-file.ts';

/** Place of a serving process: alone, or one of several. */
export interface Place {
  connection: ClientConfig;
  /** Settings of an embedded PostgreSQL. */
  volume: Volume | undefined;
  /** Whether this is the process that does what one process of a server does for all of them. */
  isFirst: boolean;
  /** Has connections come; their requests wait. @returns where clients connect to. */
  open(server: Server): Promise<string>;
  /** Called when requests are responded to. Resolves when the process is to stop. */
  serving(url: string): Promise<void>;
  /** Resolves when clients have had the time to hear of that. */
  announced(): Promise<void>;
  /** Has no new connections come. */
  close(server: Server): Promise<void>;
  /** Has the metrics of this process read by whoever serves those of the server. */
  measured(read: () => Promise<Measured>): Promise<void>;
}

/** Serves from the first migration to the end of the last request. */
export async function serve(config: Config, log: Logger, place: Place): Promise<void> {
  const { connection, volume, isFirst } = place;
  const pooled = volume === undefined && (await isPooled(connection));
  const database = createDatabase(config, connection, { pooled });
  const notifications = createNotifications(listenConnection(config) ?? connection, { database, log });
  const disk = volume && createDisk(config, { volume, makesReserve: isFirst, database, log });
  const id = randomUUID();
  let sealing: (() => void) | undefined;
  let forget: (() => Promise<void>) | undefined;
  try {
    await migrate(connection, {
      onBusy: (migration) => log.warn({ migration }, 'a migration waits for tables that others use'),
      onHeld: (migrations, processes) =>
        log.warn({ migrations, processes }, 'the upgrade cannot be finished while older servers run'),
      process: id,
    });
    forget = keepRegistered(database, id);
    const keyring = await retryUnavailable(() => createKeyring(config, database));
    if (pooled) await retryUnavailable(() => recordQuotas(database, quotasOf(config)));
    sealing = markKeyInUse(database, keyring);
    const app = Promise.withResolvers<Express>();
    const server = createServer(config, (request, response) => {
      void app.promise.then((handle) => void handle(request, response));
    });
    const shutdown = new Shutdown(server);
    const url = await place.open(server);
    const appUrl = config.APP_URL ?? `http://localhost:${new URL(url).port || 80}`;
    const validator = createContractValidator(config);
    const parts = { database, notifications, keyring, validator, appUrl, log, floor: disk?.floor };
    const deps = createDeps(config, parts);
    await retryUnavailable(() => deps.blobs.check(database));
    app.resolve(createApp(deps));

    if (isFirst && config.ROLE === 'all')
      await retryUnavailable(() =>
        createFirstKey(database, async (key, accountId, trx) => {
          const link = await createSetUpLink(trx, accountId, {
            ...deps,
            to: config.ADMIN_EMAIL,
          });
          reportFirstKey(key);
          if (link !== undefined) reportSetUpLink(link);
        }),
      );
    const stop = place.serving(url);
    if (isFirst) log.info(await reportOfStart(database, config, { url, appUrl, pooled }), 'started');
    if (isFirst && config.MAKE_KEY_FILE && config.ENCRYPTION_KEYS === undefined)
      log.warn(
        { file: keyFilePath(config.DATA_DIR) },
        'The encryption key is in this file. Back it up, apart from the database: without it no item can be opened.',
      );
    if (config.METRICS_PORT !== undefined)
      await place.measured(
        await measure({
          version: VERSION,
          pool: () => database.connections(),
          state: isFirst
            ? async () => {
                const server = await readServer(database, disk?.floor);
                const mails = await readMails(database);
                // A pool without a free connection reads nothing, though the database answers.
                const isUp = server.database.bytes !== null || (await answers(connection));
                return { ...server, mails, isUp };
              }
            : undefined,
        }),
      );
    const jobs = createJobs({ ...deps, connection, pooled, backups: createBackups(config, deps) });
    const deliveries = createDeliveryWorker(config, deps);
    const auditLines = isFirst && config.AUDIT_LOG_LINES ? new AuditLines(database, log) : undefined;
    const mailWorker = createMailWorker(config, deps);
    if (isFirst) jobs.start();
    auditLines?.start();
    notifications.start();
    deliveries.start();
    mailWorker?.start();
    disk?.upkeep.start();
    writeCompiled();
    await stop;
    deps.readiness.drain();
    shutdown.announce();
    await place.announced();
    deps.roomFeed.stop();
    const finish = async (): Promise<void> => {
      await place.close(server);
      await shutdown.finish(shutdownLimits(config));
    };
    await Promise.all([finish(), jobs.stop(), deliveries.stop(), mailWorker?.stop()]);
    deps.requestLog.flush();
    await deps.keyUsage.flush();
    await auditLines?.stop();
  } finally {
    sealing?.();
    await forget?.();
    await disk?.upkeep.stop();
    await notifications.close();
    await database.close();
  }
}
