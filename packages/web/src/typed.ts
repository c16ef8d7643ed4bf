/** Characters that come along when a password is copied out of a sentence. */
const AROUND = /[\s\p{Pi}\p{Pf}"'`´„‚「」『』]/u;

/** A text without such characters at its ends. By hand: a pattern with `+$` takes quadratic time. */
function trimmed(text: string): string {
  const characters = [...text];
  let [from, to] = [0, characters.length];
  while (from < to && AROUND.test(characters[from]!)) from += 1;
  while (to > from && AROUND.test(characters[to - 1]!)) to -= 1;
  return characters.slice(from, to).join('');
}

/** A password without what may have come along when it was copied: blanks and quotation marks around, what nobody sees. */
export const withoutExtras = (password: string): string =>
  trimmed(password.replace(/\p{DI}/gu, '')).replace(/\s/g, ' ');

/** The value of a decimal digit of any script: Unicode has each ten of them in a row. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** A PIN of 8 digits as people write it down, name it, and type it on keyboards for other scripts. */
export const readPin = (typed: string): string | undefined =>
  /^\p{L}*(\d{8})\p{L}*$/u.exec(
    typed
      .normalize('NFKC')
      .replace(/[^\p{L}\p{Nd}]/gu, '')
      .replace(/\p{Nd}/gu, valueOf),
  )?.[1];
