import type {
  Transfer,
  TransferDeletedObject,
  TransferEventObject,
  TransferSummary,
} from '@tempshare/sdk/types';
import { hasExpired, LISTED_FOR, nullableTimestamp, timestamps, type Mortal } from '../../domain/lifetime.ts';
import { ownedBy } from '../../domain/ownership.ts';
import { requiresPassword, wrongAttempts, type Lock } from '../../domain/protection.ts';
import { bytesIn, countedBytes } from '../../domain/reserve.ts';
import { parseShortCode } from '../../domain/tokens.ts';
import { notFound } from '../../http/problem.ts';
import { remembered, type State } from '../../state.ts';
import {
  dropFile,
  hasArrived,
  heldByFiles,
  isAwaited,
  isOffered,
  type ArrivedFile,
  type StoredFile,
} from '../files/file.ts';
import { emit } from '../webhooks/events.ts';

export interface StoredTransfer extends Mortal {
  id: string;
  keyId: string;
  livemode: boolean;
  type: Transfer['type'];
  encryption: Transfer['encryption'];
  status: Transfer['status'];
  shortCode: string;
  content: string;
  label: string | null;
  /** File of a `type: file`, in place of `content`. */
  file: StoredFile | undefined;
  lock: Lock;
  views: number;
  firstViewedAt: number | null;
  lastViewedAt: number | null;
  /** Openings of a file whose download has not completed. */
  unfinished: number;
  maxViews: number | null;
  endedAt: number | null;
}

export const transfersOf = remembered(() => new Map<string, StoredTransfer>());

function living(state: State, id: string): StoredTransfer {
  const transfer = transfersOf(state).get(id);
  if (transfer?.status !== 'active') throw notFound();
  return transfer;
}

/** A transfer as recipients see it: one of a file only once the bytes are there. */
export function openable(
  state: State,
  id: string,
): { transfer: StoredTransfer; file: ArrivedFile | undefined } {
  const transfer = living(state, id);
  const { file } = transfer;
  if (file && !hasArrived(file)) throw notFound();
  return { transfer, file };
}

export function owned(state: State, keyId: string, name: string): StoredTransfer {
  return living(state, named(state, keyId, name).id);
}

/** The same, or one that was opened for the last time and is yet to be downloaded; that has no short code any more. */
export function deletable(state: State, keyId: string, name: string): StoredTransfer {
  const transfer = named(state, keyId, name);
  const isYetToCome = transfer.id === name && transfer.status === 'consumed' && transfer.file !== undefined;
  return isYetToCome ? transfer : living(state, transfer.id);
}

function named(state: State, keyId: string, name: string): StoredTransfer {
  const code = parseShortCode(name);
  const found = [...transfersOf(state).values()].find(
    (transfer) => transfer.keyId === keyId && (transfer.id === name || transfer.shortCode === code),
  );
  if (!found) throw notFound();
  return found;
}

/** At most the first 4 characters of a text or file name, or a quarter; the origin of a URL; nothing of what is protected. */
function snippet({ type, encryption, lock, content, file }: StoredTransfer): string {
  if (encryption === 'e2e' || lock.password !== undefined) return '•';
  if (type === 'url') return new URL(content).origin;
  const characters = Array.from(file ? (file.label.fileName ?? '') : content);
  return `${characters.slice(0, Math.min(4, Math.floor(characters.length / 4))).join('')}•`;
}

/** A transfer in a list. */
export function summary(transfer: StoredTransfer): TransferSummary {
  const { id, type, label, views, firstViewedAt, lastViewedAt, maxViews, status, livemode } = transfer;
  const viewedAt = { first: nullableTimestamp(firstViewedAt), last: nullableTimestamp(lastViewedAt) };
  return { id, type, label, views, viewedAt, maxViews, status, livemode, ...timestamps(transfer) };
}

/** Counts a view. */
export function countView(state: State, transfer: StoredTransfer): void {
  transfer.views += 1;
  const now = state.now;
  transfer.firstViewedAt ??= now;
  transfer.lastViewedAt = now;
}

/** A transfer by itself. */
export function details(transfer: StoredTransfer): Transfer {
  const { shortCode, maxViews, encryption, lock } = transfer;
  return {
    ...summary(transfer),
    contentSnippet: snippet(transfer),
    isConsumed: false,
    shortCode,
    oneTime: maxViews === 1,
    encryption,
    requiresPassword: requiresPassword(lock),
    wrongAttempts: wrongAttempts(lock.attempts),
  };
}

export function eventObject(transfer: StoredTransfer): TransferEventObject {
  const { livemode: _, label: __, viewedAt: ___, ...shown } = summary(transfer);
  return { ...shown, oneTime: transfer.maxViews === 1 };
}

/** A `transfer.deleted`. */
export function deletedEvent(transfer: StoredTransfer, reason: TransferDeletedObject['reason']) {
  const object: TransferDeletedObject = { ...eventObject(transfer), reason };
  if (reason === 'api') object.status = 'deleted';
  return { type: 'transfer.deleted', object } as const;
}

/** Notes that the last byte of a file was fetched, which the first time is the view of its opening. */
export function fileDownloaded(state: State, transfer: StoredTransfer, first: boolean): void {
  if (first) {
    countView(state, transfer);
    transfer.unfinished -= 1;
    emit(state, transfer, { type: 'transfer.completed', object: eventObject(transfer) });
  }
  endConsumed(state, transfer);
}

/** Ends a consumed transfer of a file that nobody can download any more. */
function endConsumed(state: State, transfer: StoredTransfer): void {
  const { file, status } = transfer;
  if (status !== 'consumed' || !file || isOffered(state, file)) return;
  dropFile(state, file);
  Object.assign(transfer, { file: undefined, endedAt: state.now });
  emit(state, transfer, deletedEvent(transfer, 'consumed'));
}

/** Wipes what has expired, and forgets what nobody uploaded or what ended 30 days ago. */
export function sweep(state: State): void {
  const { now } = state;
  const transfers = transfersOf(state);
  for (const [id, transfer] of transfers) {
    const { file, status, expiresAt } = transfer;
    if (file && !hasArrived(file)) {
      if (!isAwaited(state, file)) transfers.delete(id);
    } else if (status === 'active' && hasExpired(transfer, now)) {
      Object.assign(transfer, { status: 'expired', content: '', file: undefined, endedAt: expiresAt });
      emit(state, transfer, deletedEvent(transfer, 'expired'));
    } else endConsumed(state, transfer);
    if (transfer.endedAt !== null && transfer.endedAt <= now - LISTED_FOR) transfers.delete(id);
  }
}

/** The bytes that a key holds in transfers. */
export function bytesOf(state: State, keyId: string): number {
  const own = ownedBy(transfersOf(state), keyId);
  const files = own.map(({ file }) => file);
  return own.reduce(
    (sum, { content }) => sum + (content === '' ? 0 : countedBytes(bytesIn(content))),
    heldByFiles(state, files).bytes,
  );
}
