import { lifetimes } from '@tempshare/contract';
import { interval } from '../storage/interval.ts';
import type { Module } from '../domain/module.ts';
import { forgetClaims } from './idempotency.ts';

export const http = {
  folder: 'http',
  tables: {
    idempotency_keys: {
      item: 'item_id',
      wrapsKeysUntil: `created_at + ${interval(lifetimes.idempotencyKey)}`,
    },
  },
  cleanUp: [({ database }) => forgetClaims(database)],
} satisfies Module;
