import type { Schema } from '@tempshare/contract';
import { locale } from '../../i18n.ts';
import { DAY, HOUR } from '../times.tsx';

type Lifetime = Exclude<Schema<'Expiration'>, 'forever'>;

const LIFETIMES: readonly (readonly [Lifetime, number, string])[] = [
  ['15m', 15, 'minute'],
  ['1h', 1, 'hour'],
  ['6h', 6, 'hour'],
  ['1d', 1, 'day'],
  ['7d', 7, 'day'],
];

const MS: Record<string, number> = { minute: HOUR / 60, hour: HOUR, day: DAY };

/** "7 days". */
const lasting = (count: number, unit: string): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** How long an item may live, as a `Select` offers it. */
export const lifetimeOptions = (): readonly (readonly [Lifetime, string])[] =>
  LIFETIMES.map(([value, count, unit]) => [value, lasting(count, unit)]);

/** Milliseconds of a lifetime. */
export function lifetimeMs(lifetime: string): number {
  const [, count, unit] = LIFETIMES.find(([value]) => value === lifetime)!;
  return count * MS[unit]!;
}
