import { lifetimes } from '@tempshare/contract';
import type {
  UploadRequestEventObject,
  UploadRequestState,
  UploadRequestSummary,
} from '@tempshare/sdk/types';
import type { Amount } from '../../domain/capacity.ts';
import { hasExpired, LISTED_FOR, timestamp, timestamps, type Mortal } from '../../domain/lifetime.ts';
import { ownedBy } from '../../domain/ownership.ts';
import { countAttempt } from '../../domain/protection.ts';
import { toLimits } from '../../domain/reserve.ts';
import { MockProblem, notFound } from '../../http/problem.ts';
import { remembered, type State } from '../../state.ts';
import {
  dropFile,
  hasArrived,
  heldByFiles,
  unchargedIn,
  type ArrivedFile,
  type StoredFile,
} from '../files/file.ts';

const KEPT_FOR = 1000 * lifetimes.requestFilesAfterClose;

export interface StoredUploadRequest extends Mortal {
  id: string;
  keyId: string;
  livemode: boolean;
  title: string;
  label: string | null;
  pin: string;
  /** When wrong PINs were tried. */
  attempts: number[];
  /** Announced or arrived; empty once they have been wiped. */
  files: StoredFile[];
  fileCount: number;
  closedAt: number | null;
}

export const requestsOf = remembered(() => new Map<string, StoredUploadRequest>());

/** A request as senders see it: until its expiry, whether it is closed or not. */
export function reachable(state: State, id: string): StoredUploadRequest {
  const request = requestsOf(state).get(id);
  if (!request || hasExpired(request, state.now)) throw notFound();
  return request;
}

/** @throws MockProblem `invalid_pin`, or `too_many_attempts`. */
export function checkPin({ pin, attempts }: StoredUploadRequest, offered: string, now: number): void {
  const withdraw = countAttempt(attempts, now);
  if (offered !== pin) throw new MockProblem('invalid_pin', 'The PIN is wrong. Nothing was taken.');
  withdraw();
}

export const arrivedFiles = ({ files }: StoredUploadRequest): ArrivedFile[] => files.filter(hasArrived);

/** @throws MockProblem `not_found` */
export function arrivedFile(request: StoredUploadRequest, id: string): ArrivedFile {
  const file = arrivedFiles(request).find((each) => each.id === id);
  if (!file) throw notFound();
  return file;
}

export function stateOf(request: StoredUploadRequest, now: number): UploadRequestState {
  if (request.closedAt !== null) return 'closed';
  return hasExpired(request, now) ? 'expired' : 'open';
}

export function eventObject(request: StoredUploadRequest, now: number): UploadRequestEventObject {
  const { id: requestId, fileCount } = request;
  const closedAt = request.closedAt === null ? null : timestamp(request.closedAt);
  return { requestId, state: stateOf(request, now), fileCount, closedAt, ...timestamps(request) };
}

export function summary(state: State, request: StoredUploadRequest): UploadRequestSummary {
  const { title, label, livemode } = request;
  const limits = toLimits(state.capacity.request, openHeld(state, request));
  return { ...eventObject(request, state.now), title, label, limits, livemode };
}

/** Amount held by an open request; undefined if it accepts no more. */
export const openHeld = (state: State, request: StoredUploadRequest): Amount | undefined =>
  stateOf(request, state.now) === 'open' ? heldByFiles(state, request.files) : undefined;

/** Closes a request for senders; what has not arrived is dropped. */
export function close(state: State, request: StoredUploadRequest): void {
  for (const file of request.files) if (!hasArrived(file)) dropFile(state, file);
  Object.assign(request, { files: arrivedFiles(request), closedAt: state.now });
}

/** Wipes the files that are no longer kept, and 30 days later forgets their request. */
export function sweep(state: State): void {
  const { now } = state;
  for (const [id, request] of requestsOf(state)) {
    const { expiresAt, closedAt } = request;
    const keptUntil =
      expiresAt === null
        ? Infinity
        : closedAt === null
          ? expiresAt + KEPT_FOR
          : Math.max(expiresAt, closedAt + KEPT_FOR);
    if (keptUntil <= now) request.files = [];
    if (keptUntil + LISTED_FOR <= now) requestsOf(state).delete(id);
  }
}

/** The bytes that a key holds in requests. */
export const bytesOf = (state: State, keyId: string): number =>
  ownedBy(requestsOf(state), keyId).reduce(
    (sum, { files }) => sum + heldByFiles(state, files).bytes - unchargedIn(state, files),
    0,
  );
