import type { Context } from '../internal/context.ts';
import { ignore } from '../internal/ignore.ts';
import { onAbort } from '../internal/on-abort.ts';
import type { OperationInfo, RequestOptions } from '../core/operation.ts';

/** Milliseconds that a failed call may take to delete what it has created. */
const WITHDRAWAL_TIMEOUT = 5_000;

/**
 * Deletes what a failed call has created; a caller who aborts does not wait for that.
 *
 * @param onDeleted called once it is deleted, which may be after that
 * @returns whether it is deleted by now
 */
export async function withdraw(
  { invoke }: Context,
  operation: OperationInfo,
  id: string,
  { signal, headers }: Pick<RequestOptions, 'signal' | 'headers'> = {},
  onDeleted: () => void = ignore,
): Promise<boolean> {
  const options = { headers, timeout: WITHDRAWAL_TIMEOUT, maxRetries: 0 };
  const deleted = invoke(operation, { path: { id } }, options).then(
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
