import { describe, expect, it } from 'vitest';
import { beginsWith, indexRanges, labelIndex } from '../src/crypto/label-index.ts';
import { ItemVault } from '../src/crypto/item-vault.ts';
import { Keyring } from '../src/crypto/keyring.ts';
import { PasswordKdf } from '../src/crypto/password.ts';

const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer];
const vaultOf = (...keys: Buffer[]) => new ItemVault(new Keyring(keys), new PasswordKdf());
const vault = vaultOf(one);
const index = (label: string, accountId = 'acc') => labelIndex(vault, accountId, label);
const isFound = (label: string, beginning: string): boolean =>
  indexRanges(vault, 'acc', beginning).some(
    ({ from, to }) => Buffer.compare(from, index(label)) <= 0 && Buffer.compare(index(label), to) <= 0,
  );

describe('the index of a label', () => {
  it('is what it was: an index that is stored stays of use', () => {
    expect(index('Ticket 4711').toString('hex')).toBe('a3d570f44c72fc26d1ea9694aac0e8f86d7feddd6033');
  });

  it('has two bytes for each of 64 characters at most', () => {
    expect([index('').length, index('a\u{1f511}').length, index('ﷺ'.repeat(200)).length]).toEqual([
      0, 4, 128,
    ]);
  });

  it('shares the beginning that labels of one account share, under one encryption key, and no more', () => {
    const shared = (a: Buffer, b: Buffer): number => a.findIndex((byte, i) => byte !== b[i]);
    expect(Math.floor(shared(index('Ticket 4711'), index('ticket 4800')) / 2)).toBe(8);
    expect(shared(index('Ticket 4711'), index('Ticket 4711', 'acc2'))).toBe(0);
    expect(shared(index('Ticket 4711'), labelIndex(vaultOf(other), 'acc', 'Ticket 4711'))).toBe(0);
  });

  it.each([
    ['Ticket 4711', 'TICKET'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ ΑΒ', 'οδος'],
    ['\u1e9eA', 'ssa'],
    ['Café', 'cafe\u0301'],
    ['①②③', '123'],
    ['  spaced', 'spaced'],
    ['x'.repeat(200), 'x'.repeat(64)],
    ['x'.repeat(200), 'x'.repeat(150)],
  ])('%j is found by %j', (label, beginning) => {
    expect([isFound(label, beginning), beginsWith(label, beginning)]).toEqual([true, true]);
  });

  it.each([
    ['Ticket 4711', 'icket'],
    ['Ticket 4711', 'Ticket 4711 '.padEnd(14, 'x')],
    ['', 'a'],
    ['Café', 'cafe'],
  ])('%j is not found by %j', (label, beginning) => {
    expect([isFound(label, beginning), beginsWith(label, beginning)]).toEqual([false, false]);
  });

  it('is looked for under every encryption key, and not at all without a character', () => {
    const ranges = indexRanges(vaultOf(other, one), 'acc', 'ticket');
    expect(ranges.map(({ from, to }) => [from.length, to.length])).toEqual([
      [12, 128],
      [12, 128],
    ]);
    expect(indexRanges(vaultOf(one, one), 'acc', 'ticket')).toHaveLength(1);
    for (const nothing of ['', ' ', '\u00a0']) expect(indexRanges(vault, 'acc', nothing)).toEqual([]);
  });
});
