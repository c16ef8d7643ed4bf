import { documentText } from '@tempshare/contract/document';
import type { HandlersOf } from '../../domain/operation.ts';
import { WINDOW_SECONDS } from '../../limits/rate-limit.ts';
import type { FeatureDeps } from '../feature.ts';
import { findShown } from './store.ts';

const document = JSON.parse(documentText) as Record<string, unknown>;

/** @param capacity How much a key may hold. */
export function accountHandlers({ capacity }: Pick<FeatureDeps, 'capacity'>): HandlersOf<'accounts'> {
  return {
    'key.get': async ({ db, principal }) => {
      const key = await findShown(db, principal.keyId);
      const { keyBytes: maxBytes } = capacity;
      return {
        status: 200,
        body: {
          id: principal.keyId,
          name: key.name,
          prefix: principal.livemode ? 'svc_sk_live_' : 'svc_sk_test_',
          last4: principal.last4,
          environment: principal.environment,
          scopes: [...principal.scopes],
          rateLimit: { limit: principal.rateLimit, windowSeconds: WINDOW_SECONDS },
          quota: { maxBytes, bytesUsed: key.bytes, bytesLeft: Math.max(0, maxBytes - key.bytes) },
          createdAt: key.created_at.toISOString(),
          expiresAt: key.expires_at?.toISOString() ?? null,
        },
      };
    },
    'openapi.get': () => ({ status: 200, body: document }),
  };
}
