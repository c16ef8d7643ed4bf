import { operations } from '@tempshare/contract';
import type { ErrorCode } from '@tempshare/sdk/types';
import type { Calls } from '../gen/calls.ts';

/** The name of an operation: the method's path on the client, such as `secrets.create` or `public.transfers.open`. */
export type OperationId = keyof Calls;

/** The codes that the contract knows for an operation. */
export type ErrorCodeOf<K extends OperationId> = Calls[K]['codes'];

/** The same as values, for callers without types. */
export const codesOf = (id: OperationId): readonly ErrorCode[] => operations[id].codes;
