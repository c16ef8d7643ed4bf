/** The columns of the database, as the schema file lists them. */
import { readFileSync } from 'node:fs';
import { SCHEMA_FILE } from '../../../server/src/storage/postgres/migrations/schema.ts';

export interface Column {
  table: string;
  column: string;
  /** Such as `timestamp with time zone`. */
  type: string;
}

export const allColumns: readonly Column[] = [
  ...readFileSync(SCHEMA_FILE, 'utf8').matchAll(/^column (\w+)\.(\w+): (.+?)(?: NOT NULL| DEFAULT .*)*$/gm),
].map(([, table, column, type]) => ({ table: table!, column: column!, type: type! }));

export const columnsOf = (table: string): Column[] => allColumns.filter((each) => each.table === table);

/**
 * How many bytes a column of bytes may hold: a number of them, or `counted` among the bytes of its key, which is what a value
 * of any length must be. All but the
 * public keys of passkeys are sealed, or hashes, salts and keys under other keys.
 */
export const BYTES: Readonly<Record<string, number | 'counted'>> = {
  // Sealed under the data key of the item.
  'blob_chunks.data': 'counted',
  'drop_items.message': 'counted',
  'room_messages.content': 'counted',
  'secrets.content': 'counted',
  'transfers.content': 'counted',
  'drops.label': 850,
  'ended_items.label': 850,
  'files.metadata': 4_300,
  'requests.label': 850,
  'requests.pin_hash': 100,
  'requests.title': 850,
  'rooms.label': 850,
  'rooms.name': 850,
  'secrets.label': 850,
  'sessions.name': 5_300,
  'transfers.label': 850,
  'transfers.snippet': 8_300,
  'webhook_endpoints.next_secret': 150,
  'webhook_endpoints.sealed_description': 900,
  'webhook_endpoints.sealed_url': 8_300,
  'webhook_endpoints.secret': 150,
  // Keys and responses, sealed under a token, a caller's key or an encryption key. A response stays for a day.
  'downloads.sealed_key': 100,
  'files.upload_key': 100,
  'idempotency_keys.answer': 100_000,
  'idempotency_keys.fingerprint': 100,
  'idempotency_keys.sealed_keys': 200,
  'keyring_checks.sealed': 100,
  // Mails that wait, sealed under a key of their own for a week at most.
  'mails.content': 8_300,
  // People's columns: the public keys of passkeys, and second factors under keys of their own.
  'passkeys.public_key': 4_096,
  'second_factors.pending_key': 100,
  'second_factors.pending_secret': 100,
  'second_factors.secret': 100,
  // Hashes and salts.
  'drops.label_index': 128,
  'ended_items.label_index': 128,
  'requests.label_index': 128,
  'rooms.label_index': 128,
  'secrets.label_index': 128,
  'transfers.label_index': 128,
  'api_key_secrets.hash': 32,
  'api_keys.hash': 32,
  'downloads.token_hash': 32,
  'files.sha256': 32,
  'files.upload_token_hash': 32,
  'idempotency_keys.slot': 32,
  'oidc_sign_ins.hash': 32,
  'notice_links.token_hash': 32,
  'one_time_links.token_hash': 32,
  'passkey_challenges.hash': 32,
  'readings.reader': 32,
  'recovery_codes.hash': 32,
  'requests.pin_salt': 16,
  'rooms.access_proof_hash': 32,
  'secrets.access_proof_hash': 32,
  'secrets.password_salt': 16,
  'sessions.proof': 32,
  'sessions.token_hash': 32,
  'transfers.access_proof_hash': 32,
  'transfers.password_salt': 16,
  'user_sessions.token_hash': 32,
};
