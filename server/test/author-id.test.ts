import { expect, it } from 'vitest';
import { authorIdOf } from '../src/crypto/author-id.ts';

const [container, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

it('an author has one id in a container, and another one in the next', () => {
  const id = authorIdOf(container, '198.51.100.7');
  expect(id).toMatch(/^author_[0-9A-Za-z]{22}$/);
  expect(authorIdOf(container, '198.51.100.7')).toBe(id);
  expect(authorIdOf(other, '198.51.100.7')).not.toBe(id);
  expect(authorIdOf(container, '198.51.100.8')).not.toBe(id);
});

it('networks of one IPv6 /48 are one author', () => {
  const id = authorIdOf(container, '2001:db8:1:1::/64');
  expect(authorIdOf(container, '2001:db8:1:2::/64')).toBe(id);
  expect(authorIdOf(container, '2001:db8:2:1::/64')).not.toBe(id);
});
