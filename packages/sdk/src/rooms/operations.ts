import { composed } from '../core/api-promise.ts';
import { checkedRows } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { CallOptions, OperationInfo, RequestOptions } from '../core/operation.ts';
import { paginate } from '../core/pagination.ts';
import { lazySession } from '../internal/session.ts';
import { withProof } from '../sealing/access.ts';
import type { EnvelopeKeys } from '../envelope/index.ts';
import { sealAuthor } from './create-message.ts';
import * as operations from '../gen/operations.ts';
import type { RoomMessage, RoomMessageList, SessionCreated } from '../gen/types.gen.ts';

export interface RoomOperations {
  list: OperationInfo;
  post: OperationInfo;
  announce: OperationInfo;
  download: OperationInfo;
}

export type Access = <T>(
  call: (options: RequestOptions) => PromiseLike<T>,
  options?: RequestOptions,
) => Promise<T>;

export interface RoomSide {
  id: string;
  side: RoomOperations;
  access: Access;
}

export const byProof =
  (keys?: EnvelopeKeys): Access =>
  async (call, options = {}) =>
    call(withProof(options, keys));

/** Access of a guest: by a session, which the proof starts, or by the proof where there is none to be had. */
export async function bySession(
  { invoke }: Context,
  id: string,
  { keys, author }: { keys: EnvelopeKeys | undefined; author: string | undefined },
): Promise<Access> {
  const name = author !== undefined && keys ? await sealAuthor(author, keys) : author;
  const args = { path: { id }, ...(name !== undefined && { body: { author: name } }) };
  const underSession = lazySession((options) =>
    invoke<SessionCreated>(operations.publicRoomsSessionsCreate, args, withProof(options, keys)),
  );
  return (call, options) =>
    underSession((sent, hasSession) => call(hasSession ? sent : withProof(sent, keys)), options);
}

export const OWNER: RoomOperations = {
  list: operations.roomsMessagesList,
  post: operations.roomsMessagesCreate,
  announce: operations.roomsFilesCreate,
  download: operations.roomsFilesDownload,
};

export const GUEST: RoomOperations = {
  list: operations.publicRoomsMessagesList,
  post: operations.publicRoomsMessagesCreate,
  announce: operations.publicRoomsFilesCreate,
  download: operations.publicRoomsFilesDownload,
};

export function listMessages(
  { invoke }: Context,
  { id, side: { list }, access }: RoomSide,
  options?: CallOptions,
): AsyncGenerator<RoomMessage> {
  const fetchPage = (query: { cursor?: string } | undefined) =>
    composed(({ adopt }) =>
      access((options) => adopt(invoke<RoomMessageList>(list, { path: { id }, query }, options)), options),
    );
  return checkedRows(paginate('messages', undefined, fetchPage));
}
