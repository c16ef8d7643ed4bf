import { document } from '../gen/document.ts';
import { heldByKey } from '../domain/capacity.ts';
import type { MockHandlers } from './index.ts';
import { timestamp } from '../domain/lifetime.ts';
import { WINDOW_SECONDS } from '../http/quota.ts';

export const accountHandlers = {
  'key.get': ({ state, key }) => ({
    status: 200,
    body: {
      id: key.id,
      name: 'mock',
      prefix: `svc_sk_${key.environment}_`,
      last4: key.text.slice(-4),
      environment: key.environment,
      scopes: [...key.scopes],
      rateLimit: { limit: state.quotas.limits.key, windowSeconds: WINDOW_SECONDS },
      quota: {
        maxBytes: state.capacity.key,
        bytesUsed: heldByKey(state, key.id),
        bytesLeft: Math.max(0, state.capacity.key - heldByKey(state, key.id)),
      },
      createdAt: timestamp(key.createdAt),
      expiresAt: null,
    },
  }),
  'openapi.get': () => ({ status: 200, body: document }),
} satisfies Pick<MockHandlers, 'key.get' | 'openapi.get'>;
