import type { Name } from './name.ts';
import {
  ELEMENT_VALUE,
  KEY_OF,
  NAMED_VALUE,
  NAMING,
  PART_BODY,
  PART_HEAD,
  TAG_END,
  TAG_START,
  VALUE_BEFORE,
} from './patterns.ts';
import type { Source } from './source.ts';
import { valueAt, type Value } from './value.ts';

/** The text of the element of a name: `<password>…</password>`. */
export function readElement(source: Source, name: Name): Value | null {
  const { text } = source;
  if (!source.isAfter(TAG_START, name.start)) return null;
  const start = source.endOf(TAG_END, name.end);
  if (start < 0) return null;
  let end = text.indexOf(text[name.start - 1] === ';' ? '&lt;' : '<', start);
  if (end < 0 || !/^(?:<|&lt;)\//.test(text.slice(end, end + 5))) return null;
  while (end > start && /[\s\]>]/.test(text[end - 1] as string)) end--;
  return { via: 'element', start, end, quoted: false, compact: false };
}

/** The value beside a name that is itself a value: `{"name": "TOKEN", "value": "…"}`, a part of a form. */
export function readNamed(source: Source, name: Name): Value | null {
  const entry = source.endOf(ELEMENT_VALUE, name.end);
  if (entry >= 0 && source.isAfter(KEY_OF, name.start)) return entryAt(source, entry);
  if (!source.isAfter(NAMING, name.start)) return null;
  const body = source.endOf(PART_HEAD, name.end);
  if (body >= 0) return named(body, source.endOf(PART_BODY, body));
  const before = readBefore(source, name);
  if (before) return before;
  const start = source.endOf(NAMED_VALUE, name.end);
  return start < 0 ? null : valueAt(source, start, { via: 'named' });
}

function entryAt({ text }: Source, start: number): Value {
  let end = text.indexOf('<', start);
  if (end < 0 || end - start > 4096) end = start;
  while (end > start && /\s/.test(text[end - 1] as string)) end--;
  return named(start, end);
}

/** A value whose name follows: `value: …` and `name: TOKEN` on the next line. */
function readBefore({ text }: Source, name: Name): Value | null {
  VALUE_BEFORE.lastIndex = name.start;
  const { value, after } = VALUE_BEFORE.exec(text)?.groups ?? {};
  if (value === undefined || after === undefined) return null;
  const tail = /["'`\\]*[^"'`\\]*(?:["'`\\]+[^"'`\\]+)?["'`\\]*$/.exec(after)?.[0].length ?? 0;
  const start = text.lastIndexOf(value, name.start - tail - 1);
  return { ...named(start, start + value.length), quoted: true };
}

const named = (start: number, end: number): Value => ({
  via: 'named',
  start,
  end,
  quoted: false,
  compact: false,
});
