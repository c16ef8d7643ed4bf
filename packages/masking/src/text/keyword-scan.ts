/**
 * Finds all of many literals in one pass (Aho and Corasick, "Efficient string matching", 1975). Its time depends on the
 * length of the text and the number of hits alone, not on how many literals there are.
 */
export class KeywordScan {
  /** For each state and class of characters the next state times the number of classes, negative if keywords end there. */
  readonly #next: Int32Array;
  readonly #classOf = new Uint8Array(128);
  readonly #classes: number;
  /** Which keywords end in a state. */
  readonly #found: (readonly number[])[];

  /** Keywords are ASCII and not empty. With `anyCase` they are in small letters and are found in any case. */
  constructor(keywords: readonly string[], anyCase = false) {
    const characters = [...new Set(keywords.join(''))];
    if (characters.some((character) => character.charCodeAt(0) > 127))
      throw new RangeError('Keywords are ASCII.');
    this.#classes = characters.length + 1;
    characters.forEach((character, i) => {
      this.#classOf[character.charCodeAt(0)] = i + 1;
      if (anyCase) this.#classOf[character.toUpperCase().charCodeAt(0)] = i + 1;
    });
    const states = 1 + keywords.reduce((sum, { length }) => sum + length, 0);
    const next = new Int32Array(states * this.#classes).fill(-1);
    const found: number[][] = [[]];
    keywords.forEach((keyword, id) => {
      let state = 0;
      for (const character of keyword) {
        const edge = state * this.#classes + (this.#classOf[character.charCodeAt(0)] as number);
        if (next[edge] === -1) next[edge] = found.push([]) - 1;
        state = next[edge] as number;
      }
      found[state]?.push(id);
    });
    this.#found = this.#complete(next, found);
    this.#next = next.map((state) => (found[state]?.length ? -1 : 1) * state * this.#classes);
  }

  /** Fills in where each state goes on a character that none of its keywords has, and what ends there as well. */
  #complete(next: Int32Array, found: number[][]): number[][] {
    const classes = this.#classes;
    const shorter = new Int32Array(found.length);
    const queue: number[] = [0];
    for (const state of queue) {
      for (let c = 0; c < classes; c++) {
        const to = next[state * classes + c] as number;
        const fallback = state === 0 ? 0 : (next[(shorter[state] as number) * classes + c] as number);
        if (to === -1) next[state * classes + c] = fallback;
        else {
          shorter[to] = fallback;
          found[to]?.push(...(found[fallback] as number[]));
          queue.push(to);
        }
      }
    }
    return found;
  }

  /** Calls `hit` with the number of each keyword and where it ends, from left to right; yields between pieces. */
  *scan(text: string, hit: (keyword: number, end: number) => void): Generator<undefined, void> {
    const [next, classOf, found, classes] = [this.#next, this.#classOf, this.#found, this.#classes];
    let state = 0;
    for (let from = 0; from < text.length; from += CHARACTERS) {
      if (from > 0) yield;
      const to = Math.min(from + CHARACTERS, text.length);
      for (let i = from; i < to; i++) {
        const code = text.charCodeAt(i);
        state = next[state + (code < 128 ? (classOf[code] as number) : 0)] as number;
        if (state >= 0) continue;
        state = -state;
        for (const id of found[state / classes] as number[]) hit(id, i + 1);
      }
    }
  }
}

/** How many characters make a piece. */
const CHARACTERS = 32_768;
