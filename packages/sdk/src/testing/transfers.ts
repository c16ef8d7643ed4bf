import { openDebugShare, peekDebugShare } from './debug-shares.ts';
import type { MockHandlers } from './handlers.ts';
import { lifetime, timestamps } from './lifetime.ts';
import { cutPage } from './page.ts';
import { invalid, MockProblem } from './problem.ts';
import { lockOf, requiresPassword, unlock } from './protection.ts';
import { linkId, shortCode } from './tokens.ts';
import { deletedEvent, eventObject, living, owned, snippet, type StoredTransfer } from './transfer.ts';

type Operations =
  | 'transfers.create'
  | 'transfers.list'
  | 'transfers.get'
  | 'transfers.delete'
  | 'public.transfers.get'
  | 'public.transfers.open';

export const transferHandlers = {
  'transfers.create': ({ state, key, now, body }) => {
    if (body.type === 'file') throw new MockProblem('not_implemented', 'The mock does not take files yet.');
    const { type, encryption } = body;
    const content = (type === 'text' ? body.text : body.targetUrl) as string;
    if (type === 'url' && encryption === 'server' && !URL.canParse(content)) {
      throw invalid([
        { pointer: '/body/targetUrl', code: 'format', detail: 'must be a valid http or https URL' },
      ]);
    }
    const transfer: StoredTransfer = {
      id: linkId(),
      keyId: key.id,
      livemode: key.environment === 'live',
      type,
      encryption,
      status: 'active',
      shortCode: shortCode(),
      content,
      lock: lockOf(body),
      views: 0,
      maxViews: body.oneTime ? 1 : (body.maxViews ?? null),
      endedAt: null,
      ...lifetime(body.expiration, now),
    };
    state.transfers.set(transfer.id, transfer);
    state.emit(transfer, { type: 'transfer.created', object: eventObject(transfer) });
    return {
      status: 201,
      body: {
        success: true,
        id: transfer.id,
        shareUrl: `${state.appUrl}/en/${transfer.id}`,
        shortCode: transfer.shortCode,
        type,
        oneTime: transfer.maxViews === 1,
        maxViews: transfer.maxViews,
        encryption,
        ...timestamps(transfer),
      },
    };
  },

  'transfers.list': ({ state, key, query }) => {
    const own = [...state.transfers.values()].filter(({ keyId }) => keyId === key.id);
    const matching = own.filter(({ status }) => query.status === undefined || status === query.status);
    const { rows, nextCursor } = cutPage(matching, query);
    const transfers = rows.map((row) => {
      const { id, type, views, status, maxViews, livemode } = row;
      return { id, type, views, status, maxViews, livemode, ...timestamps(row) };
    });
    return { status: 200, body: { transfers, total: matching.length, nextCursor } };
  },

  'transfers.get': ({ state, key, params }) => {
    const transfer = owned(state, key.id, params.id);
    const { id, type, views, maxViews, status, encryption, livemode } = transfer;
    return {
      status: 200,
      body: {
        id,
        type,
        contentSnippet: snippet(transfer),
        views,
        maxViews,
        isConsumed: false,
        status,
        shortCode: transfer.shortCode,
        oneTime: maxViews === 1,
        encryption,
        requiresPassword: requiresPassword(transfer.lock),
        livemode,
        ...timestamps(transfer),
      },
    };
  },

  'transfers.delete': ({ state, key, params }) => {
    const transfer = owned(state, key.id, params.id);
    state.transfers.delete(transfer.id);
    state.emit(transfer, deletedEvent(transfer, 'api'));
    return {
      status: 200,
      body: { success: true, message: 'The transfer and its content have been deleted.' },
    };
  },

  'public.transfers.get': ({ state, params }) => {
    const debugShare = peekDebugShare(state, params.id);
    if (debugShare) return { status: 200, body: debugShare };
    const { id, type: kind, views, maxViews, encryption, lock, ...rest } = living(state, params.id);
    const { kdfIterations } = lock;
    const facts = { id, kind, encryption, expiresAt: timestamps(rest).expiresAt };
    const guards = {
      requiresPassword: requiresPassword(lock),
      ...(kdfIterations !== undefined && { kdfIterations }),
    };
    return { status: 200, body: { ...facts, ...guards, oneTime: maxViews === views + 1 } };
  },

  'public.transfers.open': async ({ state, now, params, body = {} }) => {
    const debugShare = openDebugShare(state, params.id);
    if (debugShare) return { status: 200, body: debugShare };
    const { lock } = living(state, params.id);
    await unlock(lock, body, now);
    const transfer = living(state, params.id);
    const { id, type: kind, content, encryption, maxViews } = transfer;
    transfer.views += 1;
    const oneTime = transfer.views === maxViews;
    if (oneTime) Object.assign(transfer, { status: 'consumed', content: '', endedAt: now });
    state.emit(transfer, { type: 'transfer.completed', object: eventObject(transfer) });
    if (oneTime) state.emit(transfer, deletedEvent(transfer, 'consumed'));
    const opened = { id, kind, encryption, oneTime, expiresAt: timestamps(transfer).expiresAt };
    return {
      status: 200,
      body: { ...opened, ...(kind === 'url' ? { targetUrl: content } : { text: content }) },
    };
  },
} satisfies Pick<MockHandlers, Operations>;
