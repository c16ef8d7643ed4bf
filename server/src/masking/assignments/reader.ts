import {
  AFTER_NAME,
  BLOCK_SCALAR,
  CHANGE,
  CONNECTION,
  CONNECTION_PART,
  CSV_CELL,
  ELEMENT_VALUE,
  KEY_OF,
  LINE_START,
  NAMED_VALUE,
  NAMING,
  OPENING,
  PART_BODY,
  PART_HEAD,
  REST,
  REST_END,
  SCHEME,
  SEPARATOR,
  SETTER,
  TAG_END,
  TAG_START,
  VALUE_BEFORE,
  WRAPPER,
  isAfter,
} from './patterns.ts';
import { Spans } from './spans.ts';

/** Longest name that is read; what is to the left of it is not looked at. */
const NAME_LENGTH = 120;

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
export interface Name {
  start: number;
  end: number;
  text: string;
}
export interface Value {
  via: Via;
  start: number;
  end: number;
  quoted: boolean;
  /** `NAME=value`, without spaces, as in the environment and in query strings. */
  compact: boolean;
  /** Unquoted, with an end that leaves no doubt. */
  whole?: boolean;
  /** What it was before, in the plan of a change. */
  old?: Value;
}

/** Reads names and values of one text. */
export class Reader {
  readonly #text: string;
  readonly spans: Spans;

  constructor(text: string) {
    this.#text = text;
    this.spans = new Spans(text);
  }

  /** The whole name around a hit, not reaching left of `from`. */
  name(hit: number, from: number): Name {
    const text = this.#text;
    const least = Math.max(from, hit - NAME_LENGTH);
    let start = hit;
    while (start > least && isNamePart(text.charCodeAt(start - 1))) start--;
    // the letter of an escape: `\nsecret=…`
    if (start < hit && text[start - 1] === '\\' && /[nrtbf]/.test(text[start] as string)) start++;
    let end = hit + 1;
    while (end < text.length && isNamePart(text.charCodeAt(end))) end++;
    while (end > hit + 1 && isNameJoint(text.charCodeAt(end - 1))) end--;
    return { start, end, text: text.slice(Math.max(start, end - NAME_LENGTH), end) };
  }

  value(name: Name): Value | null {
    return this.#element(name) ?? this.#named(name) ?? this.#assigned(name);
  }

  /** Plans of changes have two: `"old" -> "new"`, `null -> "new"`. */
  #changed(value: Value): Value {
    const start = this.#after(CHANGE, value.end);
    const next = start < 0 ? undefined : this.#valueAt(start, 'assign', false);
    return next?.quoted ? { ...next, old: value } : value;
  }

  #element(name: Name): Value | null {
    const text = this.#text;
    if (!isAfter(TAG_START, text, name.start)) return null;
    const start = this.#after(TAG_END, name.end);
    if (start < 0) return null;
    let end = text.indexOf(text[name.start - 1] === ';' ? '&lt;' : '<', start);
    if (end < 0 || !/^(?:<|&lt;)\//.test(text.slice(end, end + 5))) return null;
    while (end > start && /[\s\]>]/.test(text[end - 1] as string)) end--;
    return { via: 'element', start, end, quoted: false, compact: false };
  }

  #named(name: Name): Value | null {
    const entry = this.#after(ELEMENT_VALUE, name.end);
    if (entry >= 0 && isAfter(KEY_OF, this.#text, name.start)) {
      let end = this.#text.indexOf('<', entry);
      if (end < 0 || end - entry > 4096) end = entry;
      while (end > entry && /\s/.test(this.#text[end - 1] as string)) end--;
      return { via: 'named', start: entry, end, quoted: false, compact: false };
    }
    if (!isAfter(NAMING, this.#text, name.start)) return null;
    const body = this.#after(PART_HEAD, name.end);
    if (body >= 0)
      return { via: 'named', start: body, end: this.#after(PART_BODY, body), quoted: false, compact: false };
    VALUE_BEFORE.lastIndex = name.start;
    const before = VALUE_BEFORE.exec(this.#text)?.groups;
    if (before) {
      const end =
        name.start -
        (/["'`\\]*[^"'`\\]*(?:["'`\\]+[^"'`\\]+)?["'`\\]*$/.exec(before.after as string)?.[0].length ?? 0);
      const start = this.#text.lastIndexOf(before.value as string, end - 1);
      return {
        via: 'named',
        start,
        end: start + (before.value as string).length,
        quoted: true,
        compact: false,
      };
    }
    const start = this.#after(NAMED_VALUE, name.end);
    return start < 0 ? null : this.#valueAt(start, 'named', false);
  }

  #assigned(name: Name): Value | null {
    const text = this.#text;
    const at = this.#after(AFTER_NAME, name.end);
    SEPARATOR.lastIndex = at;
    const found = SEPARATOR.exec(text) as RegExpExecArray;
    const { or, is, item, cell, compare, assign, gap, comma, call } = found.groups as Record<
      string,
      string | undefined
    >;
    const start = SEPARATOR.lastIndex;
    if (or !== undefined) return this.#valueAt(start, 'or', false);
    if (is !== undefined) return at === name.end ? null : this.#valueAt(start, 'is', false);
    if (item !== undefined) return name.text.startsWith('--') ? this.#valueAt(start, 'item', false) : null;
    if (cell !== undefined)
      return /[|\s]/.test(text[name.start - 1] ?? '\n') ? this.#valueAt(start, 'cell', false) : null;
    if (assign !== undefined) {
      const scalar = this.#after(BLOCK_SCALAR, start);
      if (scalar >= 0) return this.#valueAt(scalar, 'block', false);
      const value = this.#changed(this.#valueAt(start, 'assign', gap === '' && at === name.end));
      if (gap?.includes('\n') && !value.quoted) return null;
      if (value.quoted) return value;
      const end = this.#wholeEnd(name, value);
      if (end !== null) return { ...value, end, whole: true };
      if (assign.startsWith('%')) value.end = this.#encodedEnd(value);
      return value;
    }
    if (compare !== undefined || call !== undefined) {
      const value = this.#valueAt(start, compare === undefined ? 'call' : 'compare', false);
      return value.quoted ? value : null;
    }
    if (comma !== undefined) {
      const value = this.#valueAt(start, 'comma', false);
      return value.quoted || (at === name.end && CSV_CELL.test(text.slice(value.start, value.end + 1)))
        ? value
        : null;
    }
    if (at === name.end || !/\s/.test(text[at - 1] as string)) return null;
    const flag = name.text.startsWith('-') && text[start] !== '-';
    const set = isAfter(SETTER, text, name.start);
    return this.#valueAt(start, flag || set ? 'flag' : 'space', false);
  }

  #valueAt(at: number, via: Via, compact: boolean): Value {
    const text = this.#text;
    const wrapped = this.#after(WRAPPER, at);
    const open = this.#after(OPENING, wrapped < 0 ? at : wrapped);
    if (open >= 0) {
      const quote = text.slice(wrapped < 0 ? at : wrapped, open);
      const end = this.spans.closing(quote, open);
      const start = this.#after(SCHEME, open);
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
    const scheme = this.#after(SCHEME, begin);
    const start = scheme < 0 ? begin : scheme;
    return { via, start, end: this.spans.runEnd(start), quoted: false, compact };
  }

  /** Where a value ends that has a line or a part of a connection string for itself: any character may be in it. */
  #wholeEnd(name: Name, value: Value): number | null {
    const text = this.#text;
    if (value.compact && isAfter(CONNECTION, text, name.start))
      return this.#after(CONNECTION_PART, value.start);
    if (!isAfter(LINE_START, text, name.start)) return null;
    const rest = this.#after(REST, value.start);
    if (rest < 0) return null;
    const end = text.slice(value.start, rest).search(REST_END);
    return end < 0 ? rest : value.start + end;
  }

  /** Where a value ends in a query that is itself part of a query: `token%3Dabc%26…`. */
  #encodedEnd(value: Value): number {
    const end = this.#text.slice(value.start, value.end).search(/%2[267]/);
    return end < 0 ? value.end : value.start + end;
  }

  #after(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : -1;
  }
}

/** Letters, digits, `_`, `$`, `.`, `-`, and the letters of European alphabets, of Chinese, Japanese and Korean. */
const isNamePart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  isNameJoint(code) ||
  (code >= 0xc0 && code <= 0x4ff) ||
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7a3);

const isNameJoint = (code: number): boolean => code === 95 || code === 36 || code === 46 || code === 45;
