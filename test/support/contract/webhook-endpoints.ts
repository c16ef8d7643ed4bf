import type { Tempshare } from '@tempshare/sdk';
import { TARGET } from './operations.ts';
import type { Stage } from './stage.ts';

type Created = Parameters<Tempshare['webhookEndpoints']['create']>[0];

/** Calls of owners of webhook endpoints, and something that webhooks tell of. */
export function registering(stage: Stage) {
  return {
    registered: async (more: Partial<Created> = {}, by?: Tempshare) => {
      const owner = by ?? (await stage.owner());
      const created = await owner.webhookEndpoints.create({ url: TARGET, ...more });
      const { success: _, secret, ...endpoint } = created;
      return { owner, endpoints: owner.webhookEndpoints, secret, endpoint, id: endpoint.id };
    },
    happen: async (owner: Tempshare) => (await owner.transfers.create({ type: 'text', text: 'x' })).id,
  };
}
