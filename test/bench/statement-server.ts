/**
 * The statements of the server, as its stores have them, behind Express and pg: what its SQL costs without its HTTP,
 * limits, encryption and validation. What is stored is sealed once and stored again and again.
 */
import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { defaults } from '@tempshare/contract';
import pg from 'pg';
import { readConfig } from '../../server/src/config.ts';
import { ItemVault } from '../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../server/src/crypto/password.ts';
import { linkId, prefixedId, shortCode } from '../../server/src/crypto/tokens.ts';
import { Lifetimes } from '../../server/src/domain/lifetime.ts';
import type { Principal } from '../../server/src/domain/principal.ts';
import { sealSecret } from '../../server/src/features/secrets/secret.ts';
import * as secrets from '../../server/src/features/secrets/store.ts';
import * as transfers from '../../server/src/features/transfers/store.ts';
import { sealTransfer } from '../../server/src/features/transfers/transfer.ts';
import { CLAIM_CREATED } from '../../server/src/http/idempotency.ts';
import { Reader } from '../../server/src/readings/reader.ts';
import { quotaSettings } from '../../server/src/storage/capacity.ts';
import { create } from '../../server/src/storage/creation.ts';
import type { Creation, Db } from '../../server/src/storage/database.ts';
import { bareApp, listen } from './listen.ts';
import type { BareSettings } from './servers.ts';

const { connection, encryptionKeys } = JSON.parse(process.argv[2] as string) as BareSettings;
const derive = promisify(pbkdf2);
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
const db: Db = {
  query: queryOn(pool),
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

const vault = new ItemVault(new Keyring([Buffer.from(encryptionKeys, 'base64')]), new PasswordKdf());
const deps = { vault, lifetimes: new Lifetimes('forever') };
const principal = { keyId: 'key_bench', accountId: 'acc_bench', livemode: false } as Principal;
const signal = new AbortController().signal;
/** Whoever sends a key is the same reader here: its statement is the same, and costs nothing to prepare. */
const reader = new Reader(randomBytes(16).toString('hex'), { kind: 'secret', id: linkId() }, 120);
const readerOf = (key: unknown): Reader | undefined => (key === undefined ? undefined : reader);

/** Makes `creation`, and claims a key with it when the request has one. */
function made(creation: Creation, { keyId, key }: { keyId: string; key: unknown }): Promise<boolean> {
  if (key === undefined) return create(db, creation);
  const values = [keyId, randomBytes(32), randomBytes(32), randomBytes(500)];
  return create(db, creation, { cte: CLAIM_CREATED, values });
}

const app = bareApp();
let secret: secrets.NewSecret | undefined;
app.post('/secrets', async ({ body, headers }, response) => {
  const { password, ...input } = body as { secret: string; password?: string };
  if (password) await derive(password, randomBytes(16), defaults.kdfIterations, 32, 'sha512');
  const asked = { encryption: 'server', expiration: '1d', ...input } as const;
  secret ??= await sealSecret(deps, { input: asked, principal, now: new Date() });
  const [keyId, id] = [headers['x-owner'] as string, linkId()];
  const creation = secrets.insertSecret({ ...secret, id, keyId, createdAt: new Date() });
  await made(creation, { keyId, key: headers['idempotency-key'] });
  response.status(201).json({ secretId: id });
});
app.post('/public/secrets/:id/reveal', async ({ params, headers }, response) => {
  const asked = { id: params.id, eventId: prefixedId('evt'), keyringIds: vault.keyIds, signal };
  const row = await secrets.burnUnprotected(db, { ...asked, reader: readerOf(headers['idempotency-key']) });
  if (row) response.json(row.encryption);
  else response.sendStatus(404);
});
app.get('/secrets/:id', async ({ params, headers }, response) => {
  const row = await secrets.findOwned(db, params.id, headers['x-owner'] as string);
  if (row) response.json(row);
  else response.sendStatus(404);
});

let transfer: transfers.NewTransfer | undefined;
app.post('/transfers', async ({ body, headers }, response) => {
  const input = { type: 'text', encryption: 'server', expiration: '1d', oneTime: false } as const;
  const asked = { ...input, ...(body as { text: string }) };
  transfer ??= (await sealTransfer(deps, { input: asked, principal, now: new Date() })).transfer;
  const [keyId, id] = [headers['x-owner'] as string, linkId()];
  const named = { ...transfer, id, keyId, shortCode: shortCode(), createdAt: new Date() };
  const creation = transfers.insertTransfer(named, prefixedId('evt'));
  await made(creation, { keyId, key: headers['idempotency-key'] });
  response.status(201).json({ id });
});
app.post('/public/transfers/:id/open', async ({ params, headers }, response) => {
  const events = { completed: prefixedId('evt'), deleted: prefixedId('evt') };
  const asked = { id: params.id, events, keyringIds: vault.keyIds, signal };
  const row = await transfers.viewUnprotected(db, { ...asked, reader: readerOf(headers['idempotency-key']) });
  if (row) response.json(row.kind);
  else response.sendStatus(404);
});
app.get('/transfers/:id', async ({ params, headers }, response) => {
  const name = { id: params.id, shortCode: null };
  const row = await transfers.findOwned(db, name, headers['x-owner'] as string);
  if (row) response.json(row);
  else response.sendStatus(404);
});
app.get('/transfers', async ({ query, headers }, response) => {
  const filter = { keyId: headers['x-owner'] as string, status: undefined };
  const page = { limit: Number(query.limit), after: null };
  response.json(await transfers.listOwned(db, filter, page));
});
listen(app);
