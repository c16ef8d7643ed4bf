import { serviceLimits } from '@tempshare/contract';
import { documentText } from '@tempshare/contract/document';
import type { HandlersOf } from '../../domain/operation.ts';
import { WINDOW_SECONDS } from '../../limits/rate-limit.ts';
import type { FeatureDeps } from '../feature.ts';
import { findShown } from './store.ts';

const document = JSON.parse(documentText) as Record<string, unknown>;

export function accountHandlers({
  capacity,
  lifetimes: { longest, offered },
  sessionsPerItem: sessions,
}: Pick<FeatureDeps, 'capacity' | 'lifetimes' | 'sessionsPerItem'>): HandlersOf<'accounts'> {
  const shown = serviceLimits({ longest, offered, containers: capacity.containers, sessions });
  return {
    'key.get': async ({ db, principal }) => {
      const key = await findShown(db, principal.keyId);
      const { keyBytes: maxBytes } = capacity;
      const bytesLeft = Math.max(0, Math.min(maxBytes - key.bytes, key.bytes_left ?? Infinity));
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
          quota: { maxBytes, bytesUsed: key.bytes, bytesLeft },
          createdAt: key.created_at.toISOString(),
          expiresAt: key.expires_at?.toISOString() ?? null,
        },
      };
    },
    'public.limits.get': () => ({ status: 200, body: shown }),
    'openapi.get': () => ({ status: 200, body: document }),
  };
}
