import { documentText } from '@tempshare/contract/document';
import type { OperationHandlers } from '../../http/operation.ts';
import { WINDOW_SECONDS } from '../../http/rate-limit.ts';

const document = JSON.parse(documentText) as Record<string, unknown>;

export function accountHandlers(): Pick<OperationHandlers, 'key.get' | 'openapi.get'> {
  return {
    'key.get': ({ principal }) => ({
      status: 200,
      body: {
        id: principal.keyId,
        name: principal.name,
        prefix: principal.livemode ? 'svc_sk_live_' : 'svc_sk_test_',
        last4: principal.last4,
        environment: principal.environment,
        scopes: [...principal.scopes],
        rateLimit: { limit: principal.rateLimit, windowSeconds: WINDOW_SECONDS },
        createdAt: principal.createdAt.toISOString(),
        expiresAt: principal.expiresAt?.toISOString() ?? null,
      },
    }),
    'openapi.get': () => ({ status: 200, body: document }),
  };
}
