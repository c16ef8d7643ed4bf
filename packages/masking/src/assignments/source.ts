import { Lines } from '../text/lines.ts';
import { Spans } from './spans.ts';

/** A text that names and values are read from. */
export class Source {
  readonly text: string;
  readonly lines: Lines;
  readonly spans: Spans;
  /** End of the last block that was read: none is read twice. */
  blockEnd = 0;

  constructor(text: string) {
    this.text = text;
    this.lines = new Lines(text);
    this.spans = new Spans(text, this.lines);
  }

  /** End of a sticky pattern's match that begins here, -1 without a match. */
  endOf(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.text) ? pattern.lastIndex : -1;
  }

  /** Whether what the pattern looks back at ends here; the pattern is read from here to the left. */
  isAfter(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.text);
  }
}
