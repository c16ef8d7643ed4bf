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
  createJobs,
  createKeyring,
  createLogger,
  createNotifications,
  createServer,
} from './deps.ts';
import { createFirstKey } from './features/accounts/api-key.ts';
import { Shutdown, type ShutdownLimits } from './http/shutdown.ts';
import { isUnavailable } from './storage/database.ts';
import { startEmbeddedPostgres } from './storage/embedded-postgres.ts';
import { migrate } from './storage/migrate.ts';
import { patiently } from './storage/patience.ts';
import { SchemaError } from './storage/schema.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config);
  const compiling = createContractValidator(config);
  compiling.catch(() => undefined);
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (message) => log.info(message) })
      : undefined;
  const connection: ClientConfig = embedded?.connection ?? { connectionString: config.DATABASE_URL };
  const database = createDatabase(config, connection);
  const notifications = createNotifications(connection, log);
  try {
    await migrate(connection);
    const keyring = await patiently(() => createKeyring(config, database));
    const app = Promise.withResolvers<Express>();
    const server = createServer(config, (request, response) => {
      void app.promise.then((handle) => void handle(request, response));
    });
    const shutdown = new Shutdown(server);
    const url = await listen(server, config);
    const appUrl = config.APP_URL ?? `http://localhost:${(server.address() as AddressInfo).port}`;
    const validator = await compiling;
    const deps = createDeps(config, { database, notifications, keyring, validator, appUrl, log });
    await patiently(() => deps.blobs.check(database));
    app.resolve(createApp(deps));

    const firstKey = await patiently(() => createFirstKey(database));
    const stop = signalToStop();
    if (firstKey !== undefined) console.log(`API key (shown once): ${firstKey}`);
    console.log(`Listening on ${url}`);
    const jobs = createJobs({ connection, database, blobs: deps.blobs, vault: deps.vault, log });
    const deliveries = createDeliveryWorker(deps);
    jobs.start();
    deliveries.start();
    await stop;
    deps.readiness.drain();
    const limits = shutdownLimits(config);
    await shutdown.announce(limits);
    deps.roomFeed.stop();
    await Promise.all([shutdown.finish(limits), jobs.stop(), deliveries.stop()]);
    deps.requestLog.flush();
  } finally {
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

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof ConfigError || error instanceof SchemaError) console.error(error.message);
    else console.error(explain(error as Error));
    process.exit(1);
  },
);

/** A failed start in a sentence that names the setting to look at. */
function explain(error: Error & { code?: string; syscall?: string }): string {
  const { code = '', syscall = '', message } = error;
  const reason = message || code;
  if (code === 'EADDRINUSE') return 'The port is taken. Set PORT to another one, or stop what listens there.';
  if (syscall === 'listen')
    return `The server cannot listen there (${reason}). Set HOST and PORT to an address of this machine.`;
  if (syscall === 'mkdir' || syscall === 'open')
    return `DATA_DIR cannot be used (${reason}). Set it to a directory to write to.`;
  if (isUnavailable(error) || /^(28|3D|ERR_INVALID_URL)/.test(code)) {
    return `The database cannot be used (${reason}). Check DATABASE_URL, and that PostgreSQL runs there.`;
  }
  return `The server could not start: ${reason}`;
}
