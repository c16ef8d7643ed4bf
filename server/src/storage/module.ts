import type { Module } from '../domain/module.ts';

export const storage = {
  folder: 'storage',
  tables: {
    blobs: {},
    blob_chunks: {},
    /** Kept by triggers. */
    byte_counters: {},
    byte_quotas: {},
    keyring_checks: {},
    migration_versions: {},
  },
} satisfies Module;
