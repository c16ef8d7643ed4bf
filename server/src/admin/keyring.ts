import { ItemVault } from '../crypto/item-vault.ts';
import { PasswordKdf } from '../crypto/password.ts';
import { auditing, type AuditEntry } from '../features/accounts/audit.ts';
import { Keyring } from '../crypto/keyring.ts';
import { readKeys } from '../deps.ts';
import { wrappedColumns } from '../modules.ts';
import { markKeysUnused } from '../storage/keys/keyring-check.ts';
import { countByKey, lastExpiryUnder, rewrapAll } from '../storage/keys/wrapped-keys.ts';
import { rewrapBy } from '../items/label-indexes.ts';
import { table, UsageError, type AdminContext, type Command } from './command.ts';

/** Commands that count the rows under each encryption key, and rewrap them. */
export const keyringCommands: Record<string, Command> = {
  'keyring list': {
    usage: '[--json]',
    async run(context, { json }) {
      const { ids } = keyringOf(context);
      const counts = await countByKey(context.database, wrappedColumns);
      const known = [...new Set([...ids, ...counts.map(({ keyId }) => keyId)])];
      const keys = known.map((keyId) => ({
        keyId,
        state: keyId === ids[0] ? 'seals' : ids.includes(keyId) ? 'opens' : 'missing',
        rows: Object.fromEntries(
          counts.filter((row) => row.keyId === keyId).map((row) => [row.table, row.count]),
        ),
      }));
      if (json) return JSON.stringify(keys);
      const shown = (rows: Record<string, number>): string =>
        Object.entries(rows)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ') || 'nothing';
      return table(keys.map(({ keyId, state, rows }) => [keyId, state, shown(rows)]));
    },
  },

  'keyring rewrap': {
    usage: '',
    run: rewrap,
  },
};

/** Rewraps everything under the first key. */
async function rewrap(context: AdminContext): Promise<string> {
  const keyring = keyringOf(context);
  const [current, ...others] = keyring.ids;
  if (others.length === 0)
    throw new UsageError(
      'There is one key only. Give the new key in front of the old one in ENCRYPTION_KEYS, and restart every server so.',
    );
  const { database } = context;
  const vault = new ItemVault(keyring, new PasswordKdf());
  const [{ now }] = (await database.query('SELECT now()::text AS now')) as [{ now: string }];
  const entry: AuditEntry = { action: 'keyring rewrap', target: String(current), details: {} };
  const { count } = await auditing(database, entry, async () => {
    const rewrapped = await rewrapAll(database, wrappedColumns, { from: others, rewrap: rewrapBy(vault) });
    return { count: rewrapped };
  });
  const until = await lastExpiryUnder(database, wrappedColumns, others);
  const done = `Rewrapped ${count} data keys; they are under ${current} now.`;
  if (until)
    return `${done} Readings that may be repeated need the others: keep them until ${until.toISOString()}.`;
  await markKeysUnused(database, others, now);
  return done;
}

/** Reads the keys, without checking that they open everything. */
function keyringOf({ config }: AdminContext): Keyring {
  const keys = readKeys(config);
  if (keys.length === 0)
    throw new UsageError(
      'There are no encryption keys: set ENCRYPTION_KEYS as the server has it, or DATA_DIR.',
    );
  return new Keyring(keys);
}
