import type { Finding } from '../finding.ts';

const ESCAPE_START = String.raw`(?:\u001b|\u009b|\\{1,4}(?:u001[bB]|u\{1[bB]\}|x1[bB]|0?33|[eE])|#033|\^\[|␛|\ufffd|<?ESC>?|<0x1[bB]>|%1[bB]|&#(?:27|x1[bB]);|\`e)`;
/** Invisible characters: marks of direction, soft hyphens, zero-width spaces. */
const INVISIBLE = String.raw`\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
/**
 * Sequences that colour and move (ECMA-48), as themselves, as programs write them, or without their first character; letters
 * that are printed twice; what marks words in pages.
 */
const SEQUENCE = new RegExp(
  String.raw`${ESCAPE_START}(?:\[|%5[bB])[\d;:?]{0,24}[A-Za-z]|\u009b[\d;:?]{0,24}[A-Za-z]|\u001b\][^\u0007\u001b\r\n]{0,2000}(?:\u0007|\u001b\\)|\u001b[()][A-Z0-9]|[?]?\[(?:[01];)?(?:[39][0-7]|[39]9|4[0-7])m|\[(?:\d{1,3}(?:;\d{1,3}){0,4})?m(?![\w.])|\[\d{1,3}(?:;\d{1,3}){1,4}m|[^\s]\u0008|</?(?:mark|em|wbr)>|[${INVISIBLE}]`,
  'g',
);
const HINT = new RegExp(
  String.raw`\u001b|\u009b|\u0008|${ESCAPE_START}(?:\[|%5[bB])|\[\d{0,3}(?:;\d{1,3}){0,4}m|</(?:mark|em)>|<wbr>|[${INVISIBLE}]`,
);

/** A text as it reads without escape sequences, and where its characters stand in the original. */
export interface View {
  text: string;
  original: (findings: Finding[]) => Finding[];
}

/**
 * Views of a text with escape sequences: without them, so that what they cut in two is whole, and with spaces in their
 * place, so that what they part stays parted. None if there are no sequences.
 */
export function* viewsWithout(text: string): Generator<undefined, View[]> {
  if (!HINT.test(text)) return [];
  const parts: string[] = [];
  const spaced: string[] = [];
  /** Start of each kept part, in the view and in the original. */
  const starts: number[] = [];
  const shifts: number[] = [];
  let [from, length, count] = [0, 0, 0];
  const keep = (to: number): void => {
    starts.push(length);
    shifts.push(from - length);
    const part = text.slice(from, to);
    parts.push(part);
    spaced.push(part);
    length += part.length;
  };
  for (const { 0: sequence, index } of text.matchAll(SEQUENCE)) {
    if (++count % 2048 === 0) yield;
    keep(index);
    // The address of a link stays: it is read, and may hold a secret.
    spaced.push(sequence.startsWith('\u001b]') ? sequence : ' '.repeat(sequence.length));
    from = index + sequence.length;
  }
  keep(text.length);
  if (count === 0) return [];
  const at = (offset: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return offset + (shifts[low] as number);
  };
  return [
    {
      text: parts.join(''),
      original: (findings) =>
        findings.map(({ kind, start, end }) => ({
          kind,
          start: at(start),
          end: end > start ? at(end - 1) + 1 : at(end),
        })),
    },
    { text: spaced.join(''), original: (findings) => findings },
  ];
}
