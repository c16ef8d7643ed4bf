import type { Lines } from '../text/lines.ts';

/** Characters of an unquoted value. */
const RUN = /(?:[^\s"'`<]|<(?![/A-Za-z!]))*/y;
/** End of a value inside a run: a further pair (`&a=`, `;a=`, `,a:`), an escape, closing brackets and punctuation. */
const RUN_END =
  /[&;,?|]{1,2}[\w.%[\]-]{1,60}[=:]|\\{1,8}[nrt]|\\{1,8}$|&(?:quot|apos|amp|lt|gt|#3\d);|[)\]}]{1,9}[,;.][^@]|[,;)\]}>]{1,9}[,;.]?$/;

/** How far a quote may go on over the next lines, and what follows its end. */
const QUOTED = 4096;
const QUOTE_END = /[ \t]*(?:\r?\n|(?![^])|[;,)\]}]|#|\/\/)/y;

/** Ends of unquoted values and of quotes. They are kept, so that the whole text takes linear time. */
export class Spans {
  readonly #text: string;
  readonly #lines: Lines;
  #run = { cut: -1, end: -1 };

  constructor(text: string, lines: Lines) {
    this.#text = text;
    this.#lines = lines;
  }

  /** End of an unquoted value. The result for one start holds for all places up to that end. */
  runEnd(start: number): number {
    const run = this.#run;
    if (start > run.end) {
      RUN.lastIndex = start;
      RUN.test(this.#text);
      run.end = RUN.lastIndex;
      run.cut = -1;
    }
    if (start > run.cut) {
      const cut = this.#text.slice(start, run.end).search(RUN_END);
      run.cut = cut < 0 ? run.end : start + cut;
    }
    return run.cut;
  }

  /**
   * End of the quoted text: at the same quote, escaped no more than the opening one; else with the line. Some lines
   * later it ends only where nothing but the end of a line or of a list follows.
   */
  closing(quote: string, from: number): number {
    const text = this.#text;
    if (/^[“„«「『]$/.test(quote)) return text.slice(from, from + 400).search(/[”“»」』\r\n]|$/) + from;
    const multiline = quote.length === 3 && !quote.startsWith('%') && !quote.startsWith('\\');
    const limit = multiline ? text.length : this.#lines.endAfter(from);
    const escapes = quote.lastIndexOf('\\') + 1;
    const mark = quote.slice(escapes);
    for (
      let end = text.indexOf(mark, from);
      end >= 0 && end <= limit;
      end = text.indexOf(mark, end + mark.length)
    ) {
      let slashes = 0;
      while (end - slashes > from && text[end - slashes - 1] === '\\') slashes++;
      if (escapes === 0 ? slashes % 2 === 0 : slashes <= escapes) return end - (escapes === 0 ? 0 : slashes);
    }
    const later = mark.length === 1 && escapes === 0 ? this.#closingLater(mark, limit) : -1;
    if (later >= 0) return later;
    return text[limit - 1] === '\r' ? limit - 1 : limit;
  }

  /** End of a quote on one of the next lines, -1 if the next such quote does not look like an end. */
  #closingLater(mark: string, from: number): number {
    const text = this.#text;
    const end = text.indexOf(mark, from);
    if (end < 0 || end - from > QUOTED) return -1;
    const last = text.slice(text.lastIndexOf('\n', end) + 1, end);
    QUOTE_END.lastIndex = end + 1;
    return (last.trim() === '' || /[^\s=:({[,]$/.test(last)) && QUOTE_END.test(text) ? end : -1;
  }
}
