import { describe, expect, it } from 'vitest';
import { PASSWORD_ITERATIONS, PasswordKdf } from '../src/crypto/password.ts';

describe('a key that is derived from a password', () => {
  const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const derive = (password: string) =>
    new PasswordKdf().derive({
      password,
      salt,
      iterations: PASSWORD_ITERATIONS,
      purpose: 'seal',
      caller: 'key_1',
    });

  it('is that of PBKDF2-HMAC-SHA512 in 220,000 rounds', async () => {
    expect((await derive('correct horse')).toString('hex')).toBe(
      'eb5dc4ef1a2518e64ec396845d63294c0f3f304e841108404a756271c7a24a48',
    );
  });

  it('is the same for both Unicode forms of a password', async () => {
    expect(await derive('cafe\u0301')).toEqual(await derive('caf\u00e9'));
  });
});
