/** Commands of `npm run admin`, run inside this process: a program for each would take a second. */
import { parseArgs } from 'node:util';
import { OPTIONS, UsageError, type Command } from '../../../server/src/admin/command.ts';
import { backupCommands } from '../../../server/src/admin/backup.ts';
import { itemCommands } from '../../../server/src/admin/items.ts';
import { keyringCommands } from '../../../server/src/admin/keyring.ts';
import { keyCommands } from '../../../server/src/admin/keys.ts';
import { peopleCommands } from '../../../server/src/admin/people.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import type { TestDatabase } from '../database/database.ts';
import type { Outcome } from './admin.ts';

const COMMANDS: Record<string, Command> = {
  ...{ ...keyCommands, ...itemCommands, ...peopleCommands },
  ...{ ...keyringCommands, ...backupCommands },
};
/** How long a command waits for a lock; the program itself waits for five seconds. */
const LOCK_TIMEOUT = '200ms';

/** Runs commands on a database, with settings of the operator, and resolves with what the program would. */
export const adminOf =
  (database: TestDatabase, env: Record<string, string> = {}) =>
  async (...args: string[]): Promise<Outcome> => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [noun = '', verb, ...rest] = positionals;
    const command = COMMANDS[`${noun} ${verb}`];
    const operands = command ? rest : positionals.slice(1);
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, ...env });
    const session = { lock_timeout: LOCK_TIMEOUT };
    const { connection } = database;
    const pool = openDatabase({ connection, poolSize: 2, session });
    try {
      const stdout = await (command ?? COMMANDS[noun]!).run(
        { config, connection, database: pool },
        { operands, ...values },
      );
      return { code: 0, stdout: `${stdout}\n`, stderr: '' };
    } catch (error) {
      return { code: error instanceof UsageError ? 2 : 1, stdout: '', stderr: (error as Error).message };
    } finally {
      await pool.close();
    }
  };
