import type { Module } from '../domain/module.ts';

export const storage = {
  folder: 'storage',
  tables: {
    blobs: { item: 'item_id' },
    blob_chunks: { item: 'item_id' },
    /** Maintained by triggers. */
    byte_counters: { item: null, counts: true },
    byte_quotas: { item: null },
    keyring_checks: { item: null },
    migration_versions: { item: null },
    server_processes: { item: null, backedUp: false },
  },
  borrows: { audit_entries: 'a server that is too old names the last backup from before the upgrade' },
} satisfies Module;
