/**
 * `npm run admin`: what an operator does beside the running server.
 *
 *   keys create --name <name> --scopes <a,b|all> [--env live|test] [--json]
 *   keys list [--json]
 *   keys revoke <id>
 *   migrate
 */
import { parseArgs } from 'node:util';
import type { Scope } from '@tempshare/contract';
import type { ClientConfig } from 'pg';
import { ConfigError, readConfig } from './config.ts';
import { createDatabase } from './deps.ts';
import { ALL_SCOPES, createApiKey, defaultAccount } from './features/accounts/api-key.ts';
import { listApiKeys, revokeApiKey, type ApiKeyRow } from './features/accounts/store.ts';
import type { Db } from './storage/database.ts';
import { attachEmbeddedPostgres } from './storage/embedded-postgres.ts';
import { migrate } from './storage/migrate.ts';
import { SchemaError } from './storage/schema.ts';

const USAGE = `Usage:
  npm run --silent admin -- keys create --name <name> --scopes <a,b|all> [--env live|test] [--json]
  npm run --silent admin -- keys list [--json]
  npm run --silent admin -- keys revoke <id>
  npm run --silent admin -- migrate

Scopes: ${ALL_SCOPES.join(', ')}`;

/** A call that cannot be carried out; the message is all the operator needs. */
class UsageError extends Error {}

interface Arguments {
  words: string[];
  name?: string | undefined;
  scopes?: string | undefined;
  env?: string | undefined;
  json: boolean;
}

function readArguments(argv: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        scopes: { type: 'string' },
        env: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    return { words: positionals, ...values };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2));
  const [noun, verb] = args.words;
  const command =
    noun === 'keys'
      ? keyCommands[verb ?? '']
      : noun === 'migrate'
        ? async () => 'The schema is up to date.'
        : undefined;
  if (!command) throw new UsageError(USAGE);

  const config = readConfig({ ...process.env, NODE_ENV: 'development', NODE_ENV_FILE: undefined });
  const embedded =
    config.DATABASE_URL === undefined
      ? await attachEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => undefined })
      : undefined;
  const connection: ClientConfig = embedded?.connection ?? { connectionString: config.DATABASE_URL };
  const database = createDatabase(config, connection);
  try {
    await migrate(connection);
    console.log(await command(database, args));
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

const keyCommands: Record<string, (db: Db, args: Arguments) => Promise<string>> = {
  async create(db, { name, scopes: list, env = 'test', json }) {
    if (!name) throw new UsageError(`keys create needs --name.\n\n${USAGE}`);
    if (!list) throw new UsageError(`keys create needs --scopes.\n\n${USAGE}`);
    if (env !== 'live' && env !== 'test') throw new UsageError('--env must be live or test.');
    const scopes = list === 'all' ? ALL_SCOPES : readScopes(list);
    const accountId = await defaultAccount(db);
    const { text, row } = await createApiKey(db, { accountId, name, environment: env, scopes });
    if (json) return JSON.stringify({ apiKey: text, ...toJson(row) });
    return text;
  },

  async list(db, { json }) {
    const keys = await listApiKeys(db);
    if (json) return JSON.stringify(keys.map(toJson));
    if (keys.length === 0) return 'There are no keys yet.';
    const rows = keys.map((key) => [
      key.id,
      `svc_sk_${key.environment}_…${key.last4}`,
      key.revoked_at ? 'revoked' : 'active',
      key.last_used_at ? `used ${key.last_used_at.toISOString().slice(0, 16)}Z` : 'never used',
      key.name,
      key.scopes.join(','),
    ]);
    return rows.map((row) => row.join('  ')).join('\n');
  },

  async revoke(db, { words }) {
    const id = words[2];
    if (!id) throw new UsageError(`keys revoke needs the id of a key (see keys list).\n\n${USAGE}`);
    if (!(await revokeApiKey(db, id))) throw new UsageError(`There is no active key ${id}; see keys list.`);
    return `Revoked ${id}.`;
  },
};

function readScopes(list: string): Scope[] {
  const scopes = list.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !ALL_SCOPES.includes(scope as Scope));
  if (unknown.length > 0)
    throw new UsageError(`There is no scope ${unknown.join(', ')}. The scopes are: ${ALL_SCOPES.join(', ')}`);
  return scopes as Scope[];
}

const toJson = (row: ApiKeyRow) => ({
  id: row.id,
  name: row.name,
  environment: row.environment,
  last4: row.last4,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const told = [UsageError, ConfigError, SchemaError].some((kind) => error instanceof kind);
    console.error(told ? (error as Error).message : `The command failed: ${(error as Error).message}`);
    process.exit(told ? 2 : 1);
  },
);
