import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Express } from 'express';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { createApp, type AppDeps } from '../app.ts';
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
import { createSetUpLink } from '../features/users/mailed-links.ts';
import { Shutdown } from '../http/connection/shutdown.ts';
import { measure, type Measured } from '../metrics/metrics.ts';
import { answers } from '../storage/postgres/probe.ts';
import { VERSION } from '../package.ts';
import { writeCompiled } from '../runtime/compile-cache.ts';
import { shrinkWhenIdle } from './idle-memory.ts';
import { shutdownLimits } from './shutdown-limits.ts';
import { reportFirstKey, reportOfStart, reportSetUpLink } from './report.ts';
import { recordQuotas } from '../storage/capacity.ts';
import { markKeyInUse } from '../storage/keys/keyring-check.ts';
import type { DiskFloor } from '../storage/disk/disk-floor.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Database } from '../storage/postgres/database.ts';
import type { Notifications } from '../storage/postgres/notifications.ts';
import type { Volume } from '../storage/embedded/volume.ts';
import { migrate } from '../storage/postgres/migrations/migrate.ts';
import { retryUnavailable } from '../storage/postgres/retry.ts';
import { keepRegistered } from '../storage/postgres/migrations/server-processes.ts';
import { isPooled } from '../storage/postgres/session.ts';
import { keyFilePath } from '../storage/keys/key-file.ts';

/** Environment of a serving process: alone, or one of several. */
export interface Place {
  connection: ClientConfig;
  /** Settings of an embedded PostgreSQL. */
  volume: Volume | undefined;
  /** True for the process that does the work of the whole server, such as jobs. */
  isFirst: boolean;
  /** Accepts connections, whose requests wait. @returns the URL for clients */
  open(server: Server): Promise<string>;
  /** Called when requests are responded to. Resolves when the process must stop. */
  serving(url: string): Promise<void>;
  /** Resolves when clients have had time to notice the announced shutdown. */
  announced(): Promise<void>;
  /** Stops accepting connections. */
  close(server: Server): Promise<void>;
  /** Hands over the reader of this process's metrics. */
  measured(read: () => Promise<Measured>): Promise<void>;
}

/** Parts that live as long as the process. */
interface Parts {
  database: Database;
  notifications: Notifications;
  keyring: Keyring;
  log: Logger;
  floor: DiskFloor | undefined;
  pooled: boolean;
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
    const parts = { database, notifications, keyring, log, floor: disk?.floor, pooled };
    const { server, url, shutdown, deps } = await listen(config, place, parts);
    if (isFirst && config.ROLE === 'all') await createFirstAccount(config, deps);
    const stop = place.serving(url);
    if (isFirst) await reportStart(config, { ...deps, url, pooled });
    if (config.METRICS_PORT !== undefined) await place.measured(await measureProcess(place, parts));
    const background = startBackground(config, place, { ...deps, ...parts });
    disk?.upkeep.start();
    writeCompiled();
    shrinkWhenIdle();
    await stop;
    deps.readiness.drain();
    shutdown.announce();
    await place.announced();
    deps.roomFeed.stop();
    const finish = async (): Promise<void> => {
      await place.close(server);
      await shutdown.finish(shutdownLimits(config));
    };
    await Promise.all([finish(), background.stop()]);
    deps.requestLog.flush();
    await deps.keyUsage.flush();
    await background.finish();
  } finally {
    sealing?.();
    await forget?.();
    await disk?.upkeep.stop();
    await notifications.close();
    await database.close();
  }
}

/** Accepts connections at once; their requests wait until the app is created. */
async function listen(config: Config, place: Place, parts: Parts) {
  const app = Promise.withResolvers<Express>();
  const server = createServer(config, (request, response) => {
    void app.promise.then((handle) => void handle(request, response));
  });
  const shutdown = new Shutdown(server);
  const url = await place.open(server);
  const appUrl = config.APP_URL ?? `http://localhost:${new URL(url).port || 80}`;
  const deps = createDeps(config, { ...parts, validator: createContractValidator(config), appUrl });
  await retryUnavailable(() => deps.blobs.check(parts.database));
  app.resolve(createApp(deps));
  return { server, url, shutdown, deps };
}

const createFirstAccount = (config: Config, deps: AppDeps): Promise<void> =>
  retryUnavailable(() =>
    createFirstKey(deps.database, async (key, accountId, trx) => {
      const link = await createSetUpLink(trx, accountId, { ...deps, to: config.ADMIN_EMAIL });
      reportFirstKey(key);
      if (link !== undefined) reportSetUpLink(link);
    }),
  );

async function reportStart(
  config: Config,
  {
    database,
    log,
    ...parts
  }: Pick<AppDeps, 'database' | 'log' | 'appUrl'> & { url: string; pooled: boolean },
): Promise<void> {
  log.info(await reportOfStart(database, config, parts), 'started');
  if (config.MAKE_KEY_FILE && config.ENCRYPTION_KEYS === undefined)
    log.warn(
      { file: keyFilePath(config.DATA_DIR) },
      'The encryption key is in this file. Back it up, apart from the database: without it no item can be opened.',
    );
}

const measureProcess = ({ connection, isFirst }: Place, { database, floor }: Parts) =>
  measure({
    version: VERSION,
    pool: () => database.connections(),
    state: isFirst
      ? async () => {
          const server = await readServer(database, floor);
          const mails = await readMails(database);
          // A pool without a free connection reads nothing, though the database answers.
          const isUp = server.database.bytes !== null || (await answers(connection));
          return { ...server, mails, isUp };
        }
      : undefined,
  });

/** Starts jobs, notifications and workers. `finish` follows when no request is in flight. */
function startBackground(
  config: Config,
  { connection, isFirst }: Place,
  deps: AppDeps & Pick<Parts, 'notifications' | 'pooled'>,
): { stop: () => Promise<unknown>; finish: () => Promise<void> } {
  const jobs = createJobs({ ...deps, connection, backups: createBackups(config, deps) });
  const deliveries = createDeliveryWorker(config, deps);
  const auditLines = isFirst && config.AUDIT_LOG_LINES ? new AuditLines(deps.database, deps.log) : undefined;
  const mails = createMailWorker(config, deps);
  if (isFirst) jobs.start();
  auditLines?.start();
  deps.notifications.start();
  deliveries.start();
  mails?.start();
  return {
    stop: () => Promise.all([jobs.stop(), deliveries.stop(), mails?.stop()]),
    finish: async () => auditLines?.stop(),
  };
}
