/** The commands of an operator, beside the running server or without one. `--help` lists them. */
import { parseArgs } from 'node:util';
import type { ClientConfig } from 'pg';
import { backupCommands, verifyCommands } from './admin/backup.ts';
import {
  Faults,
  OPTIONS,
  UsageError,
  type Arguments,
  type Command,
  type LoneCommand,
} from './admin/command.ts';
import { doctorCommands } from './admin/doctor.ts';
import { itemCommands } from './admin/items.ts';
import { keyringCommands } from './admin/keyring.ts';
import { keyCommands } from './admin/keys.ts';
import { migrateCommands } from './admin/migrate.ts';
import { peopleCommands } from './admin/people.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createDatabase, databaseConnection } from './deps.ts';
import { allScopes } from '@tempshare/contract';
import { COMMANDS as PROGRAM } from './package.ts';
import { aborted, stopSignal } from './runtime/stop-signal.ts';
import { attachEmbeddedPostgres, type EmbeddedPostgres } from './storage/embedded/embedded-postgres.ts';
import { BackupError } from './storage/backup/backup-file.ts';
import { migrate } from './storage/postgres/migrations/migrate.ts';
import { SchemaError } from './storage/postgres/migrations/schema.ts';
import { isPooled } from './storage/postgres/session.ts';

const COMMANDS: Record<string, Command | LoneCommand> = {
  ...keyCommands,
  ...peopleCommands,
  ...itemCommands,
  ...keyringCommands,
  ...backupCommands,
  ...verifyCommands,
  ...doctorCommands,
  ...migrateCommands,
};

const USAGE = `Usage:
${Object.entries(COMMANDS)
  .map(([name, { usage }]) => `  ${PROGRAM.admin} ${name} ${usage}`.trimEnd())
  .join('\n')}

The commands take the settings of the server from the environment, and work beside it.
Scopes: ${allScopes.join(', ')}`;

async function main(): Promise<void> {
  const { command, args } = readArguments(process.argv.slice(2));
  if (!command) return console.log(USAGE);
  const config = readConfig({ ...process.env, NODE_ENV: 'development', NODE_ENV_FILE: undefined });
  const signal = stopSignal();
  const interrupted = (): Promise<void> => aborted(signal).then(() => signal.throwIfAborted());
  if ('runAlone' in command) {
    await Promise.race([command.runAlone(args).then((said) => console.log(said)), interrupted()]);
    return;
  }
  const embedded =
    config.DATABASE_URL === undefined
      ? await attachEmbeddedPostgres({
          dataDir: config.DATA_DIR,
          log: () => undefined,
          onWait: (message) => console.error(message),
          signal,
        })
      : undefined;
  try {
    await Promise.race([execute(command, args, { config, embedded }), interrupted()]);
  } finally {
    await embedded?.stop();
  }
}

async function execute(
  command: Command,
  args: Arguments,
  { config, embedded }: { config: Config; embedded: EmbeddedPostgres | undefined },
): Promise<void> {
  const connection: ClientConfig = embedded?.connection ?? databaseConnection(config);
  const pooled = embedded === undefined && (await isPooled(connection));
  const database = createDatabase(config, connection, { pooled });
  try {
    if (command.migrates !== false)
      await migrate(connection, {
        onBusy: (migration) => console.error(`Migration ${migration} waits for tables that others use.`),
      });
    console.log(await command.run({ config, connection, database, environment: process.env }, args));
  } finally {
    await database.close();
  }
}

/** No command: help was asked for. @throws UsageError */
function readArguments(argv: string[]): { command: Command | LoneCommand | undefined; args: Arguments } {
  const { values, positionals } = parsed(argv);
  const [noun = '', verb = ''] = positionals;
  const name = [`${noun} ${verb}`, noun].find((each) => Object.hasOwn(COMMANDS, each)) ?? '';
  const command = COMMANDS[name];
  const operands = positionals.slice(name.split(' ').length);
  if (values.help) return { command: undefined, args: { operands, ...values } };
  if (!command) throw new UsageError(USAGE);
  if (!takes(command, operands, values))
    throw new UsageError(`That is more than "${name}" takes. Its usage: ${name} ${command.usage}`.trimEnd());
  return { command, args: { operands, ...values } };
}

/** Whether a command's usage names all of it: what it would leave aside the operator has meant to happen, too. */
function takes({ usage }: Pick<Command, 'usage'>, operands: readonly string[], values: object): boolean {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  const own = usage.replace(/--[\w-]+ (<[^>]+>|[\w|]+)/g, '').match(/</g) ?? [];
  return operands.length <= own.length && given.every(([option]) => usage.includes(`--${option}`));
}

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof Faults) {
      console.log(error.message);
      process.exit(1);
    }
    const isExpected = [UsageError, ConfigError, SchemaError, BackupError].some(
      (kind) => error instanceof kind,
    );
    console.error(isExpected ? (error as Error).message : `The command failed: ${(error as Error).message}`);
    process.exit(isExpected ? 2 : 1);
  },
);
