import { maxFileBytes } from '../../domain/capacity.ts';
import { lifetime, timestamps } from '../../domain/lifetime.ts';
import { ownedBy, ownership } from '../../domain/ownership.ts';
import { guardsOf, lockOf, unlock } from '../../domain/protection.ts';
import { bytesIn, charge, countedBytes } from '../../domain/reserve.ts';
import type { MovedEnd } from '../../domain/session.ts';
import { linkId, shortCode } from '../../domain/tokens.ts';
import { update } from '../../domain/update.ts';
import type { Feature } from '../../feature.ts';
import { done } from '../../http/done.ts';
import { forgetReadings } from '../../http/idempotency.ts';
import { noMoreFields } from '../../http/no-more-fields.ts';
import { cutPage } from '../../http/page.ts';
import { invalid } from '../../http/problem.ts';
import { openDebugShare, peekDebugShare } from '../debug-shares.ts';
import { announceFile, dropFile, hasArrived, moveUrls, offerDownload } from '../files/file.ts';
import type { State } from '../../state.ts';
import { emit } from '../webhooks/events.ts';
import {
  deletable,
  bytesOf,
  countView,
  details,
  deletedEvent,
  eventObject,
  fileDownloaded,
  openable,
  owned,
  summary,
  sweep,
  transfersOf,
  type StoredTransfer,
} from './transfer.ts';

/** The response to a create, without the upload URL of a file. */
const creation = ({ appUrl }: State, transfer: StoredTransfer) => ({
  success: true as const,
  id: transfer.id,
  shareUrl: `${appUrl}/en/${transfer.id}`,
  shortCode: transfer.shortCode,
  type: transfer.type,
  oneTime: transfer.maxViews === 1,
  maxViews: transfer.maxViews,
  encryption: transfer.encryption,
  ...timestamps(transfer),
});

const handlers: Feature<'transfers'>['handlers'] = {
  'transfers.create': ({ state, key, now, body }) => {
    const { type, encryption, text, targetUrl, expiration, oneTime, maxViews, ...more } = body;
    const { expiresAt: at, label = null, ...about } = more;
    const { password, accessProofHash, kdfIterations, ...file } = about;
    const { fileName, mediaType, sealedMetadata, size, ...rest } = file;
    noMoreFields(rest);
    const content = text ?? targetUrl ?? '';
    if (type === 'url' && encryption === 'server' && !URL.canParse(content)) {
      throw invalid([
        { pointer: '/body/targetUrl', code: 'format', detail: 'must be a valid http or https URL' },
      ]);
    }
    const reserved = type === 'file' ? (size ?? maxFileBytes(encryption)) : 0;
    charge(state, key.id, countedBytes(bytesIn(content) + reserved));
    const transfer: StoredTransfer = {
      id: linkId(),
      ...ownership(key),
      type,
      encryption,
      status: 'active',
      shortCode: shortCode(),
      content,
      label,
      file: undefined,
      lock: lockOf({ password, accessProofHash, kdfIterations }),
      views: 0,
      firstViewedAt: null,
      lastViewedAt: null,
      unfinished: 0,
      maxViews: oneTime ? 1 : (maxViews ?? null),
      endedAt: null,
      ...lifetime({ expiration, expiresAt: at }, now),
    };
    transfersOf(state).set(transfer.id, transfer);
    const onArrival = () =>
      emit(state, transfer, { type: 'transfer.created', object: eventObject(transfer) });
    const { expiresAt: until } = transfer;
    const announced =
      type === 'file'
        ? announceFile(state, { fileName, mediaType, sealedMetadata, size }, { until, onArrival, reserved })
        : void onArrival();
    transfer.file = announced?.file;
    const { uploadUrl } = announced ?? {};
    return { status: 201, body: { ...creation(state, transfer), ...(uploadUrl && { uploadUrl }) } };
  },

  'transfers.list': ({ state, key, query }) => {
    const own = ownedBy(transfersOf(state), key.id);
    const matching = own.filter(({ status }) => query.status === undefined || status === query.status);
    const { rows, page } = cutPage(matching, ['transfers', key.id, query.status], query);
    return { status: 200, body: { transfers: rows.map(summary), ...page } };
  },

  'transfers.get': ({ state, key, params }) => ({
    status: 200,
    body: details(owned(state, key.id, params.id)),
  }),

  'transfers.update': ({ state, key, params, body }) => {
    const transfer = owned(state, key.id, params.id);
    const { file } = transfer;
    const move = (end: MovedEnd) => file && moveUrls(state, file, end);
    const hasChanged = update(state, transfer, { change: body, move });
    if (hasChanged && (!file || hasArrived(file)))
      emit(state, transfer, { type: 'transfer.updated', object: eventObject(transfer) });
    return { status: 200, body: details(transfer) };
  },

  'transfers.delete': ({ state, key, params }) => {
    const transfer = deletable(state, key.id, params.id);
    const { file } = transfer;
    transfersOf(state).delete(transfer.id);
    forgetReadings(state, transfer.id);
    if (file) dropFile(state, file);
    if (!file || hasArrived(file)) emit(state, transfer, deletedEvent(transfer, 'api'));
    return done('The transfer and its content have been deleted.');
  },

  'transfers.unlock': ({ state, key, params }) => {
    owned(state, key.id, params.id).lock.attempts = [];
    return done('Wrong passwords are forgotten; everyone may try again.');
  },

  'public.transfers.get': ({ state, params }) => {
    const debugShare = peekDebugShare(state, params.id);
    if (debugShare) return { status: 200, body: debugShare };
    const { transfer, file } = openable(state, params.id);
    const { id, type: kind, views, unfinished, maxViews, encryption, lock } = transfer;
    const item = { id, kind, encryption, expiresAt: timestamps(transfer).expiresAt };
    const { fileName } = file?.label ?? {};
    const shown = {
      ...(file && { size: file.arrived.bytes.length }),
      ...(lock.password === undefined && fileName !== undefined && { fileName }),
    };
    return {
      status: 200,
      body: { ...item, ...guardsOf(lock), oneTime: maxViews === views + unfinished + 1, ...shown },
    };
  },

  'public.transfers.open': async ({ state, now, params, body = {} }) => {
    const debugShare = openDebugShare(state, params.id);
    if (debugShare) return { status: 200, body: debugShare };
    await unlock(openable(state, params.id).transfer.lock, body, now);
    const { transfer, file } = openable(state, params.id);
    const { id, type: kind, content, encryption, maxViews, expiresAt } = transfer;
    const oneTime = transfer.views + transfer.unfinished + 1 === maxViews;
    if (oneTime) Object.assign(transfer, { status: 'consumed', content: '' });
    const opened = { id, kind, encryption, oneTime, expiresAt: timestamps(transfer).expiresAt };
    if (!file) {
      countView(state, transfer);
      emit(state, transfer, { type: 'transfer.completed', object: eventObject(transfer) });
      if (oneTime) {
        transfer.endedAt = now;
        emit(state, transfer, deletedEvent(transfer, 'consumed'));
      }
      return { status: 200, body: { ...opened, [kind === 'url' ? 'targetUrl' : 'text']: content } };
    }
    transfer.unfinished += 1;
    file.consumed = oneTime;
    const downloadUrl = offerDownload(state, file, {
      until: oneTime ? null : expiresAt,
      onCompleted: (first) => fileDownloaded(state, transfer, first),
    });
    return {
      status: 200,
      body: { ...opened, downloadUrl, ...file.label, size: file.arrived.bytes.length },
    };
  },
};

export const transfers: Feature<'transfers'> = { handlers, sweep, bytesOf };
