/** The known names that may be meant by the unknown ones, each once. */
export function nearNames(unknown: readonly string[], known: readonly string[]): string[] {
  return [...new Set(unknown.flatMap((name) => nearest(name, known) ?? []))];
}

function nearest(name: string, known: readonly string[]): string | undefined {
  // What is longer is no slip of the pen, and takes long to compare.
  if (name.length > 30) return undefined;
  return known
    .map((each) => ({ each, distance: distance(lower(name), lower(each)) }))
    .filter(({ each, distance }) => isNear(lower(name), lower(each), distance))
    .sort((one, other) => one.distance - other.distance)[0]?.each;
}

const lower = (name: string) => name.toLowerCase();

/** Misspelt by up to three letters, begun alike, or a part of it, as `url` is of `targetUrl`. */
const isNear = (name: string, known: string, distance: number): boolean =>
  distance <= Math.min(3, known.length / 2) ||
  (name.length >= 3 && (known.startsWith(name.slice(0, 3)) || known.includes(name)));

/** Levenshtein's: how many letters to change, leave out or add. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other[j] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
