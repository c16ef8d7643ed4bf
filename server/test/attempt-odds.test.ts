import { expect, it } from 'vitest';
import { DOUBLING, MOST_DOUBLINGS, TIERS } from '../src/limits/attempt-store.ts';

const PINS = 10 ** 8;
const YEAR = 24 * 365;

/** How many guesses can be checked in so many hours by networks without number that never rest. */
function guessesIn(hours: number): number {
  const ofTier = ({ perHour, long }: (typeof TIERS)[number]): number => {
    let [left, total] = [hours, 0];
    while (left > 0) {
      const doublings = Math.min(MOST_DOUBLINGS, Math.max(0, Math.ceil((total - long + 1) / DOUBLING)));
      total += 1;
      left -= 2 ** doublings / perHour;
    }
    return total + perHour;
  };
  return TIERS.reduce((sum, tier) => sum + ofTier(tier), 0);
}

it('lets a PIN of 8 digits be guessed with less than 1 in 10,000 in a week, and in a hundred years', () => {
  expect(guessesIn(7 * 24) / PINS).toBeLessThan(1 / 10_000);
  expect(guessesIn(100 * YEAR) / PINS).toBeLessThan(1 / 10_000);
});

it('takes at most 54 guesses an hour', () => {
  expect(TIERS.reduce((sum, { perHour }) => sum + perHour, 0)).toBe(54);
});
