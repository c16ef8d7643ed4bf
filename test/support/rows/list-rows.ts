/** Lists filled with rows, for tests of counts and plans. */
import { randomBytes } from 'node:crypto';
import { eventTypes } from '@tempshare/contract';
import { ItemVault, type ItemRef } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import type { ListParents } from '../contract/lists.ts';

type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Owner of the lists that are filled: a key, and its items that were made through the API. */
export interface ListOwner extends ListParents {
  keyId: string;
}

/** How many have expired, and are yet to be swept. */
export const FEW = 3;

const MADE = `date_trunc('milliseconds', now()) - i * interval '10 milliseconds'`;
const named = (prefix: string): string => `'${prefix}' || lpad(i::text, 21, '0')`;
/** `count` rows with each of these values, one value after the other. */
const rowsOfEach = (values: readonly string[], count: number): string => {
  const list = values.map((value) => `'${value}'`).join(', ');
  return `FROM generate_series(1, ${count * values.length}) i,
    LATERAL (SELECT (ARRAY[${list}])[1 + (i - 1) / ${count}] AS value) v`;
};

/** Fields that every event may have. */
const OBJECT = JSON.stringify({
  ...{ id: 'x', type: 'text', views: 0, maxViews: null, oneTime: false, status: 'active', reason: 'api' },
  ...{
    requestId: 'x',
    secretId: 'x',
    state: 'expired',
    fileCount: 0,
    files: [],
    closedAt: null,
    consumedAt: null,
    disabledReason: 'owner',
  },
  ...{ expiresAt: null, createdAt: '2026-11-21T10:00:00.000Z' },
});

/** Lists of rows that nothing is sealed in: `count` for every value of their filters. */
export async function fillPlainLists(query: Query, owner: ListOwner, count: number): Promise<void> {
  const { keyId, dropId, endpointId } = owner;
  const owned = `'acc', '${keyId}', false`;
  const transfer = `id, account_id, api_key_id, livemode, encryption, type, state, content, wrapped_key, snippet, created_at, expires_at`;
  const sealed = `'\\x00'::bytea, '\\x00'::bytea, '\\x00'::bytea`;
  await query(
    `INSERT INTO transfers (${transfer})
     SELECT ${named('a')}, ${owned}, 'server', 'text', 'active', ${sealed}, ${MADE}, CASE WHEN i % 2 = 0 THEN now() + interval '7 days' END
     FROM generate_series(1, ${count}) i
     UNION ALL SELECT ${named('d')}, ${owned}, 'server', 'debug', 'active', ${sealed}, ${MADE}, NULL FROM generate_series(1, ${count}) i
     UNION ALL SELECT ${named('f')}, ${owned}, 'server', 'text', 'active', ${sealed}, ${MADE} - interval '1 day', now() - interval '1 minute'
     FROM generate_series(1, ${FEW}) i`,
  );
  await query(
    `INSERT INTO transfers (${transfer}, ended_at)
     SELECT ${named('e')}, ${owned}, 'server', 'text', value, NULL, NULL, NULL, ${MADE} - interval '1 day', NULL, now()
     ${rowsOfEach(['expired', 'consumed'], count)}`,
  );
  const secret = 'id, account_id, api_key_id, livemode, encryption, state, content, wrapped_key, created_at';
  await query(
    `INSERT INTO secrets (${secret}, expires_at)
     SELECT ${named('w')}, ${owned}, 'server', 'waiting', '\\x00'::bytea, '\\x00'::bytea, ${MADE}, CASE WHEN i % 2 = 0 THEN now() + interval '7 days' END
     FROM generate_series(1, ${count}) i
     UNION ALL SELECT ${named('x')}, ${owned}, 'server', 'waiting', '\\x00'::bytea, '\\x00'::bytea, ${MADE} - interval '1 day', now() - interval '1 minute'
     FROM generate_series(1, ${FEW}) i`,
  );
  await query(
    `INSERT INTO secrets (${secret}, ended_at)
     SELECT ${named('y')}, ${owned}, 'server', value, NULL, NULL, ${MADE} - interval '1 day', now()
     ${rowsOfEach(['consumed', 'expired', 'revoked'], count)}`,
  );
  await query(
    `INSERT INTO events (id, type, account_id, api_key_id, livemode, object, created_at)
     SELECT ${named('evt_')}, value, ${owned}, '${OBJECT}', ${MADE} ${rowsOfEach(eventTypes, count)}`,
  );
  await query(
    `INSERT INTO webhook_deliveries (endpoint_id, event_id, event_type, state, next_attempt_at, created_at)
     SELECT '${endpointId}', ${named('evt_')}, 'transfer.created', value,
       CASE value WHEN 'pending' THEN now() + interval '1 day' END, ${MADE}
     ${rowsOfEach(['pending', 'delivered', 'failed'], count)}`,
  );
  await query(
    `INSERT INTO drop_items (id, drop_id, arrived, created_at)
     SELECT ${named('item_')}, '${dropId}', value::boolean, ${MADE} ${rowsOfEach(['false', 'true'], count)}`,
  );
  await query('UPDATE drops SET item_count = $2 WHERE id = $1', [dropId, count]);
}

/** The same for rows that are opened to be listed. */
export async function fillSealedLists(
  query: Query,
  owner: ListOwner,
  { encryptionKey, count }: { encryptionKey: string; count: number },
): Promise<void> {
  const vault = new ItemVault(new Keyring([Buffer.from(encryptionKey, 'base64')]), new PasswordKdf());
  const ids = (prefix: string): string[] =>
    Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(21, '0')}`);
  const sealAll = (kind: ItemRef['kind'], part: string, text: string, names: string[]) =>
    Promise.all(
      names.map(async (id) => {
        const { lock, sealed } = await vault.seal({ kind, id }, { [part]: Buffer.from(text) });
        return [lock.wrappedKey, sealed[part] as Buffer] as const;
      }),
    );
  const unnested = `FROM unnest($1::text[], $2::bytea[], $3::bytea[]) WITH ORDINALITY AS u (id, wrapped_key, sealed, i)`;
  const columns = async (kind: ItemRef['kind'], part: string, text: string, names: string[]) => {
    const pairs = await sealAll(kind, part, text, names);
    return [names, pairs.map(([key]) => key), pairs.map(([, sealed]) => sealed)];
  };

  for (const state of ['open', 'closed', 'expired']) {
    await query(
      `INSERT INTO requests (id, account_id, api_key_id, livemode, state, wrapped_key, title, pin_salt, pin_iterations,
         pin_hash, created_at, expires_at, closed_at)
       SELECT id, 'acc', '${owner.keyId}', false, '${state}', wrapped_key, sealed, '\\x00', 1, '\\x00',
         ${MADE} - interval '1 hour', now() ${state === 'open' ? '+' : '-'} interval '1 hour',
         ${state === 'closed' ? 'now()' : 'NULL'} ${unnested}`,
      await columns('request', 'title', 'A title', ids(state[0] as string)),
    );
  }
  await query(
    `UPDATE requests SET expires_at = now() - interval '1 minute' WHERE id IN
       (SELECT id FROM requests WHERE api_key_id = $1 AND state = 'open' AND id <> $2 LIMIT ${FEW})`,
    [owner.keyId, owner.requestId],
  );
  await query(
    `INSERT INTO drops (id, account_id, api_key_id, livemode, wrapped_key, label, created_at)
     SELECT id, 'acc', '${owner.keyId}', false, wrapped_key, sealed, ${MADE} ${unnested}`,
    await columns('drop', 'label', 'A label', ids('l')),
  );

  for (const state of ['open', 'expired']) {
    await query(
      `INSERT INTO rooms (id, account_id, api_key_id, livemode, encryption, state, wrapped_key, name, created_at, expires_at)
       SELECT id, 'acc', '${owner.keyId}', false, 'server', '${state}', wrapped_key, sealed,
         ${MADE} - interval '1 day', now() ${state === 'open' ? '+' : '-'} interval '1 hour' ${unnested}`,
      await columns('room', 'name', 'A name', ids(state[0] as string)),
    );
  }

  await query(
    `UPDATE rooms SET expires_at = now() - interval '1 minute' WHERE id IN
       (SELECT id FROM rooms WHERE api_key_id = $1 AND state = 'open' AND id <> $2 LIMIT ${FEW})`,
    [owner.keyId, owner.roomId],
  );

  const room: ItemRef = { kind: 'room', id: owner.roomId };
  const [{ key }] = (await query('SELECT wrapped_key AS key FROM rooms WHERE id = $1', [owner.roomId])) as [
    { key: Buffer },
  ];
  const dataKey = vault.unlockUnprotected(room, key);
  const messages = ids('msg_');
  const said = Buffer.from(JSON.stringify({ text: 'A text' }));
  await query(
    `INSERT INTO room_messages (id, room_id, seq, kind, author_role, content, created_at)
     SELECT id, $3, i, 'text', 'guest', content, now()
     FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS u (id, content, i)`,
    [
      messages,
      messages.map((id) => vault.sealPart(room, { part: `message ${id}`, dataKey, plaintext: said })),
      owner.roomId,
    ],
  );
  await query('UPDATE rooms SET message_count = $2::int, last_seq = $2::int WHERE id = $1', [
    owner.roomId,
    count,
  ]);

  const files = ids('file_');
  await query(
    `INSERT INTO files (id, request_id, wrapped_key, metadata, upload_token_hash, upload_key, upload_until, created_at)
     SELECT ${named('awaited')}, $1, '\\x00', '\\x00', sha256(i::text::bytea), '\\x00', now() + interval '1 hour', now()
     FROM generate_series(1, $2::int) i`,
    [owner.requestId, count],
  );
  await query(`INSERT INTO blobs (id, storage) SELECT unnest($1::text[]), 'postgres'`, [files]);
  await query(
    `INSERT INTO files (id, request_id, wrapped_key, metadata, blob_id, size, sha256, created_at, completed_at)
     SELECT id, '${owner.requestId}', wrapped_key, sealed, id, 1, '\\x00', now(), ${MADE} ${unnested}`,
    await columns('file', 'metadata', JSON.stringify({ fileName: 'a.txt' }), files),
  );
}

/** A key for `ENCRYPTION_KEYS`. */
export const encryptionKey = (): string => randomBytes(32).toString('base64');
