import type { Finding } from '../finding.ts';
import type { SecretName } from '../evidence/names.ts';
import type { Name } from './name.ts';
import type { Source } from './source.ts';
import { isAtLeast, isNumberLike, MASKED } from '../evidence/values.ts';

/** How much is read of one list, and where its values stand. */
const LIST = 8192;
const LIST_OPEN =
  /["'`]?\]?["'`]?[ \t]{0,8}(?::|=>?|:=)[ \t]{0,8}(?:(?<yaml>\r?\n(?=[ \t]{0,40}(?:- |[\w.-]{1,60}:\s)))|(?<open>(?:new )?(?:[\w.[\]<>]{1,20})?[[{(])|(?<words>%w\[|"(?=\S{8,200} \S))|(?<plain>(?=[^\s,"']{8,200},[ \t]?[^\s,"']{8})))/y;
const PLAIN = /^[^\s,"']*(?:,[ \t]?[^\s,"']{1,512})*/;
const LIST_VALUE = /(?<![\w.-])[\w+/=.~!@#$%^&*-]{8,512}(?![\w(])/g;
const YAML_ITEM =
  /^[ \t]{0,40}(?:- (?:[\w.-]{1,60}: )?|[\w.-]{1,60}: )["']?(?<value>[^\s"'#]{6,512})["']?[ \t]*\r?$/d;

/** A list under a name of one secret: `admin_pass: ["…", "…"]`. */
const LISTED =
  /["'`]?[ \t]{0,8}[:=][ \t]{0,8}(?:\[(?=[^\[\]{}]{1,400},)|\r?\n[ \t]{0,40}- (?=[^\s:]{1,200}\s))/y;

/** Whether what stands after a name is a list of values. */
export function isListed(text: string, name: Name): boolean {
  LISTED.lastIndex = name.end;
  return LISTED.test(text);
}

/** The values of a list or map under a plural name; they have to look random, since counts and names stand there too. */
export function* readList(
  { text, lines }: Source,
  name: Name,
  secret: SecretName,
): Generator<undefined, { findings: Finding[]; end: number }> {
  const findings: Finding[] = [];
  LIST_OPEN.lastIndex = name.end;
  const open = LIST_OPEN.exec(text);
  if (!open) return { findings, end: name.end };
  const from = LIST_OPEN.lastIndex;
  const keep = (start: number, value: string): void => {
    if (
      isAtLeast(value, 'literal', secret.kind === 'password' ? 2 : 3) &&
      !isNumberLike(value) &&
      !MASKED.test(value)
    )
      findings.push({ kind: secret.kind, start, end: start + value.length });
  };
  const { yaml, open: bracket, words } = open.groups as Record<string, string | undefined>;
  let end = from;
  if (yaml !== undefined) {
    let depth = -1;
    while (end < text.length && end - from < LIST) {
      const next = lines.endAfter(end);
      const line = text.slice(end, Math.min(next, end + 1024));
      const indent = line.search(/\S/);
      if (depth < 0) depth = indent;
      if (indent < depth || indent < 0) break;
      const item = YAML_ITEM.exec(line);
      if (item?.groups) keep(end + (item.indices?.groups?.value?.[0] as number), item.groups.value as string);
      end = next + 1;
    }
  } else {
    const part = text.slice(from, from + LIST);
    const close = words?.startsWith('"')
      ? '"'
      : bracket?.endsWith('{')
        ? '}'
        : bracket?.endsWith('(')
          ? ')'
          : ']';
    const stop =
      bracket === undefined && words === undefined
        ? (PLAIN.exec(part) as RegExpExecArray)[0].length
        : part.indexOf(close);
    const body = stop < 0 ? part : part.slice(0, stop);
    for (const { 0: value, index } of body.matchAll(LIST_VALUE)) keep(from + index, value);
    end = from + body.length;
  }
  yield;
  return { findings, end: Math.max(name.end, end) };
}
