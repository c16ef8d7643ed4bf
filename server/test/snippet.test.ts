import { expect, it } from 'vitest';
import { contentSnippet } from '../src/features/transfers/snippet.ts';

const plain = { type: 'text', encryption: 'server' } as const;

it.each([
  [plain, 'x', '•'],
  [plain, 'abc', '•'],
  [plain, 'abcd', 'a•'],
  [plain, 'abcdefgh', 'ab•'],
  [plain, 'abcdefghijklmnop', 'abcd•'],
  [plain, 'a'.repeat(41), 'aaaa•'],
  [plain, '😀'.repeat(1000).slice(0, 60), '😀😀😀😀•'],
  [plain, '😀😁😂😃', '😀•'],
  [{ ...plain, password: 'p' }, 'a'.repeat(41), '•'],
  [{ ...plain, encryption: 'e2e' } as const, 'a'.repeat(41), '•'],
  [
    { ...plain, type: 'url' } as const,
    'https://example.com:8443/private?token=1#x',
    'https://example.com:8443',
  ],
])('%j of %j is %j', (input, content, snippet) => {
  expect(contentSnippet(input, content)).toBe(snippet);
});
