import { limits } from '@tempshare/contract';
import type { Db } from '../../storage/postgres/database.ts';
import type { EndReason } from '../../domain/end-reason.ts';
import type { Feature, Item } from '../feature.ts';
import { transferHandlers } from './handlers.ts';
import { cleanUpTransfers, deleteLimitedTransfers, sweepTransfers } from './jobs.ts';
import { listedTransfers } from './listed.ts';
import { DELETABLE, LIVING } from './store.ts';
import {
  deleteDebugShare,
  deleteTransfer,
  transferFileArrived,
  transferFileDownloaded,
  updateDebugShare,
  updateTransfer,
} from './transfer.ts';

export const transfers = {
  folder: 'features/transfers',
  tables: {
    transfers: {
      item: 'id',
      bytesOfKey: `CASE WHEN type <> 'file' AND wrapped_key IS NOT NULL THEN greatest(octet_length(content), ${limits.itemBytes}) END`,
      wrapsKeyOf: 'transfer',
      wrapsOwnerKey: true,
      labelUnder: 'owner-key',
    },
  },
  borrows: {
    files: 'The file of a transfer ends in the statement that ends the transfer.',
    downloads: 'A download is a view: it is counted, and ends, with the transfer.',
  },
  handlers: transferHandlers,
  arrivals: { transfer: transferFileArrived },
  downloaded: transferFileDownloaded,
  sweep: [({ database }) => sweepTransfers(database)],
  cleanUp: [({ database }) => cleanUpTransfers(database)],
  items: {
    table: 'transfers',
    kind: `CASE type WHEN 'debug' THEN 'debug-share' ELSE 'transfer' END`,
    living: DELETABLE,
    guarded: LIVING,
    listed: listedTransfers,
    ends: {
      transfer: (db: Db, { id, keyId }: Item, reason: EndReason) =>
        deleteTransfer(db, { name: id, keyId, reason }),
      'debug-share': deleteDebugShare,
    },
    updates: {
      transfer: (db, deps, { id, ...change }) => updateTransfer(db, deps, { name: id, ...change }),
      'debug-share': updateDebugShare,
    },
  },
  endOneTime: deleteLimitedTransfers,
} satisfies Feature<'transfers'>;
