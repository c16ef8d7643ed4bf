import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wrappingTables } from '../../server/src/modules.ts';
import { SCHEMA_FILE } from '../../server/src/storage/schema.ts';

const columns = [...readFileSync(SCHEMA_FILE, 'utf8').matchAll(/^column (\w+)\.(\w+): bytea\b/gm)].map(
  ([, table, column]) => ({ table: table!, column: column! }),
);

/** Bytes under no encryption key of their own: hashes and salts, and what a data key of the same item, a token or a caller's key seals. */
const UNWRAPPED = [
  'api_key_secrets.hash',
  'api_keys.hash',
  'blob_chunks.data',
  'downloads.sealed_key',
  'downloads.token_hash',
  'drop_items.message',
  'drops.label',
  'files.metadata',
  'files.sha256',
  'files.upload_key',
  'files.upload_token_hash',
  'idempotency_keys.answer',
  'idempotency_keys.fingerprint',
  'idempotency_keys.slot',
  'keyring_checks.sealed',
  'one_time_links.token_hash',
  'passkey_challenges.hash',
  'passkeys.public_key',
  'readings.reader',
  'recovery_codes.hash',
  'requests.pin_hash',
  'requests.pin_salt',
  'requests.title',
  'room_messages.content',
  'rooms.access_proof_hash',
  'rooms.name',
  'second_factors.pending_key',
  'second_factors.pending_secret',
  'second_factors.secret',
  'secrets.access_proof_hash',
  'secrets.content',
  'secrets.password_salt',
  'sessions.name',
  'sessions.proof',
  'sessions.token_hash',
  'transfers.access_proof_hash',
  'transfers.content',
  'transfers.password_salt',
  'transfers.snippet',
  'user_sessions.token_hash',
  'webhook_endpoints.next_secret',
  'webhook_endpoints.sealed_url',
  'webhook_endpoints.secret',
];

it('the keyring is checked against every table with a wrapped key', () => {
  const wrapped = columns.filter(({ column }) => column === 'wrapped_key').map(({ table }) => table);
  expect(wrapped.length).toBeGreaterThan(5);
  expect(Object.keys(wrappingTables).sort()).toEqual(wrapped.sort());
});

it('a column of bytes is a wrapped key by its name, or is named here as none', () => {
  const others = columns.filter(({ column }) => column !== 'wrapped_key');
  expect(others.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(UNWRAPPED);
});
