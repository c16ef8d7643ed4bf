import { expect, it } from 'vitest';
import { ItemVault, type ItemRef } from '../src/crypto/item-vault.ts';
import { Keyring } from '../src/crypto/keyring.ts';
import { labelIndex } from '../src/crypto/label-index.ts';
import { openLabel, sealLabel } from '../src/crypto/label.ts';
import { PasswordKdf } from '../src/crypto/password.ts';

const vault = new ItemVault(new Keyring([Buffer.alloc(32, 1)]), new PasswordKdf());
const ref: ItemRef = { kind: 'secret', id: '7sQmXk2VbT9cLrPz4WnYdA' };
const seal = (label: string | null | undefined) => sealLabel(vault, ref, { label, accountId: 'acc' });

it('a label opens in its own row, and has the index of its account', () => {
  const sealed = seal('Papers for 2026');
  expect(openLabel(vault, ref, sealed)).toBe('Papers for 2026');
  expect(() => openLabel(vault, { ...ref, id: 'x'.repeat(22) }, sealed)).toThrow();
  expect(sealed.labelIndex).toEqual(labelIndex(vault, 'acc', 'Papers for 2026'));
});

it('the same label is sealed differently each time', () => {
  expect(seal('Papers').label).not.toEqual(seal('Papers').label);
});

it.each([null, undefined])('without a label (%s) nothing is stored', (label) => {
  expect(seal(label)).toEqual({ ownerWrappedKey: null, label: null, labelIndex: null });
  expect(openLabel(vault, ref, seal(label))).toBeNull();
});
