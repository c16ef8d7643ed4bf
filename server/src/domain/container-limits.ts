import { limits, type Schema } from '@tempshare/contract';
import { MAX_FILE_BYTES, type Amount } from '../storage/capacity.ts';

/** Maximum number of remaining items shown to senders, so that it does not reveal what others have sent. */
const SHOWN_ITEMS = limits.itemsLeftShown;

/** Capacity of a container and the remaining part, which is 0 once it has ended. */
export function toLimits(limits: Amount, held: Amount | 'ended'): Schema<'Limits'> {
  const left = (of: keyof Amount): number => (held === 'ended' ? 0 : Math.max(0, limits[of] - held[of]));
  return {
    maxItems: limits.items,
    maxBytes: limits.bytes,
    itemsLeft: left('items'),
    bytesLeft: left('bytes'),
  };
}

/** Limits for senders, who must not learn the contents. */
export function toSenderLimits(limits: Amount, held: Amount | 'ended'): Schema<'SenderLimits'> {
  const { itemsLeft, bytesLeft, ...most } = toLimits(limits, held);
  return {
    ...most,
    itemsLeft: Math.min(itemsLeft, SHOWN_ITEMS),
    bytesLeft: Math.min(bytesLeft, MAX_FILE_BYTES),
  };
}
