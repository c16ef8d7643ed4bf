import pg from 'pg';

const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Positions of the fields in `2026-11-24 05:08:27.123456+00`. */
const [MONTH, DAY, HOUR, MINUTE, SECOND, FRACTION] = [5, 8, 11, 14, 17, 19];

/** Parses a `timestamptz` as `pg` does. Years 100 to 9999 in UTC take a tenth of the time. */
export function parseTimestamp(text: string): Date {
  if (text[4] !== '-' || text.startsWith('00') || !text.endsWith('+00')) return parse(text);
  const two = (at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * ZERO;
  const fraction = text.slice(FRACTION, -'+00'.length);
  const year = 100 * two(0) + two(2);
  return new Date(
    Date.UTC(year, two(MONTH) - 1, two(DAY), two(HOUR), two(MINUTE), two(SECOND), 1000 * Number(fraction)),
  );
}

const ZERO = 0x30;

const YEAR_10000 = Date.UTC(10_000);

/** Serializes dates in UTC; `pg` writes them in local time, field by field. */
export const toParameter = (value: unknown): unknown =>
  value instanceof Date && value.getTime() >= 0 && value.getTime() < YEAR_10000 ? value.toISOString() : value;
