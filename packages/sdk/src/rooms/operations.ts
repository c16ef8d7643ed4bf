import { checkedRows } from '../core/checked-response.ts';
import type { Context } from '../core/context.ts';
import type { CallOptions, OperationInfo } from '../core/operation.ts';
import { paginate } from '../core/pagination.ts';
import { operations } from '../gen/operations.ts';
import type { RoomMessage, RoomMessageList } from '../gen/types.gen.ts';

/** The contract's operations of one side of a room, which take and return the same. */
export interface RoomOperations {
  list: OperationInfo;
  post: OperationInfo;
  announce: OperationInfo;
  download: OperationInfo;
}

export const OWNER: RoomOperations = {
  list: operations['rooms.messages.list'],
  post: operations['rooms.messages.create'],
  announce: operations['rooms.files.create'],
  download: operations['rooms.files.download'],
};

export const GUEST: RoomOperations = {
  list: operations['public.rooms.messages.list'],
  post: operations['public.rooms.messages.create'],
  announce: operations['public.rooms.files.create'],
  download: operations['public.rooms.files.download'],
};

/** The messages of a room, newest first, page by page as they are reached. */
export function listMessages(
  { invoke }: Context,
  { list }: RoomOperations,
  id: string,
  options: CallOptions | undefined,
): AsyncGenerator<RoomMessage> {
  const fetchPage = (query: { cursor?: string } | undefined) =>
    invoke<RoomMessageList>(list, { path: { id }, query }, options);
  return checkedRows(paginate('messages', undefined, fetchPage));
}
