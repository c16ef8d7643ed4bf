/** Ends of lines; the last one found is kept, so that many questions about one long line take linear time. */
export class Lines {
  readonly #text: string;
  #known = { from: 0, end: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  /** End of the line that contains this place. */
  endAfter(at: number): number {
    if (at >= this.#known.from && at <= this.#known.end) return this.#known.end;
    const next = this.#text.indexOf('\n', at);
    this.#known = { from: at, end: next < 0 ? this.#text.length : next };
    return this.#known.end;
  }
}
