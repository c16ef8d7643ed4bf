import { detectLanguage } from '@speed-highlight/core/detect';
import * as bundled from '@speed-highlight/core/languages';
import { tokenizeWith, type ShjLanguageData } from '@speed-highlight/core/tokenize';

/** A piece of a text, and what it is in its language. */
export type Token = [text: string, kind?: string];

const languages = bundled as unknown as Record<string, ShjLanguageData>;

/** Colours for more would keep the page from being used meanwhile: so many letters, in so many pieces, for so long. */
const MOST = 50_000;
const MOST_PIECES = 10_000;
const LONGEST_MS = 1_000;
const LOOKED_AT = 10_000;

/** Kinds that have the colour of another. */
const LIKE: Record<string, string> = {
  ...{ oper: 'kwd', section: 'kwd', insert: 'kwd', esc: 'str', cmnt: 'str', var: 'func', deleted: 'err' },
  ...{ bool: 'num', type: 'num', class: 'num' },
};

/** Takes texts apart by the language that each seems to be in; a log, where it seems to be none. */
export function tokens(texts: string[]): Token[][] {
  const end = performance.now() + LONGEST_MS;
  let letters = MOST;
  let pieces = MOST_PIECES;
  return texts.map((text) => {
    const found = take(text.slice(0, letters), () => pieces-- > 0 && performance.now() < end);
    const taken = found.reduce((sum, [piece]) => sum + piece.length, 0);
    letters -= taken;
    return taken < text.length ? [...found, [text.slice(taken)]] : found;
  });
}

/** Takes a text apart for as long as there may be more. */
function take(text: string, more: () => boolean): Token[] {
  const found: Token[] = [];
  const enough = new Error();
  const add = (piece: string, kind?: string): void => {
    if (!more()) throw enough;
    found.push([piece, kind && (LIKE[kind] ?? kind)]);
  };
  try {
    tokenizeWith(text, languages[languageOf(text)] ?? [], add, { languages });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return found;
}

function languageOf(text: string): string {
  const begin = text.slice(0, LOOKED_AT);
  if (/^\s*[[{]\s*["{[\]}\d]/.test(begin)) return 'json';
  if (/^\[?\d{4}-\d\d-\d\d[T ]|^\d\d:\d\d:\d\d|\b(?:ERROR|WARN|INFO|DEBUG)\b/m.test(begin)) return 'log';
  const detected = detectLanguage(begin);
  return detected === 'plain' ? 'log' : detected;
}
