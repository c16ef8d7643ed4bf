import type { OperationHandlers } from '../../http/operation.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Database } from '../../storage/database.ts';
import { attachment } from './attachment.ts';
import { redeemDownload, type Completion } from './download.ts';
import { receiveFile, type Arrivals } from './file.ts';

/**
 * @param arrivals What each feature does when a file of its own arrives.
 * @param completed What the transfers do when a file of theirs was downloaded.
 */
export function fileHandlers(
  deps: { database: Database; blobs: Blobs },
  arrivals: Arrivals,
  completed: Completion,
): Pick<OperationHandlers, 'files.upload' | 'files.download'> {
  const { database, blobs } = deps;
  return {
    'files.upload': async ({ params, body }) => {
      const file = await receiveFile(database, { blobs, arrivals }, { token: params.token, bytes: body });
      return {
        status: 200,
        body: {
          success: true,
          id: file.id,
          size: file.size,
          sha256: file.sha256.toString('hex'),
          createdAt: file.completedAt.toISOString(),
        },
      };
    },

    'files.download': async ({ params, headers }) =>
      attachment(await redeemDownload(database, { blobs, completed }, params.token), headers),
  };
}
