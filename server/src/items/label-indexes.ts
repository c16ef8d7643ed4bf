import type { ItemVault } from '../crypto/item-vault.ts';
import { reindexLabel } from '../crypto/label-index.ts';
import { inBatches } from '../jobs/batches.ts';
import { wrappedColumns } from '../modules.ts';
import type { Database } from '../storage/postgres/database.ts';
import { indexBatch, type Rewrap } from '../storage/keys/wrapped-keys.ts';

export const rewrapBy = (vault: ItemVault): Rewrap => ({
  key: (...key) => vault.rewrap(...key),
  index: (ref, key, row) => reindexLabel(vault, ref, { ...row, key }),
});

export async function indexLabels(database: Database, vault: ItemVault): Promise<void> {
  const { index } = rewrapBy(vault);
  for (const column of wrappedColumns.filter(({ labels }) => labels))
    await inBatches((limit) => indexBatch(database, column, { index, keyIds: vault.keyIds, limit }));
}
