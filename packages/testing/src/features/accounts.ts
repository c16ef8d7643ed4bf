import { defaults, expirationSeconds, serviceLimits } from '@tempshare/contract';
import { timestamp } from '../domain/lifetime.ts';
import type { Feature } from '../feature.ts';
import { document } from '../gen/document.ts';
import { WINDOW_SECONDS } from '../http/quota.ts';

const handlers: Feature<'accounts'>['handlers'] = {
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
        bytesUsed: state.bytesOf(key.id),
        bytesLeft: Math.max(0, state.capacity.key - state.bytesOf(key.id)),
      },
      createdAt: timestamp(key.createdAt),
      expiresAt: key.expiresAt === null ? null : timestamp(key.expiresAt),
    },
  }),
  'public.limits.get': ({ state: { capacity } }) => {
    const { drop, room, request, sessions } = capacity;
    return {
      status: 200,
      body: serviceLimits({
        longest: 'forever',
        offered: {
          seconds: Object.values(expirationSeconds),
          chosen: expirationSeconds[defaults.expiration],
        },
        containers: { drop, room, request },
        sessions,
      }),
    };
  },
  'openapi.get': () => ({ status: 200, body: document }),
};

export const accounts: Feature<'accounts'> = { handlers };
