import type { Name } from './name.ts';
import {
  AFTER_LAST,
  AFTER_NAME,
  BLOCK_SCALAR,
  CHANGE,
  CONNECTION,
  CONNECTION_PART,
  CSV_CELL,
  LABEL_BEFORE,
  LINE_START,
  PHRASE,
  REST,
  REST_END,
  SEPARATOR,
  SETTER,
} from './patterns.ts';
import type { Source } from './source.ts';
import { valueAt, type Value } from './value.ts';

/** The value that follows a name: `name = value`, `name: value`, `"name", "value"`, `--name value`. */
export function readAssigned(source: Source, name: Name): Value | null {
  const { text } = source;
  const at = source.endOf(AFTER_NAME, name.end);
  SEPARATOR.lastIndex = at;
  const found = SEPARATOR.exec(text) as RegExpExecArray;
  const { or, is, item, cell, compare, assign, gap, comma, call } = found.groups as Record<
    string,
    string | undefined
  >;
  const start = SEPARATOR.lastIndex;
  const adjacent = at === name.end;
  if (or !== undefined) return valueAt(source, start, { via: 'or' });
  if (is !== undefined) return adjacent && /^[a-zé]/.test(is) ? null : statedAt(source, start, is);
  if (item !== undefined) return name.text.startsWith('--') ? valueAt(source, start, { via: 'item' }) : null;
  if (cell !== undefined)
    return /[|\s]/.test(text[name.start - 1] ?? '\n') ? valueAt(source, start, { via: 'cell' }) : null;
  if (assign !== undefined) {
    const compact = gap === '' && adjacent;
    return assignedAt(source, name, { start, compact, onNextLine: gap?.includes('\n'), assign });
  }
  if (compare !== undefined || call !== undefined) {
    const value = valueAt(source, start, { via: compare === undefined ? 'call' : 'compare' });
    return value.quoted ? value : null;
  }
  if (comma !== undefined) {
    const value = valueAt(source, start, { via: 'comma' });
    return value.quoted || (adjacent && CSV_CELL.test(text.slice(value.start, value.end + 1))) ? value : null;
  }
  if (adjacent || !/\s/.test(text[at - 1] as string)) return null;
  const flag = name.text.startsWith('-') && text[start] !== '-';
  return valueAt(source, start, { via: flag || source.isAfter(SETTER, name.start) ? 'flag' : 'space' });
}

/** The value of a sentence: one word, or the rest of the line after `is:`. */
function statedAt(source: Source, start: number, is: string): Value {
  const value = valueAt(source, start, { via: 'is' });
  if (value.quoted || !/^[a-zéè]{1,8} ?:/.test(is)) return value;
  return { ...value, whole: source.endOf(AFTER_LAST, value.end) >= 0 };
}

function assignedAt(
  source: Source,
  name: Name,
  found: { start: number; compact: boolean; onNextLine: boolean | undefined; assign: string },
): Value | null {
  const scalar = source.endOf(BLOCK_SCALAR, found.start);
  if (scalar >= 0) {
    const value = valueAt(source, scalar, { via: 'block' });
    return scalar < source.blockEnd ? value : { ...value, end: (source.blockEnd = blockEnd(source, scalar)) };
  }
  const value = changed(source, valueAt(source, found.start, { via: 'assign', compact: found.compact }));
  if (value.quoted) return value;
  if (found.onNextLine) return null;
  const end = wholeEnd(source, name, value);
  if (end !== null) return { ...value, end, whole: true };
  return found.assign.startsWith('%') ? { ...value, end: encodedEnd(source, value) } : value;
}

/** End of a block whose first line starts here: the last line with the same indentation. */
function blockEnd({ text, lines }: Source, start: number): number {
  const indent = text.slice(text.lastIndexOf('\n', start) + 1, start);
  let end = lines.endAfter(start);
  while (end - start < BLOCK && end < text.length && text.startsWith(indent, end + 1))
    end = lines.endAfter(end + 1);
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** How many characters are read of a block. */
const BLOCK = 4096;

/** Plans of changes have two: `"old" -> "new"`, `null -> "new"`. */
function changed(source: Source, value: Value): Value {
  const start = source.endOf(CHANGE, value.end);
  const next = start < 0 ? undefined : valueAt(source, start, { via: 'assign' });
  return next?.quoted ? { ...next, old: value } : value;
}

/** End of a value that has a line or a part of a connection string to itself and may contain any character. */
function wholeEnd(source: Source, name: Name, value: Value): number | null {
  if (value.compact && source.isAfter(CONNECTION, name.start))
    return source.endOf(CONNECTION_PART, value.start);
  if (!source.isAfter(LINE_START, name.start)) return labelledEnd(source, name, value);
  const rest = source.endOf(REST, value.start);
  if (rest < 0) return null;
  const end = source.text.slice(value.start, rest).search(REST_END);
  return end < 0 ? rest : value.start + end;
}

/**
 * End of a value of several words, -1 if it has one word. Anything may follow `NAME=value`, and a value after a label, unless
 * its first word is plain.
 */
export function phraseEnd(source: Source, name: Name, value: Value): number {
  const isFirst = source.isAfter(LINE_START, name.start);
  if (value.compact || !isFirst) {
    if (!/^\p{L}+$/u.test(source.text.slice(value.start, value.end))) return -1;
    if (!isFirst && (value.compact || !source.isAfter(LABEL_BEFORE, name.start))) return -1;
  }
  return source.endOf(PHRASE, value.start);
}

/** End of a value that is the last of its line. After words that are no label it must not be letters alone. */
function labelledEnd(source: Source, name: Name, value: Value): number | null {
  if (value.end - value.start > 256 || source.endOf(AFTER_LAST, value.end) < 0) return null;
  const isWord = /^[\p{L}'_-]+$/u.test(source.text.slice(value.start, value.end));
  return !isWord || source.isAfter(LABEL_BEFORE, name.start) ? value.end : null;
}

/** End of a value in a query that is itself part of a query: `token%3Dabc%26…`. */
function encodedEnd({ text }: Source, value: Value): number {
  const end = text.slice(value.start, value.end).search(/%2[267]/);
  return end < 0 ? value.end : value.start + end;
}
