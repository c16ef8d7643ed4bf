import type { Module } from '../domain/module.ts';
import { forgetClaims } from './idempotency/claim.ts';

export const http = {
  folder: 'http',
  tables: { idempotency_keys: { item: 'item_id' } },
  cleanUp: [({ database }) => forgetClaims(database)],
} satisfies Module;
