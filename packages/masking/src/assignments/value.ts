import { KEY_END, OPENING, SCHEME, WRAPPER } from './patterns.ts';
import type { Source } from './source.ts';

/** How a value is given to its name. */
export type Via =
  | 'assign'
  | 'or'
  | 'is'
  | 'item'
  | 'cell'
  | 'compare'
  | 'comma'
  | 'call'
  | 'wrapped'
  | 'space'
  | 'flag'
  | 'element'
  | 'block'
  | 'named';

export interface Value {
  via: Via;
  start: number;
  end: number;
  quoted: boolean;
  /** `NAME=value`, without spaces, as in the environment and in query strings. */
  compact: boolean;
  /** Unquoted, with an end that leaves no doubt. */
  whole?: boolean;
  /** Former value, in the plan of a change. */
  old?: Value;
}

interface Given {
  via: Via;
  compact?: boolean;
}

/** The value that begins here, without its quotes, what wraps it and its scheme. */
export function valueAt(source: Source, at: number, { via, compact = false }: Given): Value {
  const { text, spans } = source;
  const wrapped = source.endOf(WRAPPER, at);
  const open = source.endOf(OPENING, wrapped < 0 ? at : wrapped);
  if (open >= 0) {
    const quote = text.slice(wrapped < 0 ? at : wrapped, open);
    const closing = spans.closing(quote, open);
    // The first key of a map is no value.
    const isKey =
      wrapped >= 0 && /[[{]\s*$/.test(text.slice(at, wrapped)) && source.endOf(KEY_END, closing) >= 0;
    const end = isKey ? open : closing;
    const start = source.endOf(SCHEME, open);
    return {
      via: text[wrapped - 1] === '(' ? 'wrapped' : via,
      start: start < 0 || start > end ? open : start,
      end,
      quoted: true,
      compact,
    };
  }
  // the array of one value of Go's and Java's headers
  const begin = wrapped >= 0 && text[wrapped - 1] === '[' ? wrapped : at;
  const scheme = source.endOf(SCHEME, begin);
  const start = scheme < 0 ? begin : scheme;
  return { via, start, end: spans.runEnd(start), quoted: false, compact };
}
