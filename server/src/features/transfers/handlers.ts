import type { Schema } from '@tempshare/contract';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import type { ItemVault } from '../../crypto/item-vault.ts';
import type { Links } from '../../domain/links.ts';
import type { HandlersOf } from '../../domain/operation.ts';
import { toViewedAt } from '../../domain/view-times.ts';
import type { FeatureDeps } from '../feature.ts';
import { replay } from '../../readings/reader.ts';
import { openTransfer, type OpenedTransfer } from './open.ts';
import * as transfer from './transfer.ts';

export const transferHandlers = (deps: FeatureDeps): HandlersOf<'transfers'> => ({
  ...ownerHandlers(deps),
  ...recipientHandlers(deps),
});

function ownerHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  return {
    'transfers.create': async ({ newId: id, body, principal, now, locale }) => {
      const sealed = await transfer.sealTransfer(deps, { id, input: body, principal, now });
      const created = toCreated(sealed.transfer, body.type, links.to(locale, 'transfer', id));
      if (body.type !== 'file')
        return {
          kind: 'creation',
          creation: transfer.insertTransfer(sealed.transfer),
          reply: { status: 201, body: created },
        };
      return {
        kind: 'transaction',
        transaction: async (db) => {
          const uploadToken = await transfer.insertFileTransfer(db, vault, { ...sealed, input: body });
          if (uploadToken === undefined) return undefined;
          return { status: 201, body: { ...created, uploadUrl: links.at('uploads', uploadToken) } };
        },
      };
    },

    'transfers.list': async ({ db, query, principal }) => {
      const { status, limit, cursor } = query;
      const list = { keyId: principal.keyId, status, limit, cursor };
      const { rows, page } = await transfer.listTransfers(db, list);
      return { status: 200, body: { transfers: rows.map((row) => summary(vault, row)), ...page } };
    },

    'transfers.get': async ({ db, params, principal }) => {
      const found = await transfer.getTransfer(db, vault, { name: params.id, keyId: principal.keyId });
      return { status: 200, body: details(vault, found) };
    },

    'transfers.update': async ({ db, params, body, principal, now }) => {
      const call = { name: params.id, keyId: principal.keyId, input: body, now };
      return { status: 200, body: details(vault, await transfer.updateTransfer(db, deps, call)) };
    },

    'transfers.delete': async ({ db, params, principal }) => {
      await transfer.deleteTransfer(db, { name: params.id, keyId: principal.keyId });
      return {
        status: 200,
        body: { success: true, message: 'The transfer and its content have been deleted.' },
      };
    },

    'transfers.unlock': ({ params, principal }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        await transfer.unlockTransfer(db, { name: params.id, keyId: principal.keyId });
        return {
          status: 200,
          body: { success: true, message: 'Wrong passwords are forgotten; everyone may try again.' },
        };
      },
    }),
  } satisfies Partial<HandlersOf<'transfers'>>;
}

function recipientHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  return {
    'public.transfers.get': async ({ db, params }) => {
      const found = await transfer.peekTransfer(db, vault, params.id);
      return {
        status: 200,
        body: {
          id: found.id,
          kind: found.kind,
          requiresPassword: found.requiresPassword,
          oneTime: found.maxViews !== null && found.views + found.unfinished + 1 === found.maxViews,
          encryption: found.encryption,
          ...(found.kdfIterations !== null && { kdfIterations: found.kdfIterations }),
          expiresAt: found.expiresAt?.toISOString() ?? null,
          ...(found.fileName !== undefined && { fileName: found.fileName }),
          ...(found.size !== undefined && { size: found.size }),
        },
      };
    },

    'public.transfers.open': async ({ db, params, headers, body, address, signal }) => {
      const opened = await openTransfer(db, deps, {
        id: params.id,
        credentials: body ?? {},
        idempotencyKey: headers['idempotency-key'],
        address,
        signal,
      });
      return {
        status: 200,
        ...replay(opened.replayed),
        body: {
          id: params.id,
          kind: opened.kind,
          encryption: opened.encryption,
          oneTime: opened.last,
          expiresAt: opened.expiresAt?.toISOString() ?? null,
          ...(await contentFields(opened, links)),
        },
      };
    },
  } satisfies Partial<HandlersOf<'transfers'>>;
}

const toCreated = (
  created: transfer.NewTransfer,
  type: Schema<'TransferType'>,
  shareUrl: string,
): Schema<'TransferCreated'> => ({
  success: true,
  id: created.id,
  shareUrl,
  shortCode: created.shortCode,
  type,
  expiresAt: created.expiresAt?.toISOString() ?? null,
  oneTime: created.maxViews === 1,
  maxViews: created.maxViews,
  encryption: created.encryption,
  createdAt: created.createdAt.toISOString(),
});

const summary = (vault: ItemVault, row: transfer.ListedTransfer): Schema<'TransferSummary'> => ({
  id: row.id,
  type: row.type,
  label: transfer.labelOf(vault, row),
  views: row.views,
  viewedAt: toViewedAt(row),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  status: row.status,
  maxViews: row.maxViews,
  livemode: row.livemode,
  createdAt: row.createdAt.toISOString(),
});

const details = (
  vault: ItemVault,
  found: Awaited<ReturnType<typeof transfer.getTransfer>>,
): Schema<'Transfer'> => ({
  id: found.id,
  type: found.type,
  label: transfer.labelOf(vault, found),
  contentSnippet: found.contentSnippet,
  views: found.views,
  viewedAt: toViewedAt(found),
  maxViews: found.maxViews,
  expiresAt: found.expiresAt?.toISOString() ?? null,
  isConsumed: false,
  status: 'active',
  shortCode: found.shortCode,
  oneTime: found.maxViews === 1,
  encryption: found.encryption,
  requiresPassword: found.requiresPassword,
  wrongAttempts: found.wrongAttempts,
  livemode: found.livemode,
  createdAt: found.createdAt.toISOString(),
});

async function contentFields(
  opened: OpenedTransfer,
  links: Links,
): Promise<Partial<Schema<'OpenedTransfer'>>> {
  if (opened.kind === 'file') {
    const { downloadToken, ...file } = opened.file;
    return { downloadUrl: links.at('downloads', downloadToken), ...file };
  }
  await yieldEventLoop(opened.plaintext.length);
  if (opened.kind === 'debug')
    return JSON.parse(opened.plaintext) as Pick<Schema<'OpenedTransfer'>, 'diagnostics' | 'logs'>;
  return opened.kind === 'url' ? { targetUrl: opened.plaintext } : { text: opened.plaintext };
}
