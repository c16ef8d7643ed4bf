import { didYouMean } from './did-you-mean.ts';
import { must } from '../core/tempshare-error.ts';

/** @throws TempshareError for unknown names that have a value: a typing error would otherwise pass for the default */
// An object in place of the last two would take every program over its budget (test/packed).
// eslint-disable-next-line max-params
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

/** Anything else may be a value in the wrong place. */
const shown = (name: string): string => (/^[a-z_-]{1,24}$/i.test(name) ? `"${name}"` : 'not shown here');
