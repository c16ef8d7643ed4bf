/**
 * What the stores of the server run on in bare servers: pg, with the settings of the server's own sessions; and what they
 * are given to store.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '../../server/src/config.ts';
import { ItemVault } from '../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../server/src/crypto/password.ts';
import { linkId } from '../../server/src/crypto/tokens.ts';
import { Lifetimes } from '../../server/src/domain/lifetime.ts';
import type { Principal } from '../../server/src/domain/principal.ts';
import { CLAIM_CREATED } from '../../server/src/http/idempotency.ts';
import { Reader } from '../../server/src/readings/reader.ts';
import { quotaSettings } from '../../server/src/storage/capacity.ts';
import { create } from '../../server/src/storage/creation.ts';
import { lookUpIn, type Creation, type Db } from '../../server/src/storage/database.ts';
import type { BareSettings } from './servers.ts';

const { connection, encryptionKeys } = JSON.parse(process.argv[2] as string) as BareSettings;
const { MAX_BYTES_PER_KEY: keyBytes, MAX_BYTES_TOTAL: totalBytes } = readConfig({});
/** What the server tells its sessions, but for what it waits for. */
const settings = { jit: 'off', ...quotaSettings({ keyBytes, totalBytes }) };
const pool = new pg.Pool({
  ...connection,
  max: 10,
  // Statements of one transaction are sent together.
  pipeline: true,
  options: Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
});
const names = new Map<string, string>();

const queryOn =
  (client: pg.Pool | pg.PoolClient): Db['query'] =>
  async <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return (await client.query<Row>({ name, text, values: values as unknown[] })).rows;
  };

/** What the stores run their statements on. */
export const db: Db = {
  query: queryOn(pool),
  lookUp: (lookup) => db.transaction((trx) => lookUpIn(trx, lookup)),
  build: () => Promise.reject(new Error('Nothing that is measured is built.')),
  async transaction(work) {
    const client = await pool.connect();
    await client.query('BEGIN');
    const result = await work({ ...db, query: queryOn(client) });
    await client.query('COMMIT');
    client.release();
    return result;
  },
};

export const vault = new ItemVault(new Keyring([Buffer.from(encryptionKeys, 'base64')]), new PasswordKdf());
export const deps = { vault, lifetimes: new Lifetimes('forever') };
export const principal = { keyId: 'key_bench', accountId: 'acc_bench', livemode: false } as Principal;
export const signal = new AbortController().signal;
/** Whoever sends a key is the same reader here: its statement is the same, and costs nothing to prepare. */
const reader = new Reader(randomBytes(16).toString('hex'), { kind: 'secret', id: linkId() }, 120);
export const readerOf = (key: unknown): Reader | undefined => (key === undefined ? undefined : reader);

/** Makes `creation`, and claims a key with it when the request has one. */
export function made(creation: Creation, { keyId, key }: { keyId: string; key: unknown }): Promise<boolean> {
  if (key === undefined) return create(db, creation);
  const values = [keyId, randomBytes(32), randomBytes(32), randomBytes(500)];
  return create(db, creation, { cte: CLAIM_CREATED, values });
}
