import type { HandlersOf } from '../../domain/operation.ts';
import type { FeatureDeps } from '../feature.ts';
import { createDebugShare } from './debug-share.ts';

export function debugShareHandlers(deps: FeatureDeps): HandlersOf<'debug-shares'> {
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
