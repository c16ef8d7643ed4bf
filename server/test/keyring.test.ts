import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Keyring, open, seal, UnknownKeyError } from '../src/crypto/keyring.ts';
import { isLinkId } from '../src/crypto/tokens.ts';

describe('sealing', () => {
  const key = randomBytes(32);
  const sealed = seal(key, 'a place', Buffer.from('hunter2'));

  it('gives back what was sealed', () => {
    expect(open(key, 'a place', sealed).toString()).toBe('hunter2');
  });

  it('refuses another key, another place, and every flipped bit', () => {
    expect(() => open(randomBytes(32), 'a place', sealed)).toThrow();
    expect(() => open(key, 'another place', sealed)).toThrow();
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const flipped = Buffer.from(sealed);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => open(key, 'a place', flipped), `bit ${bit}`).toThrow();
    }
  });

  it('refuses what is shorter than a nonce and a tag', () => {
    for (let length = 0; length < 28; length++)
      expect(() => open(key, 'a place', sealed.subarray(0, length))).toThrow();
  });
});

describe('a keyring', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)] as const;

  it('makes one id of a name, and another one of another name or with another key', () => {
    const ids = [
      new Keyring([first]).idFrom('a name'),
      new Keyring([first, second]).idFrom('a name'),
      new Keyring([first]).idFrom('another name'),
      new Keyring([second, first]).idFrom('a name'),
    ];
    expect(ids.every(isLinkId)).toBe(true);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  it('opens with every key and seals with the first, so that keys rotate', () => {
    const wrapped = new Keyring([first]).wrap('place', Buffer.from('data key'));
    expect(new Keyring([second, first]).unwrap('place', wrapped).toString()).toBe('data key');
    expect(new Keyring([second, first]).wrap('place', Buffer.alloc(1)).subarray(0, 4).toString('hex')).toBe(
      new Keyring([second]).ids[0],
    );
  });

  it('names the key it lacks', () => {
    const wrapped = new Keyring([first]).wrap('place', Buffer.from('data key'));
    expect(() => new Keyring([second]).unwrap('place', wrapped)).toThrow(UnknownKeyError);
    expect(() => new Keyring([second]).unwrap('place', wrapped)).toThrow(new Keyring([first]).ids[0]);
  });
});
