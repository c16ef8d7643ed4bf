import type { HandlersOf } from '../../domain/operation.ts';
import type { FeatureDeps } from '../feature.ts';
import { insertTransfer } from '../transfers/transfer.ts';
import { sealDebugShare } from './debug-share.ts';

export function debugShareHandlers(deps: FeatureDeps): HandlersOf<'debug-shares'> {
  return {
    'debugShares.create': async ({ newId: id, body, principal, now, locale, signal }) => {
      const { share, masked } = await sealDebugShare(deps, { id, input: body, principal, now, signal });
      return {
        kind: 'creation',
        creation: insertTransfer(share),
        reply: {
          status: 201,
          body: {
            success: true,
            debugId: share.id,
            shareUrl: deps.links.to(locale, 'transfer', share.id),
            sanitized: true,
            masked,
            expiresAt: share.expiresAt?.toISOString() ?? null,
            createdAt: share.createdAt.toISOString(),
          },
        },
      };
    },
  };
}
