import type { MailQueue } from '../mail/mail.ts';
import type { NotifyDisabled } from '../webhooks/endpoints/endpoint.ts';
import { listRecipients } from './store.ts';

/** Mails to the user of an endpoint's key, or to the owners, that the endpoint is disabled. */
export const mailDisabledEndpoint =
  (queue: MailQueue, appUrl: string): NotifyDisabled =>
  async (trx, { endpointId, accountId, userId }) => {
    const url = `${appUrl}/developers/webhooks/${endpointId}`;
    for (const { email: to, locale } of await listRecipients(trx, { accountId, userId }))
      await queue.enqueue(trx, {
        kind: 'endpoint-disabled',
        to,
        locale,
        url,
        values: { endpoint: endpointId },
      });
  };
