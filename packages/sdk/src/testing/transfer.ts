import type { Transfer, TransferDeletedObject, TransferEventObject } from '../gen/types.gen.ts';
import { timestamps, type Mortal } from './lifetime.ts';
import { notFound } from './problem.ts';
import type { Lock } from './protection.ts';
import type { State } from './state.ts';
import { parseShortCode } from './tokens.ts';

export interface StoredTransfer extends Mortal {
  id: string;
  keyId: string;
  livemode: boolean;
  type: Transfer['type'];
  encryption: Transfer['encryption'];
  status: Transfer['status'];
  shortCode: string;
  content: string;
  lock: Lock;
  views: number;
  maxViews: number | null;
  endedAt: number | null;
}

export function living(state: State, id: string): StoredTransfer {
  const transfer = state.transfers.get(id);
  if (transfer?.status !== 'active') throw notFound();
  return transfer;
}

export function owned(state: State, keyId: string, name: string): StoredTransfer {
  const code = parseShortCode(name);
  const named = [...state.transfers.values()].find(
    (transfer) => transfer.keyId === keyId && (transfer.id === name || transfer.shortCode === code),
  );
  if (!named) throw notFound();
  return living(state, named.id);
}

/** At most the first 4 characters or a quarter; the origin of a URL; nothing of what is protected. */
export function snippet({ type, encryption, lock, content }: StoredTransfer): string {
  if (encryption === 'e2e' || lock.password !== undefined) return '•';
  if (type === 'url') return new URL(content).origin;
  const characters = Array.from(content);
  return `${characters.slice(0, Math.min(4, Math.floor(characters.length / 4))).join('')}•`;
}

export function eventObject(transfer: StoredTransfer): TransferEventObject {
  const { id, type, views, maxViews, status } = transfer;
  return { id, type, views, maxViews, oneTime: maxViews === 1, status, ...timestamps(transfer) };
}

/** The facts of a `transfer.deleted`. */
export function deletedEvent(transfer: StoredTransfer, reason: TransferDeletedObject['reason']) {
  const object: TransferDeletedObject = { ...eventObject(transfer), reason };
  if (reason === 'api') object.status = 'deleted';
  return { type: 'transfer.deleted', object } as const;
}
