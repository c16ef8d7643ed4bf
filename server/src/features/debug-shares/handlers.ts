import type { FeatureDeps, OperationHandlers } from '../../http/operation.ts';
import { createDebugShare } from './debug-share.ts';
import type { Masker } from '../../masking/masker.ts';

export function debugShareHandlers(
  deps: FeatureDeps & { masker: Masker },
): Pick<OperationHandlers, 'debugShares.create'> {
  return {
    'debugShares.create': async ({ db, body, principal, now, locale, signal }) => {
      const share = await createDebugShare(db, deps, { input: body, principal, now, signal });
      return {
        status: 201,
        body: {
          success: true,
          debugId: share.id,
          shareUrl: deps.links.to(locale, 'transfer', share.id),
          sanitized: true,
          masked: share.masked,
          expiresAt: share.expiresAt?.toISOString() ?? null,
          createdAt: share.createdAt.toISOString(),
        },
      };
    },
  };
}
