import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ItemVault, type ItemRef } from '../src/crypto/item-vault.ts';
import { Keyring, UnknownKeyError } from '../src/crypto/keyring.ts';
import { PasswordKdf } from '../src/crypto/password.ts';
import { sha256 } from '../src/crypto/tokens.ts';

const ref: ItemRef = { kind: 'secret', id: '7sQmXk2VbT9cLrPz4WnYdA' };
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
