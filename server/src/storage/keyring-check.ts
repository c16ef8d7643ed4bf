import type { Keyring } from '../crypto/keyring.ts';
import type { Database } from './database.ts';
import { isInUse } from './wrapped-keys.ts';

const CONTEXT = 'keyring check';

/**
 * Makes sure, before anything is served, that this keyring opens what the database holds. Remembers each key by a
 * sealed value for good: another server may still be sealing under a key that nothing is sealed under now.
 * @throws Error that names the missing key.
 */
export async function checkKeyring(database: Database, keyring: Keyring): Promise<void> {
  await database.transaction(async (trx) => {
    await trx.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['tempshare keyring check']);
    const known = await trx.query<{ key_id: string; sealed: Buffer }>(
      'SELECT key_id, sealed FROM keyring_checks',
    );
    for (const { key_id, sealed } of known) {
      if (keyring.ids.includes(key_id)) {
        keyring.unwrap(CONTEXT, sealed);
        continue;
      }
      if (await isInUse(trx, key_id)) {
        throw new Error(
          `Items in the database are sealed under the encryption key ${key_id}, which is not among the keys given. ` +
            'Nothing was changed. Restore that key: put it back into ENCRYPTION_KEYS (new keys go in front of it), ' +
            'or restore the key file in DATA_DIR.',
        );
      }
    }
    const [current] = keyring.ids as [string];
    if (!known.some(({ key_id }) => key_id === current)) {
      const sealed = keyring.wrap(CONTEXT, Buffer.from('tempshare'));
      await trx.query('INSERT INTO keyring_checks (key_id, sealed) VALUES ($1, $2)', [current, sealed]);
    }
  });
}
