import type { Feature } from '../feature.ts';
import { debugShareHandlers } from './handlers.ts';

/** A debug share is a transfer. */
export const debugShares = {
  folder: 'features/debug-shares',
  tables: {},
  handlers: debugShareHandlers,
} satisfies Feature<'debug-shares'>;
