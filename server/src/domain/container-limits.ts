import { limits, type Schema } from '@tempshare/contract';
import { MAX_FILE_BYTES, type Amount } from '../storage/capacity.ts';

/** How many items a sender is shown to be left at most, lest the number tell what others have sent. */
const SHOWN_ITEMS = limits.itemsLeftShown;

/** How much a container takes and how much is left of it: nothing once it has ended. */
export function toLimits(limits: Amount, held: Amount | 'ended'): Schema<'Limits'> {
  const left = (of: keyof Amount): number => (held === 'ended' ? 0 : Math.max(0, limits[of] - held[of]));
  return {
    maxItems: limits.items,
    maxBytes: limits.bytes,
    itemsLeft: left('items'),
    bytesLeft: left('bytes'),
  };
}

/** The same for those who send without being shown what is there. */
export function toSenderLimits(limits: Amount, held: Amount | 'ended'): Schema<'SenderLimits'> {
  const { itemsLeft, bytesLeft, ...most } = toLimits(limits, held);
  return {
    ...most,
    itemsLeft: Math.min(itemsLeft, SHOWN_ITEMS),
    bytesLeft: Math.min(bytesLeft, MAX_FILE_BYTES),
  };
}
