import * as fc from 'fast-check';
import type { SealedKind } from '../src/envelope/index.ts';

export const kinds: SealedKind[] = ['secret', 'text', 'url', 'file', 'message', 'author'];

/** Text with a UTF-8 form: any characters, and those that code likes to lose. */
export const wellFormed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(...'\ufeff|\u0000|\r\n|\u2028|é|e\u0301|ﬁ|🔑|\u{10ffff}|\ufffd|"'.split('|')),
    maxLength: 20,
  }),
);

export const linkKeys = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Passwords of characters that every version of Unicode in use spells the same way in NFKC. */
export const passwords = fc.string({
  unit: fc.constantFrom(...'a| |é|e\u0301|ﬁ|Ｐ|Å|\u1112\u1161\u11ab|½|㎒|🔑|\u0001'.split('|')),
  minLength: 1,
});
