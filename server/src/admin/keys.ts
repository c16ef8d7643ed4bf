import { allScopes, type Scope } from '@tempshare/contract';
import { auditing, recordAudit } from '../features/accounts/audit.ts';
import { handOver } from '../items/hand-over.ts';
import { createApiKey, defaultAccount } from '../features/accounts/api-key.ts';
import { listApiKeys, revokeApiKey, type ApiKeyRow } from '../features/accounts/store.ts';
import { leftBy } from './items.ts';
import { needed, table, UsageError, type Command } from './command.ts';

/** Commands that create, list and revoke API keys. */
export const keyCommands: Record<string, Command> = {
  'keys create': {
    usage: '--name <name> --scopes <a,b|all> [--env live|test] [--expires <30d|date>] [--json]',
    async run({ database }, { name, scopes: list, env = 'test', expires, json }) {
      needed(name, 'keys create needs --name.');
      if (env !== 'live' && env !== 'test') throw new UsageError('--env must be live or test.');
      const scopes = readScopes(needed(list, 'keys create needs --scopes.'));
      const accountId = await defaultAccount(database);
      const params = {
        accountId,
        name: name as string,
        environment: env,
        scopes,
        ...(expires !== undefined && { expiresAt: readExpiry(expires, new Date()) }),
      } as const;
      const { text, row } = await database.transaction(async (trx) => {
        const created = await createApiKey(trx, params);
        await recordAudit(trx, {
          action: 'keys create',
          target: created.row.id,
          details: { name: params.name },
        });
        return created;
      });
      return json ? JSON.stringify({ apiKey: text, ...toJson(row) }) : text;
    },
  },

  'keys list': {
    usage: '[--json]',
    async run({ database }, { json }) {
      const keys = await listApiKeys(database);
      if (json) return JSON.stringify(keys.map(toJson));
      if (keys.length === 0) return 'There are no keys yet.';
      return table(
        keys.map((key) => [
          key.id,
          `svc_sk_${key.environment}_…${key.last4}`,
          stateOf(key),
          key.last_used_at ? `used ${minute(key.last_used_at)}` : 'never used',
          key.name,
          key.scopes.join(','),
        ]),
      );
    },
  },

  'keys revoke': {
    usage: '<id>',
    async run({ database }, { operands }) {
      const id = needed(operands[0], 'keys revoke needs the id of a key: see keys list.');
      await database.transaction(async (trx) => {
        if (!(await revokeApiKey(trx, id)))
          throw new UsageError(`There is no active key ${id}; see keys list.`);
        await recordAudit(trx, { action: 'keys revoke', target: id, details: {} });
      });
      return `Revoked ${id}.${await leftBy(database, id)}`;
    },
  },

  'keys hand-over': {
    usage: '<id> --to <id of another key>',
    async run({ database }, { operands, to }) {
      const from = needed(operands[0], 'keys hand-over needs the id of a key: see keys list.');
      const target = needed(to, 'keys hand-over needs --to.');
      const keys = await listApiKeys(database);
      const [old, heir] = [from, target].map((id) => keys.find((key) => key.id === id));
      if (!old || !heir) throw new UsageError(`There is no key ${old ? target : from}; see keys list.`);
      if (old === heir || ['revoked', 'expired'].includes(stateOf(heir)))
        throw new UsageError('--to must name another key, neither revoked nor expired.');
      if (old.account_id !== heir.account_id || old.environment !== heir.environment)
        throw new UsageError('Both keys must be of one account, and both live or both test keys.');
      await auditing(
        database,
        { action: 'keys hand-over', target: from, details: { to: target } },
        async () => ({ rows: await handOver(database, [from], target) }),
      );
      return `Everything of ${from} belongs to ${target} now.`;
    },
  },
};

function readScopes(list: string): readonly Scope[] {
  if (list === 'all') return allScopes;
  const scopes = list.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !allScopes.includes(scope as Scope));
  if (unknown.length > 0)
    throw new UsageError(`There is no scope ${unknown.join(', ')}. The scopes are: ${allScopes.join(', ')}`);
  return scopes as Scope[];
}

const UNIT_MS = { h: 3_600_000, d: 86_400_000 };

/** `12h`, `30d`, or a date or time of ISO 8601. @throws UsageError unless it lies in the future. */
function readExpiry(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const at =
    count !== undefined
      ? new Date(now.getTime() + Number(count) * UNIT_MS[unit as 'h' | 'd'])
      : new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : NaN);
  if (Number.isNaN(at.getTime()))
    throw new UsageError('--expires must be a time such as 12h or 30d, or a date such as 2027-06-30.');
  if (at <= now) throw new UsageError('--expires lies in the past.');
  return at;
}

const minute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

function stateOf({ revoked_at, expires_at }: ApiKeyRow): string {
  if (revoked_at) return 'revoked';
  if (!expires_at) return 'active';
  return expires_at <= new Date() ? 'expired' : `active until ${minute(expires_at)}`;
}

const toJson = (row: ApiKeyRow) => ({
  id: row.id,
  name: row.name,
  environment: row.environment,
  last4: row.last4,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
