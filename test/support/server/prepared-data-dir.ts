/** A DATA_DIR whose database is migrated already. */
import { inject } from 'vitest';
import { copyCluster } from '../database/copy-cluster.ts';

/**
 * Puts a migrated database with nothing in it into an empty DATA_DIR, for tests that are not about its initialisation:
 * that takes a second of the processor, a copy a tenth of it. Where PostgreSQL is not embedded, DATA_DIR stays empty.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const prepared = inject('preparedDataDir');
  if (prepared !== undefined) await copyCluster(prepared, dataDir);
}
