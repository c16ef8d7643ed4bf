import { limits } from '@tempshare/contract';
import { UNEXPIRED, type Feature } from '../feature.ts';
import { secretHandlers } from './handlers.ts';
import { cleanUpSecrets, revokeAllSecrets, sweepSecrets } from './jobs.ts';
import { listedSecrets } from './listed.ts';
import { revokeSecret, updateSecret } from './secret.ts';

const LIVING = `state = 'waiting' AND ${UNEXPIRED}`;

export const secrets = {
  folder: 'features/secrets',
  tables: {
    secrets: {
      item: 'id',
      bytesOfKey: `CASE WHEN wrapped_key IS NOT NULL THEN greatest(octet_length(content), ${limits.itemBytes}) END`,
      wrapsKeyOf: 'secret',
      wrapsOwnerKey: true,
      labelUnder: 'owner-key',
    },
  },
  handlers: secretHandlers,
  sweep: [({ database }) => sweepSecrets(database)],
  cleanUp: [({ database }) => cleanUpSecrets(database)],
  items: {
    table: 'secrets',
    kind: `'secret'`,
    living: LIVING,
    guarded: LIVING,
    listed: listedSecrets,
    ends: { secret: revokeSecret },
    updates: { secret: updateSecret },
  },
  endOneTime: revokeAllSecrets,
} satisfies Feature<'secrets'>;
