import crypto, { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ItemVault, type ItemRef } from '../src/crypto/item-vault.ts';
import { Keyring, open, seal, UnknownKeyError } from '../src/crypto/keyring.ts';
import { PasswordKdf } from '../src/crypto/password.ts';
import { isLinkId, sha256 } from '../src/crypto/tokens.ts';

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

const ref: ItemRef = { kind: 'secret', id: '7sQmXk2VbT9cLrPz4WnYdA' };

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

const caller = '198.51.100.7';

describe('an item', () => {
  const vault = new ItemVault(new Keyring([randomBytes(32)]), new PasswordKdf());
  const parts = { content: Buffer.from('hunter2') };

  it('opens in its own row only', async () => {
    const { lock, sealed } = await vault.seal(ref, parts);
    const dataKey = await vault.unlock(ref, { lock, credentials: {}, caller });
    expect(vault.open(ref, { part: 'content', dataKey, sealed: sealed.content }).toString()).toBe('hunter2');
    await expect(
      vault.unlock({ ...ref, id: 'x'.repeat(22) }, { lock, credentials: {}, caller }),
    ).rejects.toThrow();
    await expect(
      vault.unlock({ ...ref, kind: 'transfer' }, { lock, credentials: {}, caller }),
    ).rejects.toThrow();
    expect(() => vault.open(ref, { part: 'snippet', dataKey, sealed: sealed.content })).toThrow();
  });

  it('with a password opens with it alone, in any Unicode form', async () => {
    const { lock, sealed } = await vault.seal(ref, parts, { password: 'Ångström', caller });
    const dataKey = await vault.unlock(ref, {
      lock,
      credentials: { password: 'A\u030Angstro\u0308m' },
      caller,
    });
    expect(vault.open(ref, { part: 'content', dataKey, sealed: sealed.content }).toString()).toBe('hunter2');
    await expect(
      vault.unlock(ref, { lock, credentials: { password: 'Angstrom' }, caller }),
    ).rejects.toMatchObject({
      code: 'invalid_password',
    });
    await expect(vault.unlock(ref, { lock, credentials: {}, caller })).rejects.toMatchObject({
      code: 'invalid_password',
    });
  });

  it('with an access proof asks for exactly that proof', async () => {
    const proof = randomBytes(32);
    const accessProofHash = sha256(proof).toString('base64url');
    const { lock } = await vault.seal(ref, parts, { accessProofHash, caller });
    await expect(
      vault.unlock(ref, { lock, credentials: { accessProof: proof.toString('base64url') }, caller }),
    ).resolves.toHaveLength(32);
    for (const accessProof of [undefined, '', randomBytes(32).toString('base64url'), accessProofHash]) {
      await expect(vault.unlock(ref, { lock, credentials: { accessProof }, caller })).rejects.toMatchObject({
        code: 'invalid_password',
      });
    }
  });
});

describe('a PIN', () => {
  it('is told by its item, its hash and the keyring together', async () => {
    const kdf = new PasswordKdf();
    const vault = new ItemVault(new Keyring([randomBytes(32)]), kdf);
    const request: ItemRef = { kind: 'request', id: '4hTq8YwJx5QmN0aVt7LcPz' };
    const { lock, dataKey } = await vault.seal(request, {});
    const sealed = {
      ...(await vault.sealPin(request, { dataKey, pin: '40718263', caller })),
      wrappedKey: lock.wrappedKey,
    };
    await expect(vault.checkPin(request, { lock: sealed, pin: '40718263', caller })).resolves.toBeUndefined();
    await expect(vault.checkPin(request, { lock: sealed, pin: '40718264', caller })).rejects.toMatchObject({
      code: 'invalid_pin',
    });
    await expect(
      vault.checkPin({ ...request, id: 'x'.repeat(22) }, { lock: sealed, pin: '40718263', caller }),
    ).rejects.toThrow();

    const bare = await kdf.derive({
      password: '40718263',
      salt: sealed.pinSalt,
      iterations: sealed.pinIterations,
      purpose: 'open',
      caller,
    });
    expect(sealed.pinHash.includes(bare)).toBe(false);
    const without = new ItemVault(new Keyring([randomBytes(32)]), kdf);
    await expect(without.checkPin(request, { lock: sealed, pin: '40718263', caller })).rejects.toThrow(
      UnknownKeyError,
    );
  });
});

describe('password checking', () => {
  it('refuses a caller with 503 who has two at work and fifty waiting, and another not', async () => {
    const kdf = new PasswordKdf();
    const salt = randomBytes(16);
    const asked = Array.from({ length: 60 }, () =>
      kdf.derive({ password: 'password', salt: salt, iterations: 1000, purpose: 'open', caller }),
    );
    const other = kdf.derive({
      password: 'password',
      salt: salt,
      iterations: 1000,
      purpose: 'open',
      caller: '198.51.100.8',
    });
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(52);
    await expect(other).resolves.toHaveLength(32);
    const refused = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '3' } });
  });

  it('takes the networks of one IPv6 /48 for one caller', async () => {
    const kdf = new PasswordKdf();
    const asked = Array.from({ length: 60 }, (_, i) =>
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
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(52);
    await expect(other).resolves.toHaveLength(32);
  });

  it('refuses the caller with the most waiting when its queue is full, and takes a newcomer', async () => {
    const kdf = new PasswordKdf();
    const derive = (of: string) =>
      kdf.derive({
        password: 'password',
        salt: Buffer.from(of),
        iterations: 1000,
        purpose: 'open',
        caller: of,
      });
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
    const derive = (of: string) =>
      kdf.derive({
        password: 'password',
        salt: Buffer.from(of),
        iterations: 1000,
        purpose: 'open',
        caller: of,
      });
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
    const derive = (of: string) =>
      kdf.derive({
        password: 'password',
        salt: Buffer.from(of),
        iterations: 1000,
        purpose: 'open',
        caller: of,
      });
    const flood = Promise.all(Array.from({ length: 120 }, (_, i) => derive(`caller ${i % 30}`)));
    await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(32), { interval: 1 });
    const before = begun.length;
    const newcomer = derive('newcomer');
    await Promise.all([flood, newcomer]);
    expect(begun.indexOf('newcomer') - before).toBeLessThanOrEqual(3);
  });

  it('refuses with 503 whoever has waited for half a minute, and counts them no more', async () => {
    const kdf = new PasswordKdf({ longestWaitMs: 20 });
    const slow = (of: string) =>
      kdf.derive({
        password: 'password',
        salt: Buffer.from(of),
        iterations: 400_000,
        purpose: 'open',
        caller: of,
      });
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

  it('is PBKDF2-HMAC-SHA512', async () => {
    // Computed with Python's hashlib.pbkdf2_hmac('sha512', b'password', b'salt' * 4, 1000, 32).
    const derived = await new PasswordKdf().derive({
      password: 'password',
      salt: Buffer.from('salt'.repeat(4)),
      iterations: 1000,
      purpose: 'open',
      caller,
    });
    expect(derived.toString('hex')).toBe('ef5e6ba88af97573953e9061aaab2e825d37ef34f96d6253598999b4870af210');
  });
});
