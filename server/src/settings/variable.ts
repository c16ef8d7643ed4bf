/** One environment variable: its default, its parser, and its row in the documentation. */
export interface Variable<T> {
  /** Undefined if the variable is optional. */
  default: string | undefined;
  /** @throws Error with the valid values */
  parse: (text: string) => T;
  description: string;
}

export type Parsed<Variables> = {
  readonly [Name in keyof Variables]: Variables[Name] extends Variable<infer Value> ? Value : never;
};

/** Values by the name of their variable. Invalid ones are missing. */
export type Values = Readonly<Record<string, unknown>>;

export const variable = <T>(
  fallback: string,
  parse: (text: string) => T,
  description: string,
): Variable<T> => ({
  default: fallback,
  parse,
  description,
});
export const optional = <T>(parse: (text: string) => T, description: string): Variable<T | undefined> => ({
  default: undefined,
  parse,
  description,
});

export const text = (value: string): string => value;

export const integer =
  (minimum: number, maximum: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return number;
  };

const UNITS = { '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

export const bytesOf = (value: string): number => {
  const [, digits, unit] = /^(\d+) ?([KMGT]iB)?$/.exec(value) ?? [];
  return Number(digits) * UNITS[(unit ?? '') as keyof typeof UNITS];
};

/** Writes a number of bytes in the largest unit that divides it. */
export const inUnits = (bytes: number): string => {
  const [unit, size] = Object.entries(UNITS).findLast(([, each]) => bytes % each === 0)!;
  return `${bytes / size}${unit}`;
};

export const byteCount = (value: string): number => {
  const bytes = bytesOf(value);
  if (!(Number.isSafeInteger(bytes) && bytes > 0)) {
    throw new Error('must be a number of bytes above 0, such as 1073741824, 512MiB or 10GiB');
  }
  return bytes;
};

export const oneOf =
  <T extends string>(...choices: readonly T[]) =>
  (value: string): T => {
    if (!choices.includes(value as T)) throw new Error(`must be one of ${choices.join(', ')}`);
    return value as T;
  };

export const boolean = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

export const httpUrl = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error('must be an http or https URL without user, password, query and fragment');
  }
  return value.replace(/\/+$/, '');
};

const isSet = (value: unknown): boolean => value !== undefined && value !== false;

/** Problem of a missing variable that one of the others needs. */
export function missingFor(values: Values, needed: string, others: readonly string[]): string[] {
  const other = others.find((name) => isSet(values[name]));
  return other === undefined || isSet(values[needed])
    ? []
    : [`${needed} is needed, since ${other} is given.`];
}
