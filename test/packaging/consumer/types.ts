import {
  APIError,
  RateLimitError,
  Tempshare,
  type ClientOptions,
  type FileTransferInput,
  type Presealed,
  type RequestOptions,
  type TextTransferInput,
  type TransferInput,
  type UrlTransferInput,
} from '@tempshare/sdk';
import { createFetchClient } from '@tempshare/sdk/fetch';
import { openLink, type Room } from '@tempshare/sdk/open';
import type { RoomCreate, SecretCreate, TransferCreate, TransferCreated } from '@tempshare/sdk/types';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { unwrapWebhookSync } from '@tempshare/sdk/webhooks/node';
import { signPayload } from '@tempshare/sdk/webhooks/testing';

const options: ClientOptions = {
  apiKey: async () => 'svc_sk_test_…',
  fetch: globalThis.fetch,
  timeout: 5_000,
};
const client = new Tempshare(options);

export async function share(text: string, signal: AbortSignal): Promise<string> {
  const body: TextTransferInput = { type: 'text', text, oneTime: true };
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

const { transfers } = client;
export const shares = (
  given: TextTransferInput | UrlTransferInput | FileTransferInput,
  sealed: Presealed<TransferCreate>,
  oneTime: boolean,
  maxViews: number | undefined,
  [accessProofHash, jwe]: [string, string],
): PromiseLike<TransferCreated>[] => [
  transfers.create(given),
  transfers.create(sealed),
  transfers.create({ type: 'text', text: 'Hello', oneTime, expiration: undefined }),
  transfers.create({ type: 'url', targetUrl: 'https://example.com', maxViews }),
  transfers.create({ type: 'text', text: 'Hello', oneTime: false, maxViews: 5 }),
  transfers.create({ type: 'text', text: 'Hello', oneTime, maxViews }),
  transfers.create({ type: 'text', text: 'Hello', oneTime: true, maxViews: 1 }),
  transfers.create({ type: 'file', file: new Uint8Array(), fileName: undefined }),
  transfers.create({ type: 'file', encryption: 'server', fileName: 'a.txt', size: 3, password: 'p' }),
  transfers.create({ type: 'file', sealedMetadata: jwe, accessProofHash, size: 3, kdfIterations: 220_000 }),
  transfers.create({ type: 'text', text: jwe, accessProofHash, encryption: 'e2e', oneTime }),
  transfers.create({ type: 'url', targetUrl: jwe, accessProofHash, maxViews: 3 }),
];

interface Labelled extends TextTransferInput {
  label: string;
}
interface LabelledDraft extends TransferCreate {
  label: string;
}
export const wrapped = (
  labelled: Labelled,
  [draft, secret, room, mine]: [TransferCreate, SecretCreate, RoomCreate, LabelledDraft],
  untyped: Omit<TextTransferInput, 'type'>,
  about: Omit<FileTransferInput, 'file' | 'type'>,
  life: Pick<FileTransferInput, 'oneTime' | 'maxViews' | 'expiration'>,
  file: FileTransferInput['file'],
): PromiseLike<unknown>[] => [
  transfers.create(labelled),
  transfers.create(draft),
  transfers.create({ ...draft, encryption: 'server' }),
  transfers.create(mine),
  client.secrets.create(secret),
  client.rooms.create(room),
  transfers.create({ ...untyped, type: 'text' }),
  transfers.create({ ...about, type: 'file', file }),
  transfers.create({ ...life, type: 'file', file }),
];
export const passOn = <T extends TransferInput>(given: T): PromiseLike<TransferCreated> =>
  transfers.create(given);

/** Optional fields may be undefined. */
export const undefinable = async (room: Room, file: Blob, none?: undefined) => {
  const page = await client.transfers.list({ limit: none, cursor: none, status: none }, { signal: none });
  const cursor = page.nextCursor ?? undefined;
  client.transfers.list({ cursor });
  client.events.list({ cursor });
  client.webhookEndpoints.deliveries.list('', { cursor });
  client.rooms.messages.list('', { cursor });
  client.public.rooms.messages.list('', { cursor }, { signal: none, timeout: none, headers: none });
  client.rooms.messages.create('', { text: 'a', author: none, encryption: none }, { password: none });
  client.rooms.files.create('', { file, fileName: none, mediaType: none, size: none, author: none });
  client.rooms.files.create('', { fileName: none, sealedMetadata: none, size: none, encryption: none });
  client.rooms.create({ name: 'a', ttlHours: none, encryption: none, kdfIterations: none });
  client.debugShares.create({ logs: 'a', diagnostics: none, expiration: none });
  void room.post({ text: 'a', author: none }, { signal: none, idempotencyKey: none });
  void room.send(file, { author: none, fileName: none, mediaType: none }, { onProgress: none });
  room.events({ after: none });
  const opened = await openLink('', { password: none, baseUrl: none });
  if (opened.kind === 'request') void opened.send(file, { pin: '1', fileName: none, mediaType: none });
  if (opened.kind === 'drop')
    void opened.leave({ message: none, file: none, fileName: none, mediaType: none });
  await unwrapWebhook('', {}, { secret: none, tolerance: none, now: none });
  await unwrapWebhook('', {});
  unwrapWebhookSync('', {});
  await byPath.GET('/transfers', { params: { query: { cursor, limit: none } } });
};

export const rooms = (room: Room, file: Blob): unknown[] => [
  room.post({ text: 'a' }, { idempotencyKey: 'k' }),
  room.send(file, {}, { idempotencyKey: 'k', onProgress() {} }),
  room.send(file, {}, { timeout: 5_000, onProgress() {} }),
  // @ts-expect-error: nothing is created.
  room.messages({ idempotencyKey: 'k' }),
  // @ts-expect-error: the same.
  room.events({ idempotencyKey: 'k' }),
  // @ts-expect-error: the same.
  client.rooms.open('', { idempotencyKey: 'k' }),
];

// @ts-expect-error: the text is missing.
export const noText = () => transfers.create({ type: 'text' });
// @ts-expect-error: the text is missing.
export const addressOfText = () => transfers.create({ type: 'text', targetUrl: 'https://example.com' });
// @ts-expect-error: a text has no address.
export const textAndAddress = () => transfers.create({ type: 'text', text: 'a', targetUrl: 'https://a' });
// @ts-expect-error: the file is missing.
export const noFile = () => transfers.create({ type: 'file' });
// @ts-expect-error: a file is no text.
export const textOfFile = () => transfers.create({ type: 'file', text: 'Hello' });
// @ts-expect-error: the description is sealed, too.
export const named = () => transfers.create({ type: 'file', accessProofHash: 'x', fileName: 'a.txt' });
// @ts-expect-error: one view, and more of them.
export const views = () => transfers.create({ type: 'text', text: 'a', oneTime: true, maxViews: 2 });
// @ts-expect-error: the same in a variable.
export const views_: TransferInput = { type: 'url', targetUrl: 'https://a', oneTime: true, maxViews: 2 };
// @ts-expect-error: tolerance is meant.
export const tolerant = () => unwrapWebhook('', {}, { tolerence: 5 });
// @ts-expect-error: the same.
export const tolerantSync = () => unwrapWebhookSync('', {}, { tolerence: 5 });
// @ts-expect-error: a name of the draft beside it, misspelt.
export const redrafted = (draft: TransferCreate) => transfers.create({ ...draft, pasword: 'p' });
// @ts-expect-error: not every type goes with a text.
export const mistyped = (type: TransferCreate['type']) => transfers.create({ type, text: 'a' });
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
