import { describe, expect, it } from 'vitest';
import { PasswordHasher } from '../src/features/users/password.ts';
import { refuseWeak } from '../src/features/users/strength.ts';

const CALLER = '192.0.2.1';

describe('the hash of a password', () => {
  const hasher = new PasswordHasher();

  it('is a PHC string of argon2id, and matches the password alone', async () => {
    const hash = await hasher.hash('four unrelated words here', CALLER);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hasher.matches('four unrelated words here', hash, CALLER)).toBe(true);
    expect(await hasher.matches('four unrelated words her', hash, CALLER)).toBe(false);
  });

  it('is that of RFC 9106 where parameters, salt and tag are those of another implementation', async () => {
    // argon2 CLI of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await hasher.matches('password', hash, CALLER)).toBe(true);
  });

  it('takes the same password in either Unicode form', async () => {
    const hash = await hasher.hash('caf\u00e9 unrelated words', CALLER);
    expect(await hasher.matches('cafe\u0301 unrelated words', hash, CALLER)).toBe(true);
  });

  it('is false without one, whatever the password', async () => {
    expect(await hasher.matches('four unrelated words here', null, CALLER)).toBe(false);
    expect(await hasher.matches('four unrelated words here', undefined, CALLER)).toBe(false);
  });

  it('is made for callers in turn, of whom one has fifty waiting at most', async () => {
    const flood = Promise.allSettled(
      Array.from({ length: 60 }, () => hasher.matches('x', null, '198.51.100.1')),
    );
    const order: string[] = [];
    const innocent = hasher.matches('x', null, '203.0.113.1').then(() => order.push('innocent'));
    void flood.then(() => order.push('flood'));
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    await innocent;
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable' } });
    expect(order).toEqual(['innocent', 'flood']);
  });
});

describe('a new password', () => {
  it.each([
    'password1234',
    '123456789012',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    'PasswordPassword',
    'adalovelace1',
  ])('is refused if it is %s', async (password) => {
    await expect(refuseWeak(password, ['ada@example.com', 'adalovelace'])).rejects.toMatchObject({
      code: 'weak_password',
    });
  });

  it.each([
    'correct horse battery staple',
    'four unrelated words',
    'Xk29-vbT9cLr',
    '我今天想喝一杯热的绿茶吗',
  ])('is taken if it is %s', async (password) => {
    await expect(refuseWeak(password, ['ada@example.com', 'Ada'])).resolves.toBeUndefined();
  });
});
