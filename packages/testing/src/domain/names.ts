/**
 * Refuses what is not known by its name, unless it is undefined: it would be passed over, and the test with it.
 *
 * @throws TypeError
 */
export function checkNames(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || known.includes(name) ? [] : [name],
  );
  if (unknown.length > 0)
    throw new TypeError(`${what}: unknown are ${unknown.join(', ')}; known are ${known.join(', ')}`);
}
