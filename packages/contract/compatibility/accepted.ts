import type { Break } from './compare.ts';

/** A break that is meant, as `openapi/accepted-breaks.json` lists it until the next release. */
export interface Accepted {
  rule: string;
  pointer: string;
  /** Why no client notices, or why it is worth it. */
  reason: string;
}

interface Result {
  refused: Break[];
  accepted: Accepted[];
  /** Entries of the list that accept nothing. */
  unused: Accepted[];
}

/**
 * Leaves out breaks that are accepted by rule and place.
 * @throws Error naming an entry without a reason.
 */
export function accept(breaks: readonly Break[], list: readonly Accepted[]): Result {
  for (const { rule, pointer, reason } of list)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new Error(`openapi/accepted-breaks.json gives no reason for ${rule} at ${pointer}`);
  const matches = (each: Break, { rule, pointer }: Accepted) =>
    each.rule === rule && each.pointer === pointer;
  const [accepted, unused] = [true, false].map((isUsed) =>
    list.filter((entry) => breaks.some((each) => matches(each, entry)) === isUsed),
  ) as [Accepted[], Accepted[]];
  const refused = breaks.filter((each) => !list.some((entry) => matches(each, entry)));
  return { refused, accepted, unused };
}
