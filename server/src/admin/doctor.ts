import { access, constants, statfs } from 'node:fs/promises';
import pg from 'pg';
import { findBackupTrouble, type BackupTrouble } from '../storage/backup/store.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createBlobs, readKeys } from '../deps.ts';
import { Keyring } from '../crypto/keyring.ts';
import { findMigrations, findVersion } from '../features/accounts/server-store.ts';
import { canHashPasswords } from '../features/users/password.ts';
import { SmtpTransport } from '../features/mail/transport.ts';
import { wrappedColumns } from '../modules.ts';
import { COMMANDS } from '../package.ts';
import { compareMigrations } from '../storage/postgres/migrations/migration-files.ts';
import { refuseNewer } from '../storage/postgres/migrations/newer-migrations.ts';
import { checkSchema } from '../storage/postgres/migrations/schema.ts';
import { countByKey } from '../storage/keys/wrapped-keys.ts';
import { unknownSettings } from '../settings/unknown-settings.ts';
import { Faults, table, type AdminContext, type Command } from './command.ts';

/** Severity: `fault` keeps the server from working, `note` may be meant. */
type Verdict = 'ok' | 'note' | 'fault';
/** A verdict, and a sentence with the fact and the remedy. */
export type Finding = readonly [Verdict, string];

const ok = (text: string): Finding[] => [['ok', text]];
const note = (text: string): Finding[] => [['note', text]];
const fault = (text: string): Finding[] => [['fault', text]];

type KeyCount = Awaited<ReturnType<typeof countByKey>>[number];
type Check = (context: AdminContext) => Promise<readonly Finding[]>;

const CLOCK_MS = 2_000;
const REACH_MS = 5_000;
const FREE_SHARE = 0.1;

const checks: Record<string, Check> = {
  async settings({ environment = {} }) {
    const unknown = unknownSettings(environment).flatMap(({ name, likely }) =>
      note(likely ? `${name} is no setting: is ${likely} meant?` : `${name} is no setting.`),
    );
    try {
      const { NODE_ENV, APP_URL } = readConfig(environment);
      const place = NODE_ENV === 'production' ? `in production at ${APP_URL}` : `for ${NODE_ENV}`;
      return [...ok(`The settings can be used, ${place}.`), ...unknown];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [...fault(error.message.replaceAll(/\s*\n\s*/g, ' ')), ...unknown];
    }
  },

  async node() {
    const version = `Node.js ${process.versions.node}`;
    return canHashPasswords()
      ? ok(`${version}.`)
      : fault(`${version} cannot hash passwords, so nobody can sign in. Take Node.js 24.7 or newer.`);
  },

  async database({ database, config }) {
    const began = performance.now();
    const version = await findVersion(database);
    const ms = Math.round(performance.now() - began);
    const own = config.DATABASE_URL === undefined ? `its own, in ${config.DATA_DIR}` : 'that of DATABASE_URL';
    return ok(`PostgreSQL ${version}, ${own}, answers in ${ms} ms.`);
  },

  async schema({ connection, database }) {
    const applied = await findMigrations(database).catch(unlessEmpty<string>);
    const { pending, unfinished, newer } = compareMigrations(applied);
    if (applied.length === 0) return note('The database is empty. The first start fills it.');
    const client = new pg.Client(connection);
    await client.connect();
    try {
      await refuseNewer(client);
      if (newer.length > 0)
        return note(
          `A newer version has used the database (${newer.join(', ')}). This one works with it, and is to be replaced by that one.`,
        );
      if (pending.length > 0)
        return note(
          `${pending.length} migrations are to come. The next start applies them, or: ${COMMANDS.admin} migrate`,
        );
      await checkSchema(client);
    } finally {
      await client.end();
    }
    const finish =
      unfinished.length > 0
        ? note(
            `When no older server runs and you will not go back to one, finish the upgrade: ${COMMANDS.admin} migrate --finish`,
          )
        : [];
    return [...ok(`The schema is that of this version (${applied.length} migrations).`), ...finish];
  },

  async keys({ config, database }) {
    const keys = readKeys(config);
    const counts = await countByKey(database, wrappedColumns).catch(unlessEmpty<KeyCount>);
    if (keys.length === 0)
      return counts.length > 0
        ? fault(
            'There are items, and no encryption key. Restore ENCRYPTION_KEYS, or the key file in DATA_DIR.',
          )
        : note(
            'There is no encryption key yet. The first start makes one in DATA_DIR, in production with MAKE_KEY_FILE=true alone.',
          );
    const { ids } = new Keyring(keys);
    const missing = [...new Set(counts.map(({ keyId }) => keyId))].filter((id) => !ids.includes(id));
    if (missing.length > 0)
      return fault(`Items are sealed under ${missing.join(', ')}, which ENCRYPTION_KEYS lacks.`);
    return ok(`Everything stored can be opened with the ${keys.length === 1 ? 'key' : 'keys'} given.`);
  },

  async files({ config, database }) {
    const stores = createBlobs(config, database, undefined);
    if ((await findMigrations(database).catch(unlessEmpty<string>)).length === 0)
      await stores.current.check();
    else await stores.check(database);
    return ok(
      config.S3_BUCKET === undefined
        ? 'Files lie in the database.'
        : 'Files can be written to S3, read and deleted.',
    );
  },

  async clock({ database }) {
    const before = Date.now();
    const [row] = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const difference = Math.round(row!.now.getTime() - (before + Date.now()) / 2);
    if (Math.abs(difference) <= CLOCK_MS) return ok('The clocks of the server and of the database agree.');
    return fault(
      `The clock of the database is ${difference} ms ahead of the server's. Run NTP on both machines.`,
    );
  },

  async disk({ config }) {
    if (config.DATABASE_URL !== undefined)
      return ok('The disk is that of your PostgreSQL: watch it there, or set MAX_BYTES_TOTAL.');
    const { bavail, blocks, bsize } = await statfs(config.DATA_DIR);
    const free = `${Math.round((bavail * bsize) / 1e6).toLocaleString('en')} MB are free on the disk of DATA_DIR`;
    return bavail / blocks >= FREE_SHARE
      ? ok(`${free}.`)
      : fault(`${free}. Below MIN_FREE_DISK nothing new is taken: enlarge it, or free some.`);
  },

  async backups({ config, database }) {
    const { BACKUP_EVERY: every, BACKUP_DIR: directory = '' } = config;
    if (every === undefined)
      return note('No backups are scheduled: set BACKUP_EVERY, or make them otherwise.');
    const trouble = await findBackupTrouble(database).catch(
      (error: unknown) => unlessEmpty<BackupTrouble>(error)[0],
    );
    if (trouble && trouble.unendedSince !== null)
      return unendedBackups(trouble.unended, trouble.unendedSince);
    const failedAt = trouble?.failedAt;
    if (failedAt)
      return fault(
        `The last scheduled backup failed at ${failedAt.toISOString()}. The log of the server says why.`,
      );
    const refused = await access(directory, constants.W_OK).then(
      () => undefined,
      ({ code }: NodeJS.ErrnoException) => code,
    );
    return refused === undefined || refused === 'ENOENT'
      ? ok(`Backups are made and verified in ${directory}. The encryption keys are not in them.`)
      : fault(`Backups cannot be written to ${directory} (${refused}).`);
  },

  async address({ config }) {
    const { APP_URL: url, TRUST_PROXY: proxies } = config;
    if (url === undefined) return note('APP_URL is not set: links begin with http://localhost.');
    const https = url.startsWith('https:');
    const trust =
      https && (Array.isArray(proxies) ? proxies.length === 0 : proxies === 0)
        ? note(
            'APP_URL is https and TRUST_PROXY is 0: behind a proxy all clients share one limit. Set TRUST_PROXY=1.',
          )
        : [];
    const plain = https ? [] : note('APP_URL is not https: links and keys can be read on their way.');
    const status = await fetch(new URL('healthz', url.endsWith('/') ? url : `${url}/`), {
      signal: AbortSignal.timeout(REACH_MS),
    }).then(
      (response) => response.status,
      () => undefined,
    );
    const reached =
      status === 200
        ? ok(`A server answers at ${url}.`)
        : note(
            `${url}/healthz gave ${status === undefined ? 'no answer' : status} from here: start the server, or look at the proxy.`,
          );
    return [...reached, ...trust, ...plain];
  },

  async mail({ config }) {
    const { SMTP_URL: smtp, SMTP_USER: user, SMTP_PASSWORD: password, MAIL_FROM: sender } = config;
    if (!smtp || !sender)
      return note('No mail is sent: invitations and resets are links to pass on (SMTP_URL).');
    const settings = {
      ...smtp,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
    };
    const code = await new SmtpTransport(settings, sender).verify(REACH_MS);
    return code === undefined
      ? ok(`The SMTP server ${smtp.host} takes mails.`)
      : fault(`The SMTP server ${smtp.host} cannot be used (${code}).`);
  },
};

/** One unended backup may be due to a restart of the server. */
const unendedBackups = (count: number, since: Date): Finding[] =>
  count === 1
    ? note(
        `The last scheduled backup was started at ${since.toISOString()} and did not end. It is tried again within some minutes.`,
      )
    : fault(
        `The last ${count} scheduled backups were started and did not end, the first at ${since.toISOString()}. Something kills the server while they run: look for a lack of memory.`,
      );

/** Returns nothing if the table or column is missing because migrations are pending. */
function unlessEmpty<Row>(error: unknown): Row[] {
  if (UNDEFINED.includes((error as { code?: string }).code ?? '')) return [];
  throw error;
}

/** SQLSTATEs of an unknown table and column. */
const UNDEFINED = ['42P01', '42703'];

/** Runs a check. An unexpected error is a fault. */
async function findings(check: Check, context: AdminContext): Promise<readonly Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    return fault((error as Error).message);
  }
}

export const doctorCommands: Record<string, Command> = {
  doctor: {
    usage: '[--json]',
    migrates: false,
    async run(context, { json }) {
      const found = await Promise.all(
        Object.entries(checks).map(async ([name, check]) =>
          (await findings(check, context)).map(([verdict, text]) => ({ check: name, verdict, text })),
        ),
      ).then((all) => all.flat());
      const text = json
        ? JSON.stringify(found)
        : table(found.map(({ check, verdict, text: says }) => [verdict, check, says]));
      if (found.some(({ verdict }) => verdict === 'fault')) throw new Faults(text);
      return text;
    },
  },
};
