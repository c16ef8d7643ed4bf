import type { HandlersOf } from '../../domain/operation.ts';
import type { FeatureDeps, FileOwners } from '../feature.ts';
import { attachment } from './attachment.ts';
import { redeemDownload } from './download.ts';
import { receiveFile } from './upload.ts';

export function fileHandlers({
  database,
  blobs,
  arrivals,
  downloaded: completed,
}: FeatureDeps & FileOwners): HandlersOf<'files'> {
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
