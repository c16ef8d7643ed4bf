import type { Feature, MockHandlers, Tag } from '../feature.ts';
import { accounts } from './accounts.ts';
import { debugShares } from './debug-shares.ts';
import { drops } from './drops.ts';
import { files } from './files/handlers.ts';
import { requests } from './requests/handlers.ts';
import { rooms } from './rooms/handlers.ts';
import { secrets } from './secrets.ts';
import { transfers } from './transfers/handlers.ts';
import { webhooks } from './webhooks/handlers.ts';

/** Every feature, by its tag in the contract: a tag without one is a compile error. Files are swept first. */
const FEATURES = {
  files,
  accounts,
  transfers,
  secrets,
  requests,
  rooms,
  drops,
  'debug-shares': debugShares,
  webhooks,
} satisfies { [Of in Tag]: Feature<Of> };

export const features: readonly Feature[] = Object.values(FEATURES as Record<string, Feature>);

/** A handler for each operation of the contract. */
export const handlers = Object.assign({}, ...features.map((feature) => feature.handlers)) as MockHandlers;
