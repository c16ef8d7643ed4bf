import type { Source } from './source.ts';

/** Longest name that is read; what is to the left of it is not looked at. */
const NAME_LENGTH = 120;

export interface Name {
  start: number;
  end: number;
  text: string;
}

/** The whole name around a hint, not reaching left of `from`. */
export function readName({ text }: Source, hint: { start: number; end: number }, from: number): Name {
  const { start: hit, end: hitEnd } = hint;
  const least = Math.max(from, hit - NAME_LENGTH);
  let start = hit;
  while (start > least && isNamePart(text, start - 1)) start--;
  // the letter of an escape: `\nsecret=…`
  if (start < hit && text[start - 1] === '\\' && /[nrtbf]/.test(text[start] as string)) start++;
  let end = hitEnd;
  while (
    end < text.length &&
    isNamePart(text, end) &&
    !(end === hitEnd && PARTICLE.test(text[end] as string))
  )
    end++;
  while (end > hit + 1 && isNameJoint(text.charCodeAt(end - 1))) end--;
  return { start, end, text: text.slice(Math.max(start, end - NAME_LENGTH), end) };
}

/** Particles between a name and a value in Japanese and Chinese: `パスワードは…`, `密码是…`. */
const PARTICLE = /[はが是为為]/;
const LETTER = /[\p{L}\p{M}]/u;

/** Letters of any alphabet, digits, `_`, `$`, `.` and `-`. */
function isNamePart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 0xc0) return LETTER.test(text[at] as string);
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    isNameJoint(code)
  );
}

const isNameJoint = (code: number): boolean => code === 95 || code === 36 || code === 46 || code === 45;
