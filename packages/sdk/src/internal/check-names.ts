import { didYouMean } from './did-you-mean.ts';
import { must } from '../core/tempshare-error.ts';

/**
 * Refuses what is not known by its name, unless it is undefined: a slip of the pen would otherwise pass for the default.
 *
 * @param what such as `option of unwrapWebhook`
 * @param end ends the message; says whether something was sent
 * @throws TempshareError with the unknown names and what may be meant by them
 */
export function checkNames(what: string, given: unknown, known: readonly string[], end = ''): void {
  const unknown = Object.entries(Object(given) as object).flatMap(([name, value]) =>
    value === undefined || known.includes(name) ? [] : [name],
  );
  const near = didYouMean(unknown, known).join(', ');
  const meant = near && ` (perhaps ${near} ${near.includes(',') ? 'are' : 'is'} meant)`;
  must(
    !unknown[0],
    `unknown ${what}: ${[...new Set(unknown.map(shown))].join(', ')}${meant}; known are ${known.join(', ')}${end}`,
  );
}

/** A name of letters alone. Anything else may be a value in the wrong place: the characters of a text stand under numbers. */
const shown = (name: string): string => (/^[a-z_-]{1,24}$/i.test(name) ? `"${name}"` : 'not shown here');
