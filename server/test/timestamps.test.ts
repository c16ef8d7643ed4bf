import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { parseTimestamp, toParameter } from '../src/storage/postgres/timestamps.ts';

const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const fraction = fc.stringMatching(/^(\.[0-9]{1,6})?$/);
const zone = fc.constantFrom('+00', '+00', '+01', '-08', '+05:30');

it('a timestamp is read as pg reads it', () => {
  fc.assert(
    fc.property(moment, fraction, zone, (date, digits, offset) => {
      const text = date.toISOString().slice(0, 19).replace('T', ' ') + digits + offset;
      expect(parseTimestamp(text)).toEqual(parse(text));
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  'infinity',
  '-infinity',
  '10000-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  '0001-01-01 00:00:00+00',
])('%s is read as pg reads it', (text) => expect(parseTimestamp(text)).toEqual(parse(text)));

it('a moment is sent as what PostgreSQL reads as the same moment', () => {
  const usual = new Date('2026-11-24T05:08:27.123Z');
  expect(toParameter(usual)).toBe('2026-11-24T05:08:27.123Z');
  for (const other of [new Date(Date.UTC(10_000)), new Date(-1), 'text', null, 7, [usual]])
    expect(toParameter(other)).toBe(other);
});
