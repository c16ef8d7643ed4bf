import type en from '../../locales/demo/en.json';

/** Sentences of the demo in a language. */
export type Words = Record<keyof typeof en, string>;

/** Direction and sentences of each language, by its code. */
export type Languages = Record<string, { dir: 'ltr' | 'rtl'; words: Words }>;

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The first of a reader's languages that there is, else English. */
export function spokenBy(wanted: readonly string[], codes: readonly string[]): string {
  const bases = wanted.flatMap((tag) => [tag.toLowerCase(), tag.toLowerCase().split('-')[0]!]);
  return bases.find((tag) => codes.includes(tag)) ?? 'en';
}

/** A sentence in every language, of which the style sheet shows that of the page. */
export const inEveryLanguage = (
  languages: Languages,
  write: (words: Words, code: string) => string,
): string =>
  Object.entries(languages)
    .map(([code, { dir, words }]) => `<p lang="${code}" dir="${dir}">${write(words, code)}</p>`)
    .join('\n');

/** Rules that hide sentences in other languages than that of the page. */
export const languageRules = (codes: readonly string[]): string =>
  codes.map((code) => `html:not([lang='${code}']) .every > [lang='${code}'] { display: none; }\n`).join('');
