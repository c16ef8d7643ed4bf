import type { Module } from '../../domain/module.ts';

export const backups = {
  folder: 'storage/backup',
  tables: { backup_schedule: { item: null, backedUp: false } },
} satisfies Module;
