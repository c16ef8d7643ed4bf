import type { Source } from './source.ts';

/** Longest name that is read; what is to the left of it is not looked at. */
const NAME_LENGTH = 120;

export interface Name {
  start: number;
  end: number;
  text: string;
}

/** The whole name around a hit, not reaching left of `from`. */
export function readName({ text }: Source, hit: number, from: number): Name {
  const least = Math.max(from, hit - NAME_LENGTH);
  let start = hit;
  while (start > least && isNamePart(text.charCodeAt(start - 1))) start--;
  // the letter of an escape: `\nsecret=…`
  if (start < hit && text[start - 1] === '\\' && /[nrtbf]/.test(text[start] as string)) start++;
  let end = hit + 1;
  while (end < text.length && isNamePart(text.charCodeAt(end))) end++;
  while (end > hit + 1 && isNameJoint(text.charCodeAt(end - 1))) end--;
  return { start, end, text: text.slice(Math.max(start, end - NAME_LENGTH), end) };
}

/** Letters, digits, `_`, `$`, `.`, `-`, and the letters of European alphabets, of Chinese, Japanese and Korean. */
const isNamePart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  isNameJoint(code) ||
  (code >= 0xc0 && code <= 0x4ff) ||
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7a3);

const isNameJoint = (code: number): boolean => code === 95 || code === 36 || code === 46 || code === 45;
