import { expect, it } from 'vitest';
import { randomChunk } from '../src/crypto/random.ts';

it('random bytes are handed out once, however often and in whatever lengths they are taken', () => {
  const lengths = Array.from({ length: 3_000 }, (_, i) => 8 + (i % 25));
  const chunks = lengths.map((length) => randomChunk(length));
  expect(chunks.map(({ length }) => length)).toEqual(lengths);
  expect(new Set(chunks.map((chunk) => chunk.toString('hex', 0, 8))).size).toBe(chunks.length);
});

it('bytes that were handed out are a copy', () => {
  const first = randomChunk(16);
  const before = first.toString('hex');
  for (let i = 0; i < 1_000; i++) randomChunk(16).fill(0);
  expect(first.toString('hex')).toBe(before);
});
