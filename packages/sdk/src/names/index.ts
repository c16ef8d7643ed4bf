import { fileNamePattern } from '../gen/limits.ts';

/** Controls, line separators, annotation marks, and all that Unicode lets a font leave out: nobody sees them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const ZWNJ = '\u200c';
const ZWJ = '\u200d';

/** Letters of scripts that are written joined; without those Arabic ones that join nothing after them. */
const JOINING = /(?![آأؤإةءاٱدذرزوڈڑژ])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}]\p{M}*$/u;
const JOINED = /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}]/u;
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]/u;
/**
 * Whether a text ends with a pictograph, and what modifies it. By code points: V8 of Node.js 26 finds no characters beyond
 * U+FFFF before `$`.
 */
function endsWithPictograph(text: string): boolean {
  const characters = [...text];
  if (/[\ufe0f\u{1f3fb}-\u{1f3ff}]/u.test(characters.at(-1) ?? '')) characters.pop();
  return /\p{Extended_Pictographic}/u.test(characters.at(-1) ?? '');
}

function hasMeaning(character: string, before: string, after: string): boolean {
  if (character === ZWNJ || character === ZWJ) {
    if (VIRAMA.test(before.slice(-1)) || VIRAMA.test(after.slice(0, 1))) return true;
    if (JOINING.test(before)) return JOINED.test(after) === (character === ZWNJ);
    return character === ZWJ && endsWithPictograph(before) && /^\p{Extended_Pictographic}/u.test(after);
  }
  if (/[\ufe0e\ufe0f]/.test(character))
    return endsWithPictograph(before) || (/[#*\d]$/.test(before) && after.startsWith('\u20e3'));
  if (/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(character)) return /\p{Script=Han}$/u.test(before);
  return /[\u180b-\u180f]/.test(character) && /\p{Script=Mongolian}$/u.test(before);
}

const NEAR = 8;

/** More marks than any language puts on a letter cover the lines around it. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/**
 * A name that a stranger gave to a file, a room or themselves, as it can be shown: no character in it is invisible, changes
 * the direction of what follows, or covers other lines. Joiners and variation selectors stay where Persian, Indic
 * scripts, Han or emoji need them. In NFC, with single spaces; empty if nothing of it can be seen.
 */
export function visibleName(name: string): string {
  const visible = name
    .toWellFormed()
    .replaceAll(INVISIBLE, (character, at: number) => {
      const end = at + character.length;
      const [before, after] = [name.slice(Math.max(0, at - NEAR), at), name.slice(end, end + NEAR)];
      return hasMeaning(character, before, after) ? character : '';
    })
    .normalize('NFC')
    .replaceAll(STACKED, '$1')
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .trim();
  return /[^\p{M}\p{Z}\p{Cf}]/u.test(visible) ? visible : '';
}

const MAX_BYTES = 255;

/**
 * The name that a stranger gives a file, made fit to save it under: the last part of a path, as `visibleName` has it, not
 * longer than file systems take, and with its extension. Undefined if nothing is left.
 */
export function safeFileName(name: string | undefined): string | undefined {
  let visible = visibleName(name?.split(/[/\\]/).at(-1) ?? '');
  let end = visible.length;
  while (end > 0 && '. '.includes(visible[end - 1] as string)) end -= 1;
  visible = visible.slice(0, end);
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,16})?$/u.exec(visible) ?? [];
  const encoder = new TextEncoder();
  let left = MAX_BYTES - encoder.encode(extension).length;
  let short = '';
  for (const character of stem) {
    left -= encoder.encode(character).length;
    if (left < 0) break;
    short += character;
  }
  short = `${short}${extension}`.trim();
  return fileNamePattern.test(short) ? short : undefined;
}
