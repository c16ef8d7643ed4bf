import { describe, expect, it } from 'vitest';
import { plain, readings } from '../../src/envelope/mend.ts';

describe('a plain text', () => {
  it.each([
    ['a%2520b', 'a b'],
    ['%E2%82%ac', '€'],
    ['100%', '100%'],
    ['%ff%41', '%ff%41'],
    ['so\u00adft\u200b', 'soft'],
  ])('of %j is %j', (text, expected) => expect(plain(text)).toBe(expected));

  it('is empty for a text that is longer than any link', () => {
    expect(plain('a'.repeat(4_096))).toHaveLength(4_096);
    expect(plain('a'.repeat(4_097))).toBe('');
  });
});

describe('the readings of a word', () => {
  const five = (word: string) => word.length === 5;

  it.each<[string, string[]]>([
    ['abcde', ['abcde', 'abcde']],
    ['> ab\n> cde.', ['abcde', 'abcde']],
    ['ab=\ncde', ['abcde', 'abcde']],
    ['ab-\ncd', ['ab-cd']],
    ['ab-\ncde', ['abcde']],
    ['abcde_', ['abcde', 'abcde']],
    ['ab.cde', []],
    ['abcd', []],
  ])('in %j are %j', (bent, words) => expect(readings(bent, five)).toEqual(words));
});
