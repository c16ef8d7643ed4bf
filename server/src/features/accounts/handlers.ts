import { documentText } from '@tempshare/contract/document';
import type { HandlersOf } from '../../domain/operation.ts';
import { WINDOW_SECONDS } from '../../limits/rate-limit.ts';
import type { FeatureDeps } from '../feature.ts';
import { quotaOf } from './api-key.ts';

const document = JSON.parse(documentText) as Record<string, unknown>;

/** @param capacity How much a key may hold. */
export function accountHandlers({ capacity }: Pick<FeatureDeps, 'capacity'>): HandlersOf<'accounts'> {
  return {
    'key.get': async ({ db, principal }) => ({
      status: 200,
      body: {
        id: principal.keyId,
        name: principal.name,
        prefix: principal.livemode ? 'svc_sk_live_' : 'svc_sk_test_',
        last4: principal.last4,
        environment: principal.environment,
        scopes: [...principal.scopes],
        rateLimit: { limit: principal.rateLimit, windowSeconds: WINDOW_SECONDS },
        quota: await quotaOf(db, { keyId: principal.keyId, maxBytes: capacity.keyBytes }),
        createdAt: principal.createdAt.toISOString(),
        expiresAt: principal.expiresAt?.toISOString() ?? null,
      },
    }),
    'openapi.get': () => ({ status: 200, body: document }),
  };
}
