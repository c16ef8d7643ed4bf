import crypto, { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD_ITERATIONS, PasswordKdf } from '../src/crypto/password.ts';

/** The salts of the derivations that were begun, in their order. When each is done is for the processor to say. */
const begun: string[] = [];
const { pbkdf2 } = crypto;
function replacePbkdf2(by: typeof pbkdf2): void {
  crypto.pbkdf2 = by;
  syncBuiltinESMExports();
}
beforeAll(() =>
  replacePbkdf2((password, salt, ...rest) => {
    begun.push(Buffer.from(salt as Buffer).toString());
    pbkdf2(password, salt, ...rest);
  }),
);
afterAll(() => replacePbkdf2(pbkdf2));
afterEach(() => {
  begun.length = 0;
});

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

const caller = '198.51.100.7';

/** Checks the password of a caller, whose name is its salt. */
const open = (kdf: PasswordKdf, caller: string, { iterations = 1000 } = {}): Promise<Buffer> =>
  kdf.derive({ password: 'password', salt: Buffer.from(caller), iterations, purpose: 'open', caller });

describe('password checking', () => {
  it('refuses a caller with 503 who has two at work and fifty waiting, and another not', async () => {
    const kdf = new PasswordKdf();
    const salt = randomBytes(16);
    const derivations = Array.from({ length: 60 }, () =>
      kdf.derive({ password: 'password', salt: salt, iterations: 1000, purpose: 'open', caller }),
    );
    const other = kdf.derive({
      password: 'password',
      salt: salt,
      iterations: 1000,
      purpose: 'open',
      caller: '198.51.100.8',
    });
    const settled = await Promise.allSettled(derivations);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(52);
    await expect(other).resolves.toHaveLength(32);
    const refused = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '3' } });
  });

  it('takes the networks of one IPv6 /48 for one caller', async () => {
    const kdf = new PasswordKdf();
    const derivations = Array.from({ length: 60 }, (_, i) =>
      kdf.derive({
        password: 'password',
        salt: randomBytes(16),
        iterations: 1000,
        purpose: 'open',
        caller: `2001:db8:1:${i}::/64`,
      }),
    );
    const other = kdf.derive({
      password: 'password',
      salt: randomBytes(16),
      iterations: 1000,
      purpose: 'open',
      caller: '2001:db8:2:0::/64',
    });
    const settled = await Promise.allSettled(derivations);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(52);
    await expect(other).resolves.toHaveLength(32);
  });

  it('refuses the caller with the most waiting when its queue is full, and takes a newcomer', async () => {
    const kdf = new PasswordKdf();
    const derive = (caller: string) => open(kdf, caller);
    const flood = Promise.allSettled(Array.from({ length: 502 }, (_, i) => derive(`flooder ${i % 10}`)));
    const newcomers = Array.from({ length: 5 }, (_, i) => derive(`newcomer ${i}`));
    expect(await Promise.all(newcomers)).toHaveLength(5);
    const settled = await flood;
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(5);
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        code: 'service_unavailable',
        headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d?$/) },
      });
  });

  it('refuses whoever comes last when nobody in a full queue has more waiting, and leaves the other purpose alone', async () => {
    const kdf = new PasswordKdf();
    const derive = (purpose: 'seal' | 'open', of: string) =>
      kdf.derive({ password: 'password', salt: Buffer.from(of), iterations: 1000, purpose, caller: of });
    const waiting = Array.from({ length: 502 }, (_, i) => derive('open', `caller ${i}`));
    await expect(derive('open', 'one more')).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(derive('seal', 'key_1')).resolves.toHaveLength(32);
    expect(await Promise.all(waiting)).toHaveLength(502);
  });

  it('lets a newcomer come before callers who had their turns, and these before newcomers without number', async () => {
    const kdf = new PasswordKdf();
    const derive = (caller: string) => open(kdf, caller);
    const busy = (i: number) => derive(`busy ${i}`);
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 60 }, (_, i) => busy(i)));
    begun.length = 0;
    const flood = Array.from({ length: 60 }, (_, i) => busy(i));
    const newcomer = derive('newcomer');
    const more = Array.from({ length: 60 }, (_, i) => derive(`new ${i}`));
    await Promise.all([...flood, newcomer, ...more]);
    expect(begun.indexOf('newcomer')).toBeLessThanOrEqual(3);
    expect(begun.slice(2, 62).filter((of) => of.startsWith('busy')).length).toBeGreaterThanOrEqual(25);
  });

  it('lets a newcomer come before callers who had a first turn a moment ago', async () => {
    const kdf = new PasswordKdf();
    const derive = (caller: string) => open(kdf, caller);
    const flood = Promise.all(Array.from({ length: 120 }, (_, i) => derive(`caller ${i % 30}`)));
    await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(32), { interval: 1 });
    const before = begun.length;
    const newcomer = derive('newcomer');
    await Promise.all([flood, newcomer]);
    expect(begun.indexOf('newcomer') - before).toBeLessThanOrEqual(3);
  });

  it('refuses with 503 whoever has waited for half a minute, and counts them no more', async () => {
    const kdf = new PasswordKdf({ longestWaitMs: 20 });
    const slow = (caller: string) => open(kdf, caller, { iterations: 400_000 });
    const running = [slow('first'), slow('second')];
    const refused = await Promise.allSettled([slow('third'), slow('fourth')]);
    for (const result of refused)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'service_unavailable',
          headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
        },
      });
    expect(await Promise.all(running)).toHaveLength(2);
    expect(begun).toEqual(['first', 'second']);
  });

  it('alternates with those who seal, however many of them wait', async () => {
    const kdf = new PasswordKdf();
    const derive = (purpose: 'seal' | 'open', of: string) =>
      kdf.derive({ password: 'password', salt: Buffer.from(purpose), iterations: 1000, purpose, caller: of });
    const sealing = Array.from({ length: 52 }, () => derive('seal', 'key_1'));
    const opening = Array.from({ length: 5 }, () => derive('open', caller));
    await Promise.all([...opening, ...sealing]);
    // Two were at work before anyone waited.
    expect(begun.slice(0, 11)).toEqual(
      ['seal', 'seal', ...Array(5).fill(['open', 'seal']).flat()].slice(0, 11),
    );
    expect(begun).toHaveLength(57);
  });

  it('goes round between keys, however many of one of them wait', async () => {
    const kdf = new PasswordKdf();
    const derive = (of: string) =>
      kdf.derive({
        password: 'password',
        salt: Buffer.from(of),
        iterations: 1000,
        purpose: 'seal',
        caller: of,
      });
    const many = Array.from({ length: 52 }, () => derive('key_1'));
    const few = Array.from({ length: 5 }, () => derive('key_2'));
    await Promise.all([...few, ...many]);
    expect(begun).toHaveLength(57);
    expect(begun.lastIndexOf('key_2')).toBeLessThanOrEqual(11);
    expect(begun.filter((of) => of === 'key_2')).toHaveLength(5);
  });
});
