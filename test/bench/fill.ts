import type { ClientConfig } from 'pg';
import { ItemVault } from '../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../server/src/crypto/password.ts';
import { linkId, prefixedId } from '../../server/src/crypto/tokens.ts';
import { Lifetimes } from '../../server/src/domain/lifetime.ts';
import type { Principal } from '../../server/src/domain/principal.ts';
import { insertSecret, sealSecret } from '../../server/src/features/secrets/secret.ts';
import { insertTransfer } from '../../server/src/features/transfers/store.ts';
import { sealTransfer } from '../../server/src/features/transfers/transfer.ts';
import { create } from '../../server/src/storage/creation.ts';
import { openDatabase, type Db } from '../../server/src/storage/postgres/database.ts';
import { anyOf, type Caller } from './callers.ts';
import type { Made } from './operations.ts';

/** Rows of a database that are like those of the API but for what is sealed in them, which nothing opens. */
export interface Filling {
  connection: ClientConfig;
  encryptionKeys: string;
  callers: readonly Caller[];
}

/** Items that calls can use: some that open, spread among all, and some of all. */
export interface Filled {
  openable: { secret: Made[]; transfer: Made[] };
  some: Made[];
}

const CONNECTIONS = 4;
const PORTION = 50_000;
/** Each row of a key changes its counter, and sees the changes before it in the same transaction. */
const PORTION_OF_ONE = 1_000;
const SOME = 20_000;
const OWNED = 'id, account_id, api_key_id, livemode, encryption';
const RANDOM_ID = `left(md5(random()::text) || md5(i::text), 22)`;
const LIVING = `'\\x00'::bytea, '\\x00'::bytea`;

/** Fills secrets, transfers and events with `rows` each, of all callers alike; among them `openable` that open. */
export async function fill(
  { connection, encryptionKeys, callers }: Filling,
  { rows, openable }: { rows: number; openable: number },
): Promise<Filled> {
  const database = openDatabase({ connection, poolSize: CONNECTIONS, responseMs: 600_000 });
  const sealed = sealing(database, encryptionKeys);
  const filled: Filled = { openable: { secret: [], transfer: [] }, some: [] };
  const portions = Math.ceil(rows / PORTION);
  const keys = callers.map(({ keyId }) => keyId);
  for (let portion = 0; portion < portions; portion++) {
    const count = Math.min(PORTION, rows - portion * PORTION);
    await insertFiller(database, keys, count);
    for (const kind of ['secret', 'transfer'] as const)
      filled.openable[kind].push(...(await make(sealed[kind], callers, Math.ceil(openable / portions))));
  }
  const owners = new Map(callers.map(({ keyId, headers }) => [keyId, headers]));
  const some = await database.query<{ id: string; owner: string }>(
    'SELECT id, api_key_id AS owner FROM secrets WHERE random() < $1::float8',
    [SOME / rows],
  );
  filled.some.push(...some.map(({ id, owner }) => ({ id, headers: owners.get(owner)! })));
  await tidy(database);
  await database.close();
  return filled;
}

/** So many at a time as there are connections. */
async function make(one: (caller: Caller) => Promise<Made>, callers: readonly Caller[], count: number) {
  const made: Made[] = [];
  const work = async (): Promise<void> => {
    while (count-- > 0) made.push(await one(anyOf(callers)));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return made;
}

/** Fills the list of one key's transfers. */
export async function fillList(connection: ClientConfig, keyId: string, rows: number): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1, responseMs: 600_000 });
  for (let left = rows; left > 0; left -= PORTION_OF_ONE)
    await insertTransfers(database, [keyId], Math.min(PORTION_OF_ONE, left));
  await tidy(database);
  await database.close();
}

/** Filled tables are vacuumed and analysed before anything is measured, as autovacuum would do later. */
async function tidy(db: Db): Promise<void> {
  for (const table of ['secrets', 'transfers', 'events', 'byte_counters'])
    await db.query(`VACUUM ANALYZE ${table}`);
}

async function insertFiller(db: Db, keys: readonly string[], count: number): Promise<void> {
  await insertSecrets(db, keys, count);
  await insertTransfers(db, keys, count);
  const object = JSON.stringify({ id: 'x', type: 'text', views: 0, status: 'active' });
  await db.query(
    `INSERT INTO events (id, type, account_id, api_key_id, livemode, object, created_at)
     SELECT 'evt_' || ${RANDOM_ID}, 'transfer.created', 'acc', ($1::text[])[1 + i % $2], false, $4::jsonb, now()
     FROM generate_series(1, $3::int) i`,
    [keys, keys.length, count, object],
  );
}

async function insertSecrets(db: Db, keys: readonly string[], count: number) {
  await db.query(
    `INSERT INTO secrets (${OWNED}, content, wrapped_key, created_at, expires_at)
     SELECT ${RANDOM_ID}, 'acc', ($1::text[])[1 + i % $2], false, 'server', ${LIVING}, now() - interval '1 hour',
       now() + interval '7 days'
     FROM generate_series(1, $3::int) i`,
    [keys, keys.length, count],
  );
}

async function insertTransfers(db: Db, keys: readonly string[], count: number) {
  await db.query(
    `INSERT INTO transfers (${OWNED}, type, state, content, wrapped_key, snippet, created_at, expires_at)
     SELECT ${RANDOM_ID}, 'acc', ($1::text[])[1 + i % $2], false, 'server', 'text', 'active', ${LIVING}, '\\x00',
       date_trunc('milliseconds', now() - interval '1 hour' - i * interval '10 milliseconds'),
       now() + interval '7 days'
     FROM generate_series(1, $3::int) i`,
    [keys, keys.length, count],
  );
}

/** Makes items as the server does. */
function sealing(db: Db, encryptionKeys: string) {
  const vault = new ItemVault(new Keyring([Buffer.from(encryptionKeys, 'base64')]), new PasswordKdf());
  const deps = { vault, lifetimes: new Lifetimes('forever') };
  const asked = { encryption: 'server', expiration: '7d' } as const;
  const by = (caller: Caller) => ({
    id: linkId(),
    principal: { keyId: caller.keyId, accountId: 'acc', livemode: false } as Principal,
    now: new Date(),
  });
  return {
    secret: async (caller: Caller): Promise<Made> => {
      const sealed = await sealSecret(deps, { input: { ...asked, secret: 'x' }, ...by(caller) });
      await create(db, insertSecret(sealed));
      return { id: sealed.id, headers: caller.headers };
    },
    transfer: async (caller: Caller): Promise<Made> => {
      const input = { ...asked, type: 'text', text: 'x', oneTime: true } as const;
      const { transfer } = await sealTransfer(deps, { input, ...by(caller) });
      await create(db, insertTransfer(transfer, prefixedId('evt')));
      return { id: transfer.id, headers: caller.headers };
    },
  };
}
