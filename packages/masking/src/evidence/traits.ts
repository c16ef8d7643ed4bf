import { isDigit, isLetter, isLower } from './wordy.ts';

/** Composition of a value. */
export interface Traits {
  spaces: boolean;
  digits: number;
  /** Letters of any alphabet; `lower`: small ones of ASCII among them. */
  letters: boolean;
  lower: boolean;
  /** Different characters other than letters, digits and those of names, numbers and base64; counted to 8. */
  symbols: number;
  /** Different characters; those beyond ASCII are counted to 8. */
  variety: number;
}

const LETTER = /[\p{L}\p{M}]/u;
/** 1 for each ASCII character that is no symbol. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.:/=+,-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Reads a value once; it is to be short. */
export function traitsOf(text: string): Traits {
  const traits: Traits = { spaces: false, digits: 0, letters: false, lower: false, symbols: 0, variety: 0 };
  const seen = [0, 0, 0, 0];
  const others: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    if (code > 127) {
      const letter = LETTER.test(String.fromCodePoint(code));
      if (code > 0xffff) i++;
      else if (/\s/.test(text[i] as string)) traits.spaces = true;
      traits.letters ||= letter;
      if (others.length >= 8 || others.includes(code)) continue;
      others.push(code);
      traits.variety++;
      if (!letter) traits.symbols++;
      continue;
    }
    if (isDigit(code)) traits.digits++;
    else if (isLetter(code)) {
      traits.letters = true;
      traits.lower ||= isLower(code);
    } else if (code === 32 || (code >= 9 && code <= 13)) traits.spaces = true;
    const word = code >> 5;
    const bit = 1 << (code & 31);
    if (((seen[word] as number) & bit) !== 0) continue;
    seen[word] = (seen[word] as number) | bit;
    traits.variety++;
    traits.symbols += 1 - (PLAIN[code] as number);
  }
  return traits;
}
