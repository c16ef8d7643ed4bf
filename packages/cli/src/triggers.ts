import type { EventType } from '@tempshare/sdk/types';
import { openLink, peekRequest, type Tempshare } from './sdk.ts';

/** Makes an event happen. Returns the id of what was shared for it. */
type Trigger = (client: Tempshare, signal: AbortSignal) => Promise<string>;

const expiration = '15m';
const text = 'A test of webhooks';

const transfers: Record<Extract<EventType, `transfer.${string}`>, Trigger> = {
  'transfer.created': async (client, signal) =>
    (await client.transfers.create({ type: 'text', text, expiration }, { signal })).id,
  'transfer.completed': async (client, signal) => {
    const body = { type: 'text', text, expiration, oneTime: true } as const;
    const { id, shareUrl } = await client.transfers.create(body, { signal });
    await openLink(shareUrl, { signal, baseUrl: client.baseUrl });
    return id;
  },
  'transfer.deleted': async (client, signal) => {
    const { id } = await client.transfers.create({ type: 'text', text, expiration }, { signal });
    await client.transfers.delete(id, { signal });
    return id;
  },
};

const requests: Record<Extract<EventType, `request.${string}`>, Trigger> = {
  'request.created': async (client, signal) =>
    (await client.requests.create({ title: text, expiration }, { signal })).requestId,
  'request.closed': async (client, signal) => {
    const created = await client.requests.create({ title: text, expiration }, { signal });
    const { requestId, requestUrl, pin } = created;
    const request = await (
      await peekRequest(requestUrl, { signal, baseUrl: client.baseUrl })
    ).open({ signal });
    await request.send(new Blob([text]), { pin, fileName: 'test.txt' }, { signal });
    await request.finish({ pin });
    return requestId;
  },
};

const secrets: Record<Extract<EventType, `secret.${string}`>, Trigger> = {
  'secret.consumed': async (client, signal) => {
    const { secretId, secretUrl } = await client.secrets.create({ secret: text, expiration }, { signal });
    await openLink(secretUrl, { signal, baseUrl: client.baseUrl });
    return secretId;
  },
};

/** How events are made to happen, for those that a key can cause by sharing. */
export const TRIGGERS: Partial<Record<EventType, Trigger>> = { ...transfers, ...requests, ...secrets };
