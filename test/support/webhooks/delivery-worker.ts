/** Delivery workers with short waits. */
import pino from 'pino';
import { readConfig } from '../../../server/src/config.ts';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import {
  readAllowedHosts,
  type TargetPolicy,
} from '../../../server/src/features/webhooks/endpoints/target.ts';
import { DeliveryWorker, type WorkerLimits } from '../../../server/src/features/webhooks/sender/worker.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';

/** Quick enough for tests: what takes minutes takes milliseconds. Receivers have as long as a busy machine takes. */
export const QUICK: Partial<WorkerLimits> = {
  gaps: [40, 40, 40],
  pauses: [40, 80],
  connectTimeoutMs: 60_000,
  totalTimeoutMs: 60_000,
  leaseMs: 180_000,
  pollMs: [5, 20],
  stopMs: 500,
};
/** The same, for receivers that never respond. */
export const IMPATIENT: Partial<WorkerLimits> = {
  ...QUICK,
  connectTimeoutMs: 500,
  totalTimeoutMs: 500,
  leaseMs: 20_000,
};

interface Running {
  stop(): Promise<void>;
}

/** A delivery worker with a pool of its own, running. `env` is that of a server on the same database. */
export function startWorker(
  env: Record<string, string>,
  limits: Partial<WorkerLimits> = QUICK,
  policy: Partial<TargetPolicy> = {},
): Running {
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const connection = { connectionString: config.DATABASE_URL };
  const database = openDatabase({ connection, poolSize: config.DATABASE_POOL_SIZE });
  const worker = startWorkerOn(database, env, limits, policy);
  return {
    async stop() {
      await worker.stop();
      await database.close();
    },
  };
}

/** The same, on a pool that is there. */
export function startWorkerOn(
  database: Database,
  env: Record<string, string>,
  limits: Partial<WorkerLimits> = QUICK,
  policy: Partial<TargetPolicy> = {},
): Running {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env });
  const vault = new ItemVault(new Keyring(config.ENCRYPTION_KEYS ?? []), new PasswordKdf());
  const allowedHosts = config.WEBHOOK_ALLOWED_HOSTS ?? readAllowedHosts('');
  const webhookTargets = { allowHttp: true, allowedHosts, ...policy };
  const log = pino({ level: config.LOG_LEVEL });
  const worker = new DeliveryWorker({ database, vault, webhookTargets, log }, limits);
  worker.start();
  return worker;
}
