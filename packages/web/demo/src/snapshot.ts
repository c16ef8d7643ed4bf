/**
 * A copy of data as a browser can store it, without work in progress: functions, promises, and objects that hold one, such as
 * an upload that is awaited. What is one object stays one.
 */
export function snapshot<Data>(data: Data): Data {
  return settled(data, new Map()) as Data;
}

const isRunning = (value: unknown): boolean => typeof value === 'function' || value instanceof Promise;

function settled(value: unknown, copies: Map<object, unknown>): unknown {
  if (isRunning(value)) return undefined;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (copies.has(value)) return copies.get(value);
  const keep = <Kept extends object>(copy: Kept): Kept => {
    copies.set(value, copy);
    return copy;
  };
  const copied = (part: unknown): unknown => settled(part, copies);
  const isKept = (part: unknown): boolean => part === undefined || copied(part) !== undefined;
  if (value instanceof Map) {
    const copy = keep(new Map<unknown, unknown>());
    for (const [name, part] of value) if (isKept(part)) copy.set(name, copied(part));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set<unknown>());
    for (const part of value) if (isKept(part)) copy.add(copied(part));
    return copy;
  }
  if (Array.isArray(value)) {
    const copy = keep<unknown[]>([]);
    copy.push(...value.filter(isKept).map(copied));
    return copy;
  }
  if (Object.values(value).some(isRunning)) {
    copies.set(value, undefined);
    return undefined;
  }
  const copy = keep<Record<string, unknown>>({});
  for (const [name, part] of Object.entries(value)) copy[name] = copied(part);
  return copy;
}
