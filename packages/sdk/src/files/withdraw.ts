import type { Context } from '../internal/context.ts';
import { ignore } from '../internal/ignore.ts';
import { onAbort } from '../internal/on-abort.ts';
import type { OperationInfo, RequestOptions } from '../core/operation.ts';

const WITHDRAWAL_TIMEOUT = 5_000;

interface Withdrawal {
  remove: OperationInfo;
  id: string;
  /** Called once it is deleted, which may be after a caller who aborts has stopped waiting. */
  onDeleted?: () => void;
}

/** Deletes what a failed call has created. Returns whether it is deleted; a caller who aborts does not wait. */
export async function withdraw(
  { invoke }: Context,
  { remove, id, onDeleted = ignore }: Withdrawal,
  { signal, headers }: Pick<RequestOptions, 'signal' | 'headers'> = {},
): Promise<boolean> {
  const options = { headers, timeout: WITHDRAWAL_TIMEOUT, maxRetries: 0 };
  const deleted = invoke(remove, { path: { id } }, options).then(
    () => (onDeleted(), true),
    () => false,
  );
  let removeListener = ignore;
  const aborted = new Promise<boolean>((resolve) => {
    if (signal?.aborted) resolve(false);
    if (signal) removeListener = onAbort(signal, () => resolve(false));
  });
  const known = await Promise.race([deleted, aborted]);
  removeListener();
  return known;
}
