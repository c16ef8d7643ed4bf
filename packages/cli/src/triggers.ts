import type { EventType } from '@tempshare/sdk/types';
import { openLink, peekRequest, type Tempshare } from './sdk.ts';

/** Makes an event happen. Returns the id of what was shared for it. */
type Trigger = (client: Tempshare, signal: AbortSignal) => Promise<string>;

const expiration = '15m';
/** An end other than that of `expiration`. */
const later = (): string => new Date(Date.now() + 3_600_000).toISOString();
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
  'transfer.updated': async (client, signal) => {
    const { id } = await client.transfers.create({ type: 'text', text, expiration }, { signal });
    await client.transfers.update(id, { expiresAt: later() }, { signal });
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
  'request.updated': async (client, signal) => {
    const { requestId } = await client.requests.create({ title: text, expiration }, { signal });
    await client.requests.update(requestId, { expiresAt: later() }, { signal });
    return requestId;
  },
};

const secrets: Record<Extract<EventType, `secret.${string}`>, Trigger> = {
  'secret.consumed': async (client, signal) => {
    const { secretId, secretUrl } = await client.secrets.create({ secret: text, expiration }, { signal });
    await openLink(secretUrl, { signal, baseUrl: client.baseUrl });
    return secretId;
  },
  'secret.updated': async (client, signal) => {
    const { secretId } = await client.secrets.create({ secret: text, expiration }, { signal });
    await client.secrets.update(secretId, { expiresAt: later() }, { signal });
    return secretId;
  },
};

/** How events are made to happen, for those that a key can cause by sharing. */
export const TRIGGERS: Partial<Record<EventType, Trigger>> = { ...transfers, ...requests, ...secrets };
