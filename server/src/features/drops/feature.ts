import type { Feature } from '../feature.ts';
import { deleteDrop, dropFileArrived, updateDrop } from './drop.ts';
import { dropHandlers } from './handlers.ts';
import { listedDrops } from './listed.ts';
import { cleanUpDrops, wipeDrops } from './jobs.ts';

export const drops = {
  folder: 'features/drops',
  tables: {
    drops: { item: 'id', bytesOfKey: '0', wrapsKeyOf: 'drop', labelUnder: 'key' },
    drop_items: { item: 'drop_id', bytesOfKey: 'bytes - file_bytes' },
  },
  borrows: { files: 'The file of an item is found, and goes, with the item.' },
  handlers: dropHandlers,
  arrivals: { 'drop-item': dropFileArrived },
  wipe: [({ database }) => wipeDrops(database)],
  cleanUp: [({ database }) => cleanUpDrops(database)],
  items: {
    table: 'drops',
    kind: `'drop'`,
    living: 'true',
    expires: 'NULL::timestamptz',
    listed: listedDrops,
    ends: { drop: deleteDrop },
    updates: { drop: updateDrop },
  },
} satisfies Feature<'drops'>;
