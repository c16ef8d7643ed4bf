/** A part of the text that is to be replaced; `end` is exclusive. */
export interface Finding {
  kind: string;
  start: number;
  end: number;
}
