import pg from 'pg';

const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Parses a `timestamptz` as `pg` does. Years 1000 to 9999 in UTC take less than half of the time. */
export const parseTimestamp = (text: string): Date =>
  /^[1-9]\d{3}-.+\+00$/.test(text) ? new Date(text) : parse(text);

const YEAR_10000 = Date.UTC(10_000);

/** Serializes dates in UTC; `pg` writes them in local time. */
export const toParameter = (value: unknown): unknown =>
  value instanceof Date && value.getTime() >= 0 && value.getTime() < YEAR_10000 ? value.toISOString() : value;
