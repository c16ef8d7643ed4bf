import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { toLimits, toSenderLimits } from '../../domain/container-limits.ts';
import type { HandlersOf } from '../../domain/operation.ts';
import type { Amount } from '../../storage/capacity.ts';
import { attachment } from '../files/attachment.ts';
import type { FeatureDeps } from '../feature.ts';
import * as drop from './drop.ts';
import { deleteItem, deleteItemsOf, downloadItem, leaveItems, listItems } from './item.ts';

export const dropHandlers = (deps: FeatureDeps): HandlersOf<'drops'> => ({
  ...ownerHandlers(deps),
  ...itemHandlers(deps),
  ...senderHandlers(deps),
});

function ownerHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.drop;
  return {
    'drops.create': async ({ newId: id, body, principal, now, locale }) => {
      const created = await drop.sealDrop(vault, { id, input: body, principal, now });
      return {
        kind: 'creation',
        creation: drop.insertDrop(created),
        reply: {
          status: 201,
          body: {
            success: true,
            dropId: created.id,
            dropUrl: links.to(locale, 'drop', created.id),
            label: body.label,
            expiresAt: null,
            createdAt: created.createdAt.toISOString(),
          },
        },
      };
    },

    'drops.list': async ({ db, query, principal }) => {
      const { limit, cursor } = query;
      const { rows, page } = await drop.listDrops(db, { keyId: principal.keyId, limit, cursor });
      const drops = rows.map((row) => toDrop(vault, limits, row));
      return { status: 200, body: { drops, ...page } };
    },

    'drops.get': async ({ db, params, principal }) => {
      const found = await drop.getDrop(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: toDrop(vault, limits, found) };
    },

    'drops.update': async ({ db, params, body, principal }) => {
      const call = { id: params.id, keyId: principal.keyId, label: body.label };
      return { status: 200, body: toDrop(vault, limits, await drop.renameDrop(db, vault, call)) };
    },

    'drops.delete': async ({ db, params, principal }) => {
      await drop.deleteDrop(db, { id: params.id, keyId: principal.keyId });
      return {
        status: 200,
        body: { success: true, message: 'The inbox and everything in it have been deleted.' },
      };
    },
  } satisfies Partial<HandlersOf<'drops'>>;
}

function itemHandlers(deps: FeatureDeps) {
  return {
    'drops.items.list': async ({ db, params, query, principal }) => {
      const { limit, cursor } = query;
      const args = { dropId: params.id, keyId: principal.keyId, limit, cursor };
      return { status: 200, body: await listItems(db, deps.vault, args) };
    },

    'drops.items.delete': async ({ db, params, principal }) => {
      await deleteItem(db, { dropId: params.id, keyId: principal.keyId, itemId: params.itemId });
      return { status: 200, body: { success: true, message: 'The item and its file have been deleted.' } };
    },

    'drops.authors.delete': async ({ db, params, principal }) => {
      const args = { dropId: params.id, keyId: principal.keyId, authorId: params.authorId };
      const deletedCount = await deleteItemsOf(db, args);
      return {
        status: 200,
        body: { success: true, message: 'All items of the author have been deleted.', deletedCount },
      };
    },

    'drops.items.download': async ({ db, params, headers, principal }) => {
      const args = { dropId: params.id, keyId: principal.keyId, itemId: params.itemId };
      return attachment(await downloadItem(db, deps, args), headers);
    },
  } satisfies Partial<HandlersOf<'drops'>>;
}

function senderHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.drop;
  return {
    'public.drops.get': async ({ db, params }) => {
      const found = await drop.peekDrop(db, params.id);
      return {
        status: 200,
        body: {
          dropId: found.id,
          label: drop.labelOf(vault, found),
          limits: toSenderLimits(limits, drop.usageOf(found)),
          expiresAt: null,
        },
      };
    },

    'public.drops.items.create': ({ params, body, address, now }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const args = { dropId: params.id, input: body, address, now };
        const left = await leaveItems(db, { vault, limits }, args);
        const items = left.map(({ id, uploadToken }) => ({
          id,
          ...(uploadToken !== undefined && { uploadUrl: links.at('uploads', uploadToken) }),
        }));
        const [first] = items as [Schema<'AnnouncedItem'>];
        return { status: 201, body: { success: true, ...first, items, createdAt: now.toISOString() } };
      },
    }),
  } satisfies Partial<HandlersOf<'drops'>>;
}

function toDrop(vault: ItemVault, limits: Amount, found: drop.FoundDrop): Schema<'Drop'> {
  return {
    dropId: found.id,
    label: drop.labelOf(vault, found),
    state: 'open',
    itemCount: found.itemCount,
    limits: toLimits(limits, drop.usageOf(found)),
    expiresAt: null,
    livemode: found.livemode,
    createdAt: found.createdAt.toISOString(),
  };
}
