import { detectLanguage } from '@speed-highlight/core/detect';
import * as bundled from '@speed-highlight/core/languages';
import { tokenizeWith, type ShjLanguageData } from '@speed-highlight/core/tokenize';

/** A piece of a text, and what it is in its language. */
export type Token = [text: string, kind?: string];

const languages = bundled as unknown as Record<string, ShjLanguageData>;

/** Colours for more would keep the page from being used meanwhile. */
const MOST = 200_000;
const LOOKED_AT = 10_000;

/** Takes a text apart by the language it seems to be in; a log, where it seems to be none. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  const begin = text.slice(0, MOST);
  tokenizeWith(begin, languages[languageOf(begin)] ?? [], (piece, kind) => found.push([piece, kind]), {
    languages,
  });
  if (text.length > MOST) found.push([text.slice(MOST)]);
  return found;
}

function languageOf(text: string): string {
  const begin = text.slice(0, LOOKED_AT);
  if (/^\s*[[{]\s*["{[\]}\d]/.test(begin)) return 'json';
  if (/^\[?\d{4}-\d\d-\d\d[T ]|^\d\d:\d\d:\d\d|\b(?:ERROR|WARN|INFO|DEBUG)\b/m.test(begin)) return 'log';
  const detected = detectLanguage(begin);
  return detected === 'plain' ? 'log' : detected;
}
