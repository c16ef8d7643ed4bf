import { APIError, RateLimitError, Tempshare, type ClientOptions, type RequestOptions } from '@tempshare/sdk';
import { createFetchClient } from '@tempshare/sdk/fetch';
import type { TransferCreate, TransferCreated } from '@tempshare/sdk/types';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';

const options: ClientOptions = {
  apiKey: async () => 'svc_sk_test_…',
  fetch: globalThis.fetch,
  timeout: 5_000,
};
const client = new Tempshare(options);

export async function share(text: string, signal: AbortSignal): Promise<string> {
  const body: TransferCreate = { type: 'text', text, oneTime: true };
  const each: RequestOptions = { signal, headers: { 'x-team': 'billing', 'x-other': null } };
  const { data, requestId } = await client.transfers.create(body, each).withResponse();
  const created: TransferCreated = data;
  return `${created.id} ${requestId ?? ''}`;
}

export async function receive(body: ArrayBuffer, headers: Headers): Promise<string> {
  const event = await unwrapWebhook(body, headers, { secret: ['whsec_old', 'whsec_new'] });
  if (event.type === 'secret.consumed') return event.data.object.secretId;
  return event.type;
}

const byPath = createFetchClient({ apiKey: 'svc_sk_test_…' });
export async function status(id: string): Promise<'active' | 'expired' | 'consumed'> {
  const { data } = await byPath.GET('/transfers/{id}', { params: { path: { id } }, timeout: 5_000 });
  return data.status;
}
export const send = async (text: string): Promise<TransferCreated> =>
  (await byPath.POST('/transfers', { body: { type: 'text', text } })).data;

export const wait = (error: unknown): number | undefined =>
  error instanceof RateLimitError ? error.retryAfterMs : undefined;
export const quote = (error: unknown): string | undefined =>
  error instanceof APIError ? `${error.code} ${error.requestId}` : undefined;
export const signed: Promise<string> = signPayload({ payload: '{}', secret: 'whsec_…', timestamp: 0 });

// @ts-expect-error: not a property of the body.
export const typo = () => client.transfers.create({ type: 'text', test: 'Hello' });
// @ts-expect-error: not one of the lifetimes.
export const lifetime = () => client.secrets.create({ secret: 'hunter2', expiration: '2h' });
// @ts-expect-error: the id is missing.
export const nothing = () => client.transfers.get();
// @ts-expect-error: not an event.
export const event = receive.length === 0 ? (await unwrapWebhook('', {}, { secret: '' })).kind : undefined;
// @ts-expect-error: not a path.
export const elsewhere = () => byPath.GET('/transfer/{id}', { params: { path: { id: 'x' } } });
// @ts-expect-error: not a property of the body.
export const misspelt = () => byPath.POST('/transfers', { body: { type: 'text', test: 'Hello' } });
