import type { Drop } from '@tempshare/sdk/types';
import type { Amount } from '../domain/capacity.ts';
import { timestamp } from '../domain/lifetime.ts';
import { owned, ownedBy, ownership } from '../domain/ownership.ts';
import { bytesIn, countedBytes, toLimits, toSenderLimits } from '../domain/reserve.ts';
import { linkId, prefixedId } from '../domain/tokens.ts';
import type { Feature } from '../feature.ts';
import { done } from '../http/done.ts';
import { cutPage } from '../http/page.ts';
import { notFound } from '../http/problem.ts';
import { remembered, type State } from '../state.ts';
import { downloadReply } from './files/attachment.ts';
import {
  announceIn,
  dropFile,
  hasArrived,
  isAwaited,
  sharedFile,
  sizeOf,
  type StoredFile,
} from './files/file.ts';

export interface StoredDrop {
  id: string;
  keyId: string;
  livemode: boolean;
  label: string;
  createdAt: number;
  /** The id of all senders: they come from one network here. */
  authorId: string;
  items: StoredItem[];
}

interface StoredItem {
  id: string;
  createdAt: number;
  message: string | undefined;
  file: StoredFile | undefined;
}

export const dropsOf = remembered(() => new Map<string, StoredDrop>());

const handlers: Feature<'drops'>['handlers'] = {
  'drops.create': ({ state, key, now, body: { label } }) => {
    const id = linkId();
    dropsOf(state).set(id, {
      id,
      ...ownership(key),
      label,
      createdAt: now,
      authorId: `author_${linkId()}`,
      items: [],
    });
    const createdAt = timestamp(now);
    const dropUrl = `${state.appUrl}/en/drop/${id}`;
    return { status: 201, body: { success: true, dropId: id, dropUrl, label, expiresAt: null, createdAt } };
  },

  'drops.list': ({ state, key, query }) => {
    const matching = ownedBy(dropsOf(state), key.id);
    const { rows, page } = cutPage(matching, ['drops', key.id], query);
    return { status: 200, body: { drops: rows.map((drop) => record(state, drop)), ...page } };
  },

  'drops.get': ({ state, key, params }) => ({
    status: 200,
    body: record(state, owned(dropsOf(state), key.id, params.id)),
  }),

  'drops.update': ({ state, key, params, body: { label } }) => {
    const drop = owned(dropsOf(state), key.id, params.id);
    drop.label = label;
    return { status: 200, body: record(state, drop) };
  },

  'drops.delete': ({ state, key, params }) => {
    const { id, items } = owned(dropsOf(state), key.id, params.id);
    dropsOf(state).delete(id);
    for (const { file } of items) if (file) dropFile(state, file);
    return done('The inbox and everything in it have been deleted.');
  },

  'drops.items.list': ({ state, key, params, query }) => {
    const drop = owned(dropsOf(state), key.id, params.id);
    const there = thereIn(drop);
    const { rows, page } = cutPage(there, ['drop-items', params.id], query);
    const items = rows.map(({ id, message, file, createdAt }) => ({
      id,
      authorId: drop.authorId,
      ...(message !== undefined && { message }),
      ...(file && hasArrived(file) && { file: sharedFile(file) }),
      createdAt: timestamp(createdAt),
    }));
    return { status: 200, body: { items, ...page } };
  },

  'drops.items.delete': ({ state, key, params }) => {
    const drop = owned(dropsOf(state), key.id, params.id);
    const item = thereIn(drop).find(({ id }) => id === params.itemId);
    if (!item) throw notFound();
    drop.items = drop.items.filter((other) => other !== item);
    if (item.file) dropFile(state, item.file);
    return done('The item and its file have been deleted.');
  },

  'drops.authors.delete': ({ state, key, params }) => {
    const drop = owned(dropsOf(state), key.id, params.id);
    const gone = params.authorId === drop.authorId ? keptIn(state, drop) : [];
    if (gone.length === 0) throw notFound();
    for (const { file } of gone) if (file) dropFile(state, file);
    drop.items = drop.items.filter((item) => !gone.includes(item));
    const message = 'All items of the author have been deleted.';
    return { status: 200, body: { success: true, message, deletedCount: gone.length } };
  },

  'drops.items.download': ({ state, key, params, headers }) => {
    const drop = owned(dropsOf(state), key.id, params.id);
    const file = drop.items.find(({ id }) => id === params.itemId)?.file;
    if (!file || !hasArrived(file)) throw notFound();
    return downloadReply(file, headers);
  },

  'public.drops.get': ({ state, params }) => {
    const drop = open(state, params.id);
    const limits = toSenderLimits(state.capacity.drop, held(state, drop));
    return { status: 200, body: { dropId: drop.id, label: drop.label, limits, expiresAt: null } };
  },

  'public.drops.items.create': ({ state, now, params, body: { message, file, files = [file] } }) => {
    const drop = open(state, params.id);
    const container = { kind: 'drop', keyId: drop.keyId, held: held(state, drop) } as const;
    const how = { files, until: null, onArrival: () => undefined, texts: bytesIn(message) };
    const items = announceIn(state, container, how).map((announced, i) => {
      const id = prefixedId('item');
      drop.items.push({ id, createdAt: now, message: i === 0 ? message : undefined, file: announced?.file });
      return { id, ...(announced && { uploadUrl: announced.uploadUrl }) };
    });
    const [first] = items as [(typeof items)[0]];
    return { status: 201, body: { success: true, ...first, items, createdAt: timestamp(now) } };
  },
};

export const drops: Feature<'drops'> = {
  handlers,
  bytesOf: (state, keyId) =>
    ownedBy(dropsOf(state), keyId)
      .flatMap((drop) => keptIn(state, drop))
      // The key counts a file from the beginning of its upload.
      .reduce(
        (sum, item) => sum + (item.file?.charged === false ? bytesIn(item.message) : countedIn(item)),
        0,
      ),
};

/** The items that are there or may still come. */
const keptIn = (state: State, { items }: StoredDrop): StoredItem[] =>
  items.filter(({ file }) => !file || hasArrived(file) || isAwaited(state, file));

const countedIn = ({ message, file }: StoredItem): number => countedBytes(bytesIn(message) + sizeOf(file));

function held(state: State, drop: StoredDrop): Amount {
  const kept = keptIn(state, drop);
  return { items: kept.length, bytes: kept.reduce((sum, item) => sum + countedIn(item), 0) };
}

function open(state: State, id: string): StoredDrop {
  const drop = dropsOf(state).get(id);
  if (!drop) throw notFound();
  return drop;
}

/** The items that the owner sees: not those whose bytes are awaited. */
const thereIn = ({ items }: StoredDrop): StoredItem[] =>
  items.filter(({ file }) => !file || hasArrived(file));

function record(state: State, drop: StoredDrop): Drop {
  const { id: dropId, label, livemode, createdAt } = drop;
  const limits = toLimits(state.capacity.drop, held(state, drop));
  const shown = { dropId, label, state: 'open' as const, itemCount: thereIn(drop).length };
  return { ...shown, limits, expiresAt: null, livemode, createdAt: timestamp(createdAt) };
}
