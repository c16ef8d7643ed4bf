import { expect, it } from 'vitest';
import { DOUBLING, MOST_DOUBLINGS, TIERS } from '../src/limits/attempt-store.ts';

const PINS = 10 ** 8;
const HOUR = 3_600;
const YEAR = 365 * 24 * HOUR;

/** How many guesses can be checked in so many seconds by networks without number that never rest. */
function guessesIn(seconds: number): number {
  const ofTier = (tier: (typeof TIERS)[number]): number => {
    let [left, total] = [seconds + (tier.burst - 1) * tier.seconds, 0];
    while (left >= 0) {
      const doublings = Math.min(MOST_DOUBLINGS, Math.max(0, Math.ceil((total - tier.long + 1) / DOUBLING)));
      total += 1;
      left -= 2 ** doublings * tier.seconds;
    }
    return total;
  };
  return TIERS.reduce((sum, tier) => sum + ofTier(tier), 0);
}

it('lets a PIN of 8 digits be guessed with less than 1 in 10,000 in a week, and in a hundred years', () => {
  expect(guessesIn(7 * 24 * HOUR) / PINS).toBeLessThan(1 / 10_000);
  expect(guessesIn(100 * YEAR) / PINS).toBeLessThan(1 / 10_000);
});

it('takes at most 84 guesses an hour, beside 378 that are allowed at once', () => {
  expect(TIERS.reduce((sum, { seconds }) => sum + HOUR / seconds, 0)).toBe(84);
  expect(TIERS.reduce((sum, { burst }) => sum + burst, 0)).toBe(378);
});
