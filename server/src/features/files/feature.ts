import type { Feature } from '../feature.ts';
import { fileHandlers } from './handlers.ts';
import { shortenUploads, sweepBlobs } from './jobs.ts';

export const files = {
  folder: 'features/files',
  tables: {
    files: { item: 'item_id', bytesOfKey: 'reserved - uncharged', wrapsKeyOf: 'file' },
    downloads: { item: 'item_id' },
  },
  borrows: {
    blobs: 'A blob is kept, or doomed, in the statement that completes a file or gives it up.',
    transfers: 'A download lasts as long as its transfer, or until the last view of it has ended.',
  },
  tokens: {
    'files.upload': {
      prefix: 'u',
      table: 'files',
      hash: 'upload_token_hash',
      living: 'upload_until > now()',
    },
    'files.download': { prefix: 'd', table: 'downloads', hash: 'token_hash', living: 'expires_at > now()' },
  },
  handlers: fileHandlers,
  cleanUp: [({ database }) => shortenUploads(database), ({ database, blobs }) => sweepBlobs(database, blobs)],
} satisfies Feature<'files'>;
