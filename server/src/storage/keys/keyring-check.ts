import type { Keyring } from '../../crypto/keyring.ts';
import type { Database } from '../postgres/database.ts';
import { isInUse, type WrappedColumn } from './wrapped-keys.ts';

const CONTEXT = 'keyring check';

/** How often a server says that it seals under a key, and how long after that nobody does. */
const SAY_MS = 30_000;
const SEALING_ENDS_AFTER = `interval '2 minutes'`;

/**
 * Makes sure, before anything is served, that this keyring opens what the database holds. Remembers each key by a
 * sealed value for good. A key that is missing is looked for in everything that is sealed, unless nothing was found
 * under it before, after the last server that sealed under it: that start was the only slow one.
 * @throws Error that names the missing key.
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
      if (await isInUse(database, columns, id)) throw new Error(missing(id));
      await noteEmpty(database, [id], now);
    }
  }
  const sealed = keyring.wrap(CONTEXT, Buffer.from('tempshare'));
  await database.query(
    `INSERT INTO keyring_checks (key_id, sealed) VALUES ($1, $2) ON CONFLICT (key_id) DO UPDATE SET ${SEALING}`,
    [keyring.ids[0], sealed],
  );
}

const SEALING = 'sealing_at = now(), emptied_at = NULL';

/** Says from time to time that this server seals under the keyring's first key. @returns what ends it. */
export function keepSealing(database: Database, keyring: Keyring, everyMs = SAY_MS): () => void {
  const timer = setInterval(() => {
    const said = database.query(`UPDATE keyring_checks SET ${SEALING} WHERE key_id = $1`, [keyring.ids[0]]);
    // Where this cannot be written, nothing can be sealed.
    said.catch(() => undefined);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Notes that nothing is under these keys, as everything has said that was read since a moment. */
export async function noteEmpty(database: Database, keyIds: readonly string[], since: string): Promise<void> {
  await database.query('UPDATE keyring_checks SET emptied_at = $2 WHERE key_id = ANY ($1)', [keyIds, since]);
}

const missing = (keyId: string): string =>
  `Items in the database are sealed under the encryption key ${keyId}, which is not among the keys given. ` +
  'Nothing was changed. Restore that key: put it back into ENCRYPTION_KEYS (new keys go in front of it), ' +
  'or restore the key file in DATA_DIR.';
