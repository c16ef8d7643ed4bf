import type { Finding } from '../finding.ts';
import type { SecretName } from '../evidence/names.ts';
import { isAtLeast, isNumberLike, MASKED } from '../evidence/values.ts';
import { isSecretIn, kindIn, readChildren, readContainer } from './containers.ts';
import type { Name } from './name.ts';
import { LINE_START, TAG_END, TAG_START } from './patterns.ts';
import type { Source } from './source.ts';

/** How much is read of one list, and where its values stand. */
const LIST = 8192;
const LIST_OPEN =
  /\\{0,15}["'`]?\]?["'`]?[ \t]{0,8}(?::|=>?|:=)[ \t]{0,8}(?:(?<yaml>\r?\n(?=[ \t]{0,40}(?:- |[\w.-]{1,60}:\s)))|(?<open>(?:new )?(?:[\w.[\]<>]{1,20}|%[\w.]{0,60}(?=\{)|[%#])?[[{(])|(?<words>%w\[|"(?=\S{8,200} \S))|(?<plain>(?=[^\s,"']{8,200},[ \t]?[^\s,"']{8})))/y;
const PLAIN = /^[^\s,"']*(?:,[ \t]?[^\s,"']{1,512})*/;
const LIST_VALUE = /(?<![\w.-])[\w+/=.~!@#$%^&*-]{8,512}(?![\w(])/g;
const YAML_ITEM =
  /^[ \t]{0,40}(?:- )?(?:(?<key>[\w.-]{1,60}):[ \t]{1,8})?(?:(?<quote>["'])(?<quoted>[^"'\r\n]{3,512})["']|(?<value>[^\s"'#]{3,512}))[ \t]*\r?$/d;

/** A container under a name of one secret: `admin_pass: ["…", "…"]`, `password: {old: …}`, `token: map[access:…]`. */
const LISTED =
  /\\{0,15}["'`]?[ \t]{0,8}(?:[:=]|=>)[ \t]{0,8}(?:(?:map|%|#)?\[|(?:%[\w.]{0,60}|#)?\{(?!\{)|\r?\n(?=[ \t]{0,40}(?:- |[\w.-]{1,60}:\s)))/y;

/** Whether what stands after a name is a container of values. */
export function isListed(source: Source, name: Name): boolean {
  return source.endOf(LISTED, name.end) >= 0 || childrenOf(source, name) >= 0;
}

/** Start of the first element within the element of a name, -1 if there is none. */
function childrenOf(source: Source, name: Name): number {
  if (!source.isAfter(TAG_START, name.start)) return -1;
  const start = source.endOf(TAG_END, name.end);
  return source.text[start] === '<' ? start : -1;
}

interface Listed {
  findings: Finding[];
  end: number;
}

/** The secrets in a list or map under a name. Counts, names and settings stand there too. */
export function* readList(source: Source, name: Name, secret: SecretName): Generator<undefined, Listed> {
  const children = childrenOf(source, name);
  if (children >= 0) return readChildren(source, children, secret);
  LIST_OPEN.lastIndex = name.end;
  const open = LIST_OPEN.exec(source.text);
  if (!open) return { findings: [], end: name.end };
  const from = LIST_OPEN.lastIndex;
  const { yaml, open: bracket, words } = open.groups as Record<string, string | undefined>;
  let listed: Listed = { findings: [], end: from };
  if (yaml !== undefined) {
    const indent = indentOf(source, name);
    if (indent < 0) return { findings: [], end: name.end };
    listed = readYamlList(source, { from, indent }, secret);
  } else if (bracket !== undefined && /[[{]$/.test(bracket)) {
    const limit = Math.min(source.text.length, from + LIST);
    listed = readContainer(source, { bracket, from, limit }, secret);
  } else if (secret.list) listed = readWords(source, { from, bracket, words }, secret);
  yield;
  return { findings: listed.findings, end: Math.max(name.end, listed.end) };
}

/** The secrets in the lines below a key of YAML, which are indented further or begin with a dash. */
function readYamlList(
  { text, lines }: Source,
  { from, indent: own }: { from: number; indent: number },
  secret: SecretName,
): Listed {
  const findings: Finding[] = [];
  let end = from;
  let depth = -1;
  while (end < text.length && end - from < LIST) {
    const next = lines.endAfter(end);
    const line = text.slice(end, Math.min(next, end + 1024));
    const indent = line.search(/\S/);
    if (depth < 0) depth = indent;
    if (indent < depth || indent < own || (indent === own && line[indent] !== '-')) break;
    const { key = '', quoted, value = '' } = YAML_ITEM.exec(line)?.groups ?? {};
    const content = quoted ?? value;
    if (isSecretIn(secret, { key, value: content, form: quoted === undefined ? 'whole' : 'literal' })) {
      const start = end + line.lastIndexOf(content);
      findings.push({ kind: kindIn(secret, key), start, end: start + content.length });
    }
    end = next + 1;
  }
  return { findings, end };
}

interface Words {
  from: number;
  bracket: string | undefined;
  words: string | undefined;
}

/** The secrets in a list of bare words: in parentheses, in quotes, or with commas alone. */
function readWords({ text }: Source, { from, bracket, words }: Words, secret: SecretName): Listed {
  const part = text.slice(from, from + LIST);
  const close = words?.startsWith('"') ? '"' : bracket?.endsWith('(') ? ')' : ']';
  const stop =
    bracket === undefined && words === undefined
      ? (PLAIN.exec(part) as RegExpExecArray)[0].length
      : part.indexOf(close);
  const body = stop < 0 ? part : part.slice(0, stop);
  const least = secret.kind === 'password' ? 2 : 3;
  const findings = [...body.matchAll(LIST_VALUE)]
    .filter(([value]) => isAtLeast(value, 'literal', least) && !isNumberLike(value) && !MASKED.test(value))
    .map(({ 0: value, index }): Finding => {
      const start = from + index;
      return { kind: secret.kind, start, end: start + value.length };
    });
  return { findings, end: from + body.length };
}

/** The indent of a key that stands at the start of its line, else -1. */
function indentOf(source: Source, name: Name): number {
  if (!source.isAfter(LINE_START, name.start)) return -1;
  const start = source.text.lastIndexOf('\n', name.start) + 1;
  return source.text.slice(start, name.start).search(/\S|$/);
}
