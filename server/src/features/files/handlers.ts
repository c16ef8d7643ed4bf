import type { OperationHandlers } from '../../http/operation.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Database } from '../../storage/database.ts';
import { attachment } from './attachment.ts';
import { receiveFile, redeemDownload, type Arrivals } from './file.ts';

/** @param arrivals What each feature does when a file of its own arrives. */
export function fileHandlers(
  deps: { database: Database; blobs: Blobs },
  arrivals: Arrivals,
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

    'files.download': async ({ db, params }) => {
      const { sent, ...file } = await redeemDownload(db, { blobs }, params.token);
      return { ...attachment(file), sent };
    },
  };
}
