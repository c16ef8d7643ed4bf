export function didYouMean(unknown: readonly string[], known: readonly string[]): string[] {
  return [...new Set(unknown.flatMap((name) => nearest(name, known)))];
}

function nearest(name: string, known: readonly string[]): string[] {
  // Longer names are no typing errors, and take long to compare.
  if (name.length > 30) return [];
  const likeness = (each: string) => alike(pairs(name), pairs(each));
  const [near] = known.toSorted((one, other) => likeness(other) - likeness(one));
  return near !== undefined && likeness(near) > 0.3 ? [near] : [];
}

const pairs = (name: string): string[] =>
  [...name.toLowerCase()].map((letter, i, all) => all[i - 1] + letter);

/** Dice's coefficient (1945), from 0 to 1. */
const alike = (one: string[], other: string[]): number =>
  (2 * one.filter((pair) => other.includes(pair)).length) / (one.length + other.length);
