/** Mail workers with short waits. */
import pino from 'pino';
import { readConfig } from '../../../server/src/config.ts';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { createMailWorker } from '../../../server/src/deps.ts';
import { Links } from '../../../server/src/domain/links.ts';
import { MailQueue } from '../../../server/src/features/mail/mail.ts';
import type { MailLimits } from '../../../server/src/features/mail/worker.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';

/** Pauses of milliseconds; receivers have as long as a busy machine takes. */
const QUICK: Partial<MailLimits> = { gaps: [20, 20, 20], pollMs: [5, 20], stopMs: 500 };

/** A mail worker with a pool of its own, running. `env` is that of a server on the same database. */
export function startMailWorker(
  env: Record<string, string>,
  limits: Partial<MailLimits> = {},
  write: (line: string) => void = () => undefined,
): { stop(): Promise<void>; queue: MailQueue } {
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const database = openDatabase({
    connection: { connectionString: config.DATABASE_URL },
    poolSize: config.DATABASE_POOL_SIZE,
  });
  const vault = new ItemVault(new Keyring(config.ENCRYPTION_KEYS ?? []), new PasswordKdf());
  const queue = new MailQueue(vault);
  const appUrl = config.APP_URL ?? 'http://localhost:8080';
  const deps = {
    database,
    appUrl,
    links: new Links(appUrl),
    mails: queue,
    defaultLocale: config.DEFAULT_LOCALE,
  };
  const log = pino({ level: 'info' }, { write });
  const worker = createMailWorker(config, { ...deps, log }, { ...QUICK, ...limits })!;
  worker.start();
  return {
    queue,
    async stop() {
      await worker.stop();
      await database.close();
    },
  };
}
