import type pg from 'pg';
import { ItemVault, type ItemRef } from '../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../server/src/crypto/keyring.ts';
import { sealLabel } from '../../server/src/crypto/label.ts';
import { PasswordKdf } from '../../server/src/crypto/password.ts';
import { linkId } from '../../server/src/crypto/tokens.ts';

/** Keys of one account to give items to. */
export interface ItemOwner {
  accountId: string;
  keyIds: readonly string[];
}

/** An item to search for. */
export interface KnownItem {
  id: string;
  shortCode: string;
}

type Fields = Record<string, string | number | null>;

/** A table, the kind of its sealed content, and the fields that its rows have beside those of every item. */
interface Kind {
  table: string;
  ref: ItemRef['kind'];
  /** Sealed title of a container. */
  title?: string;
  fields: (code: string) => Fields;
}

const CONTENT = '\\x00';
const transfer = (type: string, more: Fields = {}): Kind => ({
  ...{ table: 'transfers', ref: 'transfer' },
  fields: (code) => ({
    ...{ type, state: 'active', encryption: 'server', opened: 'false', views: 0, short_code: code },
    ...{ content: CONTENT, wrapped_key: CONTENT, snippet: CONTENT, ...more },
  }),
});
const secret = (more: Fields = {}): Kind => ({
  ...{ table: 'secrets', ref: 'secret' },
  fields: () => ({ state: 'waiting', encryption: 'server', content: CONTENT, wrapped_key: CONTENT, ...more }),
});
const WIPED = { content: null, wrapped_key: null, ended_at: 'now' };
const NEXT_WEEK = 'in 7 days';

/** Every kind and state, one item after the other. */
const KINDS: readonly Kind[] = [
  transfer('text'),
  transfer('url', { opened: 'true', views: 1 }),
  transfer('file', { state: 'expired', short_code: null, ...WIPED, snippet: null }),
  secret(),
  secret({ state: 'consumed', ...WIPED }),
  {
    ...{ table: 'requests', ref: 'request', title: 'title' },
    fields: () => ({ pin_salt: CONTENT, pin_iterations: 1, pin_hash: CONTENT, expires_at: NEXT_WEEK }),
  },
  {
    ...{ table: 'rooms', ref: 'room', title: 'name' },
    fields: () => ({ encryption: 'server', expires_at: NEXT_WEEK, last_seq: 1 }),
  },
  { table: 'drops', ref: 'drop', title: 'label', fields: () => ({}) },
  {
    ...{ table: 'ended_items', ref: 'transfer' },
    fields: (code) => ({ kind: 'text', ended_at: 'now', requires_password: 'false', short_code: code }),
  },
  transfer('text', { expires_at: NEXT_WEEK }),
];

/** The only item of its kind, the oldest. */
const RARE = transfer('debug');

/** Labels with their share: one item alone, some among all, the oldest, and the others. */
function labelOf(i: number, count: number): string {
  if (i === count - 5) return 'Zebra';
  if (i % Math.max(5, Math.ceil(count / 300)) === 3) return `Order ${i}`;
  if (i < count / 100) return `Archive ${i}`;
  return `Invoice ${String(i).padStart(7, '0')}`;
}

const TABLES = ['transfers', 'secrets', 'requests', 'rooms', 'drops', 'ended_items'];
const PORTION = 5_000;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A short code for each number, spread over all. */
function codeOf(i: number): string {
  const spread = (BigInt(i) * 0x9e3779b97fn) & 0xff_ffff_ffffn;
  return [...spread.toString(32).padStart(8, '0')].map((digit) => DIGITS[parseInt(digit, 32)]).join('');
}

/** Number of items of all lists. */
let filled = 0;

/** Fills the list of items of some keys. Triggers are off: no quota counts these rows. */
export async function fillItems(
  client: pg.Client,
  encryptionKeys: string,
  { accountId, keyIds }: ItemOwner,
  count: number,
): Promise<KnownItem> {
  const vault = new ItemVault(new Keyring([Buffer.from(encryptionKeys, 'base64')]), new PasswordKdf());
  const setTriggers = async (to: 'ENABLE' | 'DISABLE'): Promise<void> => {
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} ${to} TRIGGER USER`);
  };
  await setTriggers('DISABLE');
  const hex = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`;
  const began = Date.now() - 3_600_000;
  const known = { id: '', shortCode: '' };
  for (let from = 0; from < count; from += PORTION) {
    const rows = new Map<string, Fields[]>();
    for (let i = from; i < Math.min(from + PORTION, count); i++) {
      const { table, ref: kind, title, fields } = i === 0 ? RARE : KINDS[i % KINDS.length]!;
      const ref = { kind, id: linkId() };
      const row: Fields = {
        ...{ id: ref.id, account_id: accountId, api_key_id: keyIds[i % keyIds.length]!, livemode: 'false' },
        ...{ created_at: new Date(began - (count - i) * 1_000).toISOString(), ...fields(codeOf(filled + i)) },
      };
      const text = labelOf(i, count);
      const sealed = sealLabel(vault, ref, { label: text, accountId });
      row.label_index = hex(sealed.labelIndex);
      if (title !== 'label') {
        row.label = hex(sealed.label);
        row.owner_wrapped_key = hex(sealed.ownerWrappedKey);
      }
      if (title) {
        const { lock, sealed: titled } = await vault.seal(ref, { [title]: Buffer.from(text) });
        row.wrapped_key = hex(lock.wrappedKey);
        row[title] = hex(titled[title]!);
      }
      if (i === count - 10) Object.assign(known, { id: ref.id, shortCode: row.short_code });
      rows.set(table, [...(rows.get(table) ?? []), row]);
    }
    for (const [table, some] of rows) await insert(client, table, some);
  }
  filled += count;
  await setTriggers('ENABLE');
  await client.query(`VACUUM ANALYZE ${TABLES.join()}`);
  return known;
}

/** Inserts rows that have the same fields or leave some to their default. */
async function insert(client: pg.Client, table: string, rows: readonly Fields[]): Promise<void> {
  const names = new Set(rows.map((row) => Object.keys(row).join()));
  for (const fields of names) {
    const same = rows.filter((row) => Object.keys(row).join() === fields);
    const text = JSON.stringify(same).replaceAll(
      `"${NEXT_WEEK}"`,
      JSON.stringify(new Date(Date.now() + 6e8)),
    );
    await client.query(
      `INSERT INTO ${table} (${fields}) SELECT ${fields} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [text],
    );
  }
}
