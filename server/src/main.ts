import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { ClientConfig } from 'pg';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import {
  createContractValidator,
  createDatabase,
  createDeliveryWorker,
  createDeps,
  createDisk,
  createJobs,
  createKeyring,
  createLogger,
  createNotifications,
  createServer,
  givenDatabase,
  listenedDatabase,
  quotasOf,
} from './deps.ts';
import { createFirstKey } from './features/accounts/api-key.ts';
import { Shutdown, type ShutdownLimits } from './http/shutdown.ts';
import { explainFailure } from './start-failure.ts';
import { reportOfStart } from './start-report.ts';
import { recordQuotas } from './storage/capacity.ts';
import { startEmbeddedPostgres } from './storage/embedded-postgres.ts';
import { keepSealing } from './storage/keyring-check.ts';
import { migrate } from './storage/migrate.ts';
import { retryUnavailable } from './storage/retry.ts';
import { SchemaError } from './storage/schema.ts';
import { isPooled } from './storage/session.ts';
import { handleArguments } from './usage.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config);
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (message) => log.info(message) })
      : undefined;
  const connection: ClientConfig = embedded?.connection ?? givenDatabase(config);
  const pooled = embedded === undefined && (await isPooled(connection));
  const database = createDatabase(config, connection, { pooled });
  const notifications = createNotifications(listenedDatabase(config) ?? connection, { database, log });
  const disk = embedded && createDisk(config, { volume: embedded.volume, database, log });
  let sealing: (() => void) | undefined;
  try {
    await migrate(connection);
    const keyring = await retryUnavailable(() => createKeyring(config, database));
    if (pooled) await retryUnavailable(() => recordQuotas(database, quotasOf(config)));
    sealing = keepSealing(database, keyring);
    const app = Promise.withResolvers<Express>();
    const server = createServer(config, (request, response) => {
      void app.promise.then((handle) => void handle(request, response));
    });
    const shutdown = new Shutdown(server);
    const url = await listen(server, config);
    const appUrl = config.APP_URL ?? `http://localhost:${(server.address() as AddressInfo).port}`;
    const validator = createContractValidator(config);
    const parts = { database, notifications, keyring, validator, appUrl, log, floor: disk?.floor };
    const deps = createDeps(config, parts);
    await retryUnavailable(() => deps.blobs.check(database));
    app.resolve(createApp(deps));

    const firstKey = await retryUnavailable(() => createFirstKey(database));
    const stop = signalToStop();
    if (firstKey !== undefined) console.log(`API key (shown once): ${firstKey}`);
    console.log(`Listening on ${url}`);
    log.info(await reportOfStart(database, config, { url, appUrl, pooled }), 'started');
    const jobs = createJobs({ connection, pooled, database, blobs: deps.blobs, vault: deps.vault, log });
    const deliveries = createDeliveryWorker(deps);
    jobs.start();
    notifications.start();
    deliveries.start();
    disk?.upkeep.start();
    await stop;
    deps.readiness.drain();
    const limits = shutdownLimits(config);
    await shutdown.announce(limits);
    deps.roomFeed.stop();
    await Promise.all([shutdown.finish(limits), jobs.stop(), deliveries.stop()]);
    deps.requestLog.flush();
  } finally {
    sealing?.();
    await disk?.upkeep.stop();
    await notifications.close();
    await database.close();
    await embedded?.stop();
  }
}

async function listen(server: Server, config: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { syscall: 'listen' })));
    server.listen(config.PORT, config.HOST, resolve);
  });
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function signalToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function shutdownLimits(config: Config): ShutdownLimits {
  const delaySeconds = config.SHUTDOWN_DELAY ?? (config.NODE_ENV === 'production' ? 10 : 0);
  return {
    delayMs: delaySeconds * 1_000,
    requestMs: config.SHUTDOWN_TIMEOUT * 1_000,
    fileMs: config.SHUTDOWN_FILE_TIMEOUT * 1_000,
  };
}

const asked = handleArguments(process.argv.slice(2));
if (asked) {
  (asked.code === 0 ? console.log : console.error)(asked.text);
  process.exit(asked.code);
}
main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof ConfigError || error instanceof SchemaError) console.error(error.message);
    else console.error(explainFailure(error as Error));
    process.exit(1);
  },
);
