import { limits } from '@tempshare/contract';
import type { UploadRequest } from '@tempshare/sdk/types';
import { lifetime, timestamp, timestamps } from '../../domain/lifetime.ts';
import { owned, ownedBy, ownership } from '../../domain/ownership.ts';
import { wrongAttempts } from '../../domain/protection.ts';
import { toSenderLimits } from '../../domain/reserve.ts';
import { beginSession, invalidSession, type MovedEnd, type Session } from '../../domain/session.ts';
import { linkId, pin } from '../../domain/tokens.ts';
import { update } from '../../domain/update.ts';
import type { Feature } from '../../feature.ts';
import { done } from '../../http/done.ts';
import { cutPage } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { downloadReply } from '../files/attachment.ts';
import {
  announceIn,
  dropFile,
  hasArrived,
  heldByFiles,
  isAwaited,
  moveUrls,
  sharedFile,
  type ArrivedFile,
} from '../files/file.ts';
import { noMoreFields } from '../../http/no-more-fields.ts';
import { emit } from '../webhooks/events.ts';
import type { State } from '../../state.ts';
import * as uploadRequest from './upload-request.ts';
import type { StoredUploadRequest } from './upload-request.ts';

function details(state: State, request: StoredUploadRequest): UploadRequest {
  const { rows } = cutPage(byArrival(request), [], { limit: limits.requestFiles });
  const files = rows.map(({ file }) => sharedFile(file));
  return {
    ...uploadRequest.summary(state, request),
    files,
    wrongAttempts: wrongAttempts(request.attempts),
  };
}

const handlers: Feature<'requests'>['handlers'] = {
  'requests.create': ({ state, key, now, body }) => {
    const { title, label = null, expiration, expiresAt, ...rest } = body;
    noMoreFields(rest);
    const request: StoredUploadRequest = {
      id: linkId(),
      ...ownership(key),
      title,
      label,
      pin: pin(),
      attempts: [],
      files: [],
      fileCount: 0,
      closedAt: null,
      ...lifetime({ expiration, expiresAt }, now),
    };
    uploadRequest.requestsOf(state).set(request.id, request);
    emit(state, request, { type: 'request.created', object: uploadRequest.eventObject(request, now) });
    const { id: requestId } = request;
    const requestUrl = `${state.appUrl}/en/request/${requestId}`;
    return {
      status: 201,
      body: { success: true, requestId, requestUrl, pin: request.pin, ...timestamps(request) },
    };
  },

  'requests.list': ({ state, key, now, query }) => {
    const matching = ownedBy(uploadRequest.requestsOf(state), key.id).filter(
      (request) => query.state === undefined || query.state === uploadRequest.stateOf(request, now),
    );
    const { rows, page } = cutPage(matching, ['requests', key.id, query.state], query);
    const requests = rows.map((request) => uploadRequest.summary(state, request));
    return { status: 200, body: { requests, ...page } };
  },

  'requests.get': ({ state, key, params }) => ({
    status: 200,
    body: details(state, owned(uploadRequest.requestsOf(state), key.id, params.id)),
  }),

  'requests.update': ({ state, key, now, params, body }) => {
    const request = owned(uploadRequest.requestsOf(state), key.id, params.id);
    if (uploadRequest.stateOf(request, now) !== 'open') throw notFound();
    const move = (end: MovedEnd): void => {
      for (const file of request.files) moveUrls(state, file, end);
    };
    if (update(state, request, { change: body, move }))
      emit(state, request, { type: 'request.updated', object: uploadRequest.eventObject(request, now) });
    return { status: 200, body: details(state, request) };
  },

  'requests.delete': ({ state, key, params }) => {
    const request = owned(uploadRequest.requestsOf(state), key.id, params.id);
    uploadRequest.requestsOf(state).delete(request.id);
    for (const file of request.files) dropFile(state, file);
    return done('The request and its files have been deleted.');
  },

  'requests.unlock': ({ state, key, params }) => {
    owned(uploadRequest.requestsOf(state), key.id, params.id).attempts = [];
    return done('Wrong PINs are forgotten; everyone may try again.');
  },

  'requests.rotatePin': ({ state, key, params }) => {
    owned(uploadRequest.requestsOf(state), key.id, params.id);
    const request = uploadRequest.reachable(state, params.id);
    Object.assign(request, { pin: pin(), attempts: [] });
    return { status: 200, body: { success: true, requestId: request.id, pin: request.pin } };
  },

  'requests.files.list': ({ state, key, params, query }) => {
    const files = byArrival(owned(uploadRequest.requestsOf(state), key.id, params.id));
    const { rows, page } = cutPage(files, ['request-files', params.id], query);
    return { status: 200, body: { files: rows.map(({ file }) => sharedFile(file)), ...page } };
  },

  'requests.files.delete': ({ state, key, params }) => {
    const request = owned(uploadRequest.requestsOf(state), key.id, params.id);
    const file = uploadRequest.arrivedFile(request, params.fileId);
    request.files = request.files.filter((other) => other !== file);
    request.fileCount -= 1;
    dropFile(state, file);
    return done('The file has been deleted.');
  },

  'requests.files.download': ({ state, key, params, headers }) => {
    const request = owned(uploadRequest.requestsOf(state), key.id, params.id);
    return downloadReply(uploadRequest.arrivedFile(request, params.fileId), headers);
  },

  'public.requests.get': ({ state, now, params }) => {
    const request = uploadRequest.reachable(state, params.id);
    const { id: requestId, title } = request;
    const { expiresAt } = timestamps(request);
    const limits = toSenderLimits(state.capacity.request, uploadRequest.openHeld(state, request));
    return {
      status: 200,
      body: { requestId, title, state: uploadRequest.stateOf(request, now), limits, expiresAt },
    };
  },

  'public.requests.sessions.create': ({ state, now, params, body }) => {
    const request = uploadRequest.reachable(state, params.id);
    if (request.closedAt !== null) throw notFound();
    uploadRequest.checkPin(request, body.pin, now);
    return beginSession(state, request, { proof: request.pin });
  },

  'public.requests.files.create': ({ state, now, session, params, body }) => {
    const request = uploadRequest.reachable(state, params.id);
    if (request.closedAt !== null) throw notFound();
    admitSender(request, { pin: body.pin, session }, now);
    request.files = request.files.filter((file) => hasArrived(file) || isAwaited(state, file));
    const { keyId, expiresAt: until } = request;
    const container = { kind: 'request', keyId, held: heldByFiles(state, request.files) } as const;
    const onArrival = () => void (request.fileCount += 1);
    const files = body.files ?? [body];
    const announced = announceIn(state, container, { files, until, onArrival });
    request.files.push(...announced.map(({ file }) => file));
    const answered = announced.map(({ file: { id }, uploadUrl }) => ({ id, uploadUrl }));
    const [first] = answered as [(typeof answered)[0]];
    return { status: 201, body: { success: true, ...first, files: answered, createdAt: timestamp(now) } };
  },

  'public.requests.finish': ({ state, now, session, params, body }) => {
    const request = uploadRequest.reachable(state, params.id);
    admitSender(request, { pin: body.pin, session }, now);
    if (request.closedAt === null) {
      if (request.fileCount === 0) {
        const detail = 'finishes before a file has arrived; upload one first';
        throw invalid([{ pointer: '/body', code: 'no_files', detail }]);
      }
      uploadRequest.close(state, request);
      const files = byArrival(request).map(({ file }) => ({ id: file.id, size: file.arrived.bytes.length }));
      const object = { ...uploadRequest.eventObject(request, now), files };
      emit(state, request, { type: 'request.closed', object });
    }
    const { id: requestId, fileCount } = request;
    const closedAt = timestamp(request.closedAt as number);
    return { status: 200, body: { success: true, requestId, state: 'closed', fileCount, closedAt } };
  },
};

export const requests: Feature<'requests'> = {
  handlers,
  sweep: uploadRequest.sweep,
  bytesOf: uploadRequest.bytesOf,
};

/** @throws MockProblem `invalid_pin`, `invalid_session`, `too_many_attempts`, `validation_failed` */
function admitSender(
  request: StoredUploadRequest,
  { pin: offered, session }: { pin: string | undefined; session: Session | undefined },
  now: number,
): void {
  if (session) {
    if (session.proof !== request.pin) throw invalidSession();
  } else if (offered === undefined) {
    const detail = 'is required without X-Session-Token';
    throw invalid([{ pointer: '/body/pin', code: 'required', detail }]);
  } else uploadRequest.checkPin(request, offered, now);
}

/** The files that have arrived, oldest first, as rows of a list. */
function byArrival(request: StoredUploadRequest): { id: string; createdAt: number; file: ArrivedFile }[] {
  return uploadRequest
    .arrivedFiles(request)
    .map((file) => ({ id: file.id, createdAt: file.arrived.at, file }))
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
