import type { Keyring } from '../../crypto/keyring.ts';
import type { Database } from '../postgres/database.ts';
import { isKeyInUse, type WrappedColumn } from './wrapped-keys.ts';

const CONTEXT = 'keyring check';

/** Interval at which a server marks its key as in use, and the age at which the mark expires. */
const MARK_MS = 30_000;
const SEALING_ENDS_AFTER = `interval '2 minutes'`;

/**
 * Checks at a start that the keyring opens the stored data. Each known key has a sealed test value. A missing key is
 * searched in all tables, unless an earlier search found nothing and no server has sealed under it since.
 * @throws Error naming the missing key
 */
export async function checkKeyring(
  database: Database,
  columns: readonly WrappedColumn[],
  keyring: Keyring,
): Promise<void> {
  const known = await database.query<{ id: string; sealed: Buffer; empty: boolean | null; now: string }>(
    `SELECT key_id AS id, sealed, emptied_at > sealing_at + ${SEALING_ENDS_AFTER} AS empty, now()::text AS now FROM keyring_checks`,
  );
  for (const { id, sealed, empty, now } of known) {
    if (keyring.ids.includes(id)) {
      keyring.unwrap(CONTEXT, sealed);
    } else if (!empty) {
      if (await isKeyInUse(database, columns, id)) throw new Error(missing(id));
      await markKeysUnused(database, [id], now);
    }
  }
  const sealed = keyring.wrap(CONTEXT, Buffer.from('tempshare'));
  await database.query(
    `INSERT INTO keyring_checks (key_id, sealed) VALUES ($1, $2) ON CONFLICT (key_id) DO UPDATE SET ${SEALING}`,
    [keyring.ids[0], sealed],
  );
}

const SEALING = 'sealing_at = now(), emptied_at = NULL';

/** Marks the keyring's first key as in use at intervals. @returns a function that stops it */
export function markKeyInUse(database: Database, keyring: Keyring, everyMs = MARK_MS): () => void {
  const timer = setInterval(() => {
    const marking = database.query(`UPDATE keyring_checks SET ${SEALING} WHERE key_id = $1`, [
      keyring.ids[0],
    ]);
    // Without a writable database nothing can be sealed either.
    marking.catch(() => undefined);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Records that a search, begun at `since`, found nothing under these keys. */
export async function markKeysUnused(
  database: Database,
  keyIds: readonly string[],
  since: string,
): Promise<void> {
  await database.query('UPDATE keyring_checks SET emptied_at = $2 WHERE key_id = ANY ($1)', [keyIds, since]);
}

const missing = (keyId: string): string =>
  `Items in the database are sealed under the encryption key ${keyId}, which is not among the keys given. ` +
  'Nothing was changed. Restore that key: put it back into ENCRYPTION_KEYS (new keys go in front of it), ' +
  'or restore the key file in DATA_DIR.';
