/** A part of the text that is to be replaced; `end` is exclusive. */
export interface Finding {
  kind: string;
  start: number;
  end: number;
}

/** A search in pieces: whoever drives it may serve others at each `yield`. A piece takes some milliseconds. */
export type Search = Generator<undefined, Finding[]>;

/** How many hits are judged in one piece. */
export const PIECE = 256;
