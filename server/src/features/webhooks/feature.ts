import type { Feature } from '../feature.ts';
import { webhookHandlers } from './handlers.ts';
import { cleanUpWebhooks, sealTexts, sweepWebhooks } from './jobs.ts';

export const webhooks = {
  folder: 'features/webhooks',
  tables: {
    webhook_endpoints: { item: null, bytesOfKey: '0', wrapsKeyOf: 'webhook-endpoint' },
    webhook_deliveries: { item: 'item_id' },
    webhook_attempts: { item: 'item_id' },
  },
  borrows: {
    events: 'Events are listed here, and their bodies are read as they are sent.',
    api_keys: 'A key has 20 endpoints at most; nothing is sent for one that was revoked.',
  },
  handlers: webhookHandlers,
  sweep: [({ database }) => sweepWebhooks(database)],
  cleanUp: [({ database }) => cleanUpWebhooks(database), ({ database, vault }) => sealTexts(database, vault)],
} satisfies Feature<'webhooks'>;
