import type { Drop } from '@tempshare/sdk/types';
import { bytesIn, heldByDrop, makeRoom, toLimits, toSenderLimits } from '../domain/capacity.ts';
import { downloadReply } from './files/attachment.ts';
import { announceFile, dropFile, hasArrived, sharedFile, type StoredFile } from './files/file.ts';
import type { MockHandlers } from './index.ts';
import { timestamp } from '../domain/lifetime.ts';
import { cutPage } from '../http/page.ts';
import { notFound } from '../http/problem.ts';
import type { State } from '../state.ts';
import { linkId, prefixedId } from '../domain/tokens.ts';

export interface StoredDrop {
  id: string;
  keyId: string;
  livemode: boolean;
  label: string;
  createdAt: number;
  items: StoredItem[];
}

interface StoredItem {
  id: string;
  createdAt: number;
  message: string | undefined;
  file: StoredFile | undefined;
}

type Operations =
  | 'drops.create'
  | 'drops.list'
  | 'drops.get'
  | 'drops.delete'
  | 'drops.items.list'
  | 'drops.items.delete'
  | 'drops.items.download'
  | 'public.drops.get'
  | 'public.drops.items.create';

export const dropHandlers = {
  'drops.create': ({ state, key, now, body: { label } }) => {
    const [id, livemode] = [linkId(), key.environment === 'live'];
    state.drops.set(id, { id, keyId: key.id, livemode, label, createdAt: now, items: [] });
    const facts = { dropId: id, dropUrl: `${state.appUrl}/en/drop/${id}`, label };
    return { status: 201, body: { success: true, ...facts, expiresAt: null, createdAt: timestamp(now) } };
  },

  'drops.list': ({ state, key, query }) => {
    const matching = [...state.drops.values()].filter(({ keyId }) => keyId === key.id);
    const { rows, page } = cutPage(matching, ['drops', key.id], query);
    return { status: 200, body: { drops: rows.map((drop) => record(state, drop)), ...page } };
  },

  'drops.get': ({ state, key, params }) => ({
    status: 200,
    body: record(state, owned(state, key.id, params.id)),
  }),

  'drops.delete': ({ state, key, params }) => {
    const { id, items } = owned(state, key.id, params.id);
    state.drops.delete(id);
    for (const { file } of items) if (file) dropFile(state, file);
    return {
      status: 200,
      body: { success: true, message: 'The inbox and everything in it have been deleted.' },
    };
  },

  'drops.items.list': ({ state, key, params, query }) => {
    const there = thereIn(owned(state, key.id, params.id));
    const { rows, page } = cutPage(there, ['drop-items', params.id], query);
    const items = rows.map(({ id, message, file, createdAt }) => ({
      id,
      ...(message !== undefined && { message }),
      ...(file && hasArrived(file) && { file: sharedFile(file) }),
      createdAt: timestamp(createdAt),
    }));
    return { status: 200, body: { items, ...page } };
  },

  'drops.items.delete': ({ state, key, params }) => {
    const drop = owned(state, key.id, params.id);
    const item = thereIn(drop).find(({ id }) => id === params.itemId);
    if (!item) throw notFound();
    drop.items = drop.items.filter((other) => other !== item);
    if (item.file) dropFile(state, item.file);
    return { status: 200, body: { success: true, message: 'The item and its file have been deleted.' } };
  },

  'drops.items.download': ({ state, key, params, headers }) => {
    const drop = owned(state, key.id, params.id);
    const file = drop.items.find(({ id }) => id === params.itemId)?.file;
    if (!file || !hasArrived(file)) throw notFound();
    return downloadReply(file, headers);
  },

  'public.drops.get': ({ state, params }) => {
    const drop = open(state, params.id);
    const limits = toSenderLimits(state.capacity.drop, heldByDrop(state, drop));
    return { status: 200, body: { dropId: drop.id, label: drop.label, limits, expiresAt: null } };
  },

  'public.drops.items.create': ({ state, now, params, body: { message, file } }) => {
    const drop = open(state, params.id);
    const { items, keyId } = drop;
    const container = { kind: 'drop', keyId, held: heldByDrop(state, drop) } as const;
    const { reserved } = makeRoom(state, container, { bytes: bytesIn(message), file });
    const announced =
      file && announceFile(state, file, { until: null, onArrival: () => undefined, reserved });
    const id = prefixedId('item');
    items.push({ id, createdAt: now, message, file: announced?.file });
    const uploadUrl = announced && { uploadUrl: announced.uploadUrl };
    return { status: 201, body: { success: true, id, ...uploadUrl, createdAt: timestamp(now) } };
  },
} satisfies Pick<MockHandlers, Operations>;

function open(state: State, id: string): StoredDrop {
  const drop = state.drops.get(id);
  if (!drop) throw notFound();
  return drop;
}

function owned(state: State, keyId: string, id: string): StoredDrop {
  const drop = open(state, id);
  if (drop.keyId !== keyId) throw notFound();
  return drop;
}

/** The items that the owner sees: not those whose bytes are awaited. */
const thereIn = ({ items }: StoredDrop): StoredItem[] =>
  items.filter(({ file }) => !file || hasArrived(file));

function record(state: State, drop: StoredDrop): Drop {
  const { id: dropId, label, livemode, createdAt } = drop;
  const limits = toLimits(state.capacity.drop, heldByDrop(state, drop));
  const facts = { dropId, label, state: 'open' as const, itemCount: thereIn(drop).length };
  return { ...facts, limits, expiresAt: null, livemode, createdAt: timestamp(createdAt) };
}
