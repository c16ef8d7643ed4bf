import { isLinkId } from '../crypto/tokens.ts';
import { listApiKeys } from '../features/accounts/store.ts';
import { auditing, listAudit } from '../features/accounts/audit.ts';
import { countItems, deleteItem, deleteItems, findItem, listItems, type Item } from '../items/items.ts';
import type { Database, Db } from '../storage/postgres/database.ts';
import { needed, table, UsageError, type Command } from './command.ts';

/** Maximum number shown. */
const PAGE = 500;

/** Shared items, for an operator who has to take one down. Contents are never shown. */
export const itemCommands: Record<string, Command> = {
  'items list': {
    usage: '--key <id of a key> [--json]',
    async run({ database }, { key, json }) {
      const keyId = await known(database, needed(key, 'items list needs --key.'));
      const { newest, total } = await listItems(database, keyId, PAGE);
      if (json) return JSON.stringify(newest);
      if (total === 0) return `Nothing of ${keyId} can be opened.`;
      const more = total > newest.length ? [`… and ${total - newest.length} more`] : [];
      return [table(newest.map(shown)), ...more].join('\n');
    },
  },

  'items delete': {
    usage: '<link or id> | --key <id of a key>',
    async run({ database }, { operands, key }) {
      if (key !== undefined) {
        if (operands.length > 0) throw new UsageError('items delete takes a link or id, or --key, not both.');
        const keyId = await known(database, key);
        const { items } = await auditing(
          database,
          { action: 'items delete', target: keyId, details: {} },
          async () => ({ items: await deleteItems(database, [keyId]) }),
        );
        return `Deleted ${counted(items)} of ${keyId}.`;
      }
      const name = needed(operands[0], 'items delete needs a link, the id in it, or --key.');
      const item = await findItem(database, idIn(name));
      if (!item) throw nothingToOpen();
      const details = { kind: item.kind, keyId: item.keyId };
      await auditing(database, { action: 'items delete', target: item.id, details }, async () => {
        if (!(await deleteItem(database, item))) throw nothingToOpen();
        return {};
      });
      return `Deleted the ${item.kind} ${item.id} of ${item.keyId}.`;
    },
  },

  'audit list': {
    usage: '[--json]',
    async run({ database }, { json }) {
      const entries = await listAudit(database, PAGE);
      if (json) return JSON.stringify(entries);
      if (entries.length === 0) return 'Nothing was done by this command yet.';
      return table(
        entries.map(({ at, actor, action, target, details }) => [
          at.toISOString(),
          actor,
          action,
          target,
          JSON.stringify(details),
        ]),
      );
    },
  },
};

const counted = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** Text about the items that a revoked key leaves behind; empty if there are none. */
export async function leftBy(database: Database, keyId: string): Promise<string> {
  const counts = Object.entries(await countItems(database, keyId)).sort();
  if (counts.length === 0) return '';
  const items = counts.map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', ');
  return (
    `\nWhat it shared can still be opened: ${items}. End it with "items delete --key ${keyId}", or hand it to another ` +
    `key of the account with "keys hand-over ${keyId} --to <id>".`
  );
}

const nothingToOpen = () => new UsageError('There is nothing to be opened by this link.');

/** Finds the id in a link, in a URL of the API, or alone. Ignores the fragment, whose `#` some mail gateways write as `%23`. */
function idIn(name: string): string {
  const parts = name.replace(/([?#]|%(?:25)*23).*$/s, '').split('/');
  const id = parts.find(isLinkId);
  if (id === undefined)
    throw new UsageError('There is no id in this: 22 letters and digits, as links have them.');
  return id;
}

/** @throws UsageError if the key never existed */
async function known(db: Db, keyId: string): Promise<string> {
  if ((await listApiKeys(db)).some(({ id }) => id === keyId)) return keyId;
  throw new UsageError(`There is no key ${keyId}; see keys list.`);
}

const shown = ({ kind, id, createdAt, expiresAt }: Item): string[] => [
  kind,
  id,
  `created ${createdAt.toISOString()}`,
  expiresAt ? `expires ${expiresAt.toISOString()}` : 'never expires',
];
