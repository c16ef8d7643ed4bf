import { randomText } from '../random.ts';

const { digits } = randomText(50_001);

const WORDS =
  'anchor barrel candle desert ember falcon garden harbor island jungle kettle lantern meadow nectar orchard pebble quiver ribbon saddle timber umbrella violet walnut yonder zephyr copper dragon engine forest guitar'.split(
    ' ',
  );

const word = (): string => WORDS[Number(digits(3)) % WORDS.length] as string;

/** Passwords that people make of words. */
export const wordy = {
  word: (): string => `${word()}${word()}`,
  dashed: (): string => `${word()}-${word()}-${word()}`,
  spaced: (): string => `${word()} ${word()} ${word()} ${word()}`,
  numbered: (): string => `${word()}${digits(2)}`,
};
