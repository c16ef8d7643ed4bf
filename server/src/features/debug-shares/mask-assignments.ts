import { PIECE, type Finding, type Search } from './mask-finding.ts';
import { classifyName, NAME_HINT, type SecretName } from './mask-names.ts';
import { isAtLeast, isHexLike, isNumberLike, MASKED, type Strength } from './mask-values.ts';

/** Longest name that is read; what is to the left of it is not looked at. */
const NAME_LENGTH = 120;

const QUOTE = String.raw`(?:"""|'''|\\{0,9}["'\`]|&(?:quot|apos|#34|#39|#x22|#x27);|%22|%27)`;
const TYPE = String.raw`(?:&(?:'static )?str|\[\]byte|(?:System\.)?String|string|str|SecretStr|SecretString|text|bytes?|any|(?:Optional|Final)\[str\])`;

/** What closes a name: a quote, the bracket of `env['NAME']`, a declared type (`token string =`, `password: str =`). */
const AFTER_NAME = new RegExp(
  String.raw`(?:${QUOTE}|\*{1,2})?(?::(?:"?[\w\\]{1,80}"?:)?(?:private|protected)(?=\]))?(?:(?:\]|%5D|\}){1,2}(?:${QUOTE})?)?(?:\*{1,2}(?=:))?(?:\??:?[ \t]{0,4}${TYPE}(?: \| (?:null|None|undefined))?[ \t]{0,4}(?==)|\[\d{0,4}\])?[ \t]{0,40}`,
  'y',
);
/** From name to value. A comma joins them in CSV and in the arguments of a call. */
const SEPARATOR =
  /(?<or>\)?[ \t]{0,4}(?:\|\||\?\?|\?:|\bor\b)[ \t]{0,4}(?=["'`])|,[ \t]{0,4}(?:default|fallback|default_value|defaultValue)[ \t]{0,4}[=:][ \t]{0,4}(?=["'`])|\bto (?=")|;s:\d{1,6}:(?=\\{0,4}"))|(?<is>is (?:now |set to |: ?)?)|(?<item>\r?\n[ \t]{0,40}- )|(?<cell>\| )|(?<compare>[=!]={1,2}[ \t]{0,8})|(?<assign>(?:(?::{0,3}|[?+.|&]{1,2})=>?|=>|->|\??:(?!\/\/)|%3[Dd]|%3[Aa])(?<gap>[ \t]{0,40}(?:\\?\r?\n[ \t]{0,80})?))|(?<comma>,[ \t]{0,4}(?:\\?\r?\n[ \t]{0,40}(?=[bB]?["'`]))?)|(?<call>\([ \t]{0,4})|/y;
/** `{"name": "TOKEN", "value": "…"}`, `<add key="token" value="…"/>`, `name: TOKEN` and `value: …` on the next line. */
const NAMED_VALUE = new RegExp(
  String.raw`(?:${QUOTE})?(?:[ \t]{0,8},?\s{1,80}|[ \t]{0,8},[ \t]{0,8})?(?:(?:${QUOTE})?[A-Za-z][\w-]{0,30}(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})?[\w./-]{0,60}(?:${QUOTE})?(?:[ \t]{0,8},?\s{1,80}|[ \t]{0,8},[ \t]{0,8})){0,3}?(?:${QUOTE})?(?:(?:[Pp]arameter)?[Vv]alue|VALUE|content)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}|(?:${QUOTE}) ?\{[^{}]{0,300}?\bdefault[ \t]{0,8}=[ \t]{0,8}(?=")|::`,
  'y',
);
const NAMING = new RegExp(
  String.raw`(?<=(?:[Nn]ame|[Kk]ey|id|field|header)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})?(?:[\w./-]{0,80}/)?|variable ["'])`,
  'y',
);
/** `value: …` where the name follows. */
const VALUE_BEFORE = new RegExp(
  String.raw`(?<=(?:[Vv]alue|VALUE)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})(?<value>[^"'\`\\\r\n<>]{3,400})(?:${QUOTE})(?<after>[ \t]{0,8},?\s{0,80}(?:${QUOTE})?(?:[Nn]ame|[Kk]ey)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})?))`,
  'y',
);
const KEY_OF = /(?<=(?:<key>|(?:name|key|id)=["']))/y;
/** The value of a named element, after its name: `<entry key="…">…`, `<key>…</key><string>…`. */
const ELEMENT_VALUE =
  /(?:["'](?:[ \t][^<>]{0,120})?(?<!=)>\s{0,80}(?:<value>)?|<\/key>\s{0,80}<string>)\s{0,80}(?=[^\s<])/y;
/** The headers of a part of a form, after its name, to its body. */
const PART_HEAD =
  /\\{0,3}"(?:; [^\r\n\\]{0,100})?(?:(?:\r?\n|(?:\\{1,3}r)?\\{1,3}n)[A-Za-z-]{1,40}: [^\r\n\\]{0,100}){0,3}(?:\r?\n|(?:\\{1,3}r)?\\{1,3}n){2}/y;
const PART_BODY = /[^\r\n\\]*/y;
/** From the old value to the new one, in the plan of a change. */
const CHANGE = /["']?[ \t]{1,4}[-=]>[ \t]{1,4}(?=["'])/y;
/** What opens the element that a name is the name of. */
const TAG_START = /(?<=(?:<|&lt;)(?:\w{1,30}:)?)/y;
/** The rest of an element's start tag, as itself or escaped. */
const TAG_END = /(?:[ \t][^<>]{0,120})?(?:>|&gt;)(?:<!\[CDATA\[)?\s{0,200}/y;
/** YAML's block scalars: the value is on the next line. */
const BLOCK_SCALAR = /[|>][-+]?\d?[ \t]{0,8}\r?\n[ \t]{1,80}/y;
/** What wraps a literal: `b"…"`, `@"…"`, `[]byte("…")`, `new String("…")`, `{"…"`. */
const WRAPPER =
  /(?:\{\s{0,80}(?:\\{0,3}["']?\w{1,30}\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?\w{0,40}\\{0,3}["']?,\s{0,80}){0,4}\\{0,3}["']?[Vv]alue\\{0,3}["']?\s{0,4}[:=]\s{0,4}(?=\\{0,9}["'])|string\(\d{1,6}\) (?=")|\(string\) \(len=\d{1,6}\) (?=")|<<(?=")|\[(?=[\w+/=.~!@#$%^&-]{8,400}[\] ])|[[{(]\s{1,80}(?=\\{0,9}["'`])|\[\]byte\(|(?:new )?[A-Za-z_][\w.]{0,40}\([ \t]{0,4}(?=\\{0,9}["'`])|[a-zA-Z@$]{1,2}(?=["'])|[{[(][ \t]{0,4}(?=\\{0,9}["'`]))/y;
const OPENING = new RegExp(QUOTE, 'y');
const SCHEME = /(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|SSWS|GenieKey|JWT)(?:[ \t]{1,4}|%20|\+)/iy;
const RUN = /(?:[^\s"'`<]|<(?![/A-Za-z!]))*/y;
/** What ends a value inside a run: a further pair (`&a=`, `;a=`, `,a:`), an escape, closing brackets and punctuation. */
const RUN_END =
  /[&;,?|]{1,2}[\w.%[\]-]{1,60}[=:]|\\[nrt]|\\$|&(?:quot|apos|amp|lt|gt|#3\d);|[)\]}]{1,9}[,;.][^@]|[,;)\]}>]{1,9}[,;.]?$/;
/** An unquoted value in CSV. */
const CSV_CELL = /^[\w+/=.~:-]+[,;\s]?$/;
/** An unquoted value that takes the rest of its line, and what ends it all the same. */
const REST = /[^\s"'`]\S*(?=[ \t]{0,80}(?:\r?\n|$)|[ \t]{1,80}(?:#|\/\/))/y;
const REST_END = /[;&,][A-Za-z_][\w-]{2,60}=|<\/|[,;]$/;
/** `;Password=…;` after another pair of a connection string. */
const CONNECTION = /(?<=[\w ]{1,40}=[^\s;"'`={}()]{1,64};[ ]?)/y;
const CONNECTION_PART = /[^\s;"'`]*/y;
/** What may stand before a name that is alone on its line. */
const LINE_START =
  /(?<=(?:^|\n)[ \t]{0,80}(?:[-#*>;]{1,3}[ \t]{0,4}|\/\/[ \t]{0,4})?(?:(?:export|set|setx|ENV|ARG|declare -x)[ \t]{1,4})?["']?)/y;
/** What gives the word after it the value after that. */
const SETTER = /(?<=(?:^|\n)[ \t]{0,20}(?:ENV|setenv|set -\w{1,4}|(?:redis-cli )?CONFIG SET)[ \t]{1,4})/y;
/** `&token=`, `?token=`, as themselves or escaped. */
const QUERY = /(?<=[?&;#]|%26|%3[fF]|&amp;|\\{1,4}u0026)/y;
/** The words before a name of one word: `API key: …`, `secret access key = …`. */
const WORDS_BEFORE = /(?<=(?<words>(?:[A-Za-z]{2,20}[ _-]){1,2}))/y;

type Via =
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
interface Name {
  start: number;
  end: number;
  text: string;
}
interface Value {
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

/** Finds what is given to secret-like names: in code, JSON, YAML, INI, XML, environments, query strings, flags. */
export function* findAssignments(text: string): Search {
  const reader = new Reader(text);
  const hint = new RegExp(NAME_HINT);
  const findings: Finding[] = [];
  let from = 0;
  let listed = 0;
  let hits = 0;
  for (let hit = hint.exec(text); hit !== null; hit = hint.exec(text)) {
    if (++hits % PIECE === 0) yield;
    const name = reader.name(hit.index, from);
    from = Math.max(name.end, hit.index + hit[0].length);
    // The kind in a mark is no name.
    const secret = text.startsWith('[masked:', name.start - 8) ? undefined : classify(name, text);
    if (secret?.list && name.start >= listed) {
      const list = yield* readList(text, reader, name, secret);
      for (const finding of list.findings) findings.push(finding);
      // No list is read twice.
      listed = list.end;
      if (list.findings.length > 0) {
        from = hint.lastIndex = Math.max(from, list.end);
        continue;
      }
    }
    const value = secret && reader.value(name);
    if (secret && value?.old && isSecret(text, name, secret, value.old))
      findings.push({ kind: secret.kind, start: value.old.start, end: value.old.end });
    if (value && isSecret(text, name, secret, value)) {
      const kind = secret.kind === 'api-key' && /private/i.test(name.text) ? 'private-key' : secret.kind;
      findings.push({ kind, start: value.start, end: value.end });
      from = Math.max(from, value.end);
    }
    hint.lastIndex = from;
  }
  return findings;
}

const classes = new Map<string, SecretName | undefined>();

function classify(name: Name, text: string): SecretName | undefined {
  let whole = name.text;
  if (/^(?:key|token|secret|id|phrase|code)$/i.test(whole)) {
    WORDS_BEFORE.lastIndex = name.start;
    whole = (WORDS_BEFORE.exec(text)?.groups?.words ?? '') + whole;
  }
  if (!classes.has(whole)) {
    if (classes.size >= 5000) classes.clear();
    classes.set(whole, classifyName(whole));
  }
  return classes.get(whole);
}

function isSecret(text: string, name: Name, secret: SecretName, value: Value): boolean {
  const content = text.slice(value.start, value.end);
  if (content.length < 3 || content === name.text) return false;
  if (secret.kind !== 'password' && !secret.numeric && isNumberLike(content)) return false;
  // the fingerprint of a key
  if (value.via === 'space' && /^key$/i.test(name.text) && isHexLike(content)) return false;
  if (secret.numeric) return /^\d{4,12}$/.test(content) && value.via !== 'comma';
  if (secret.queryOnly && !(value.compact && isAfter(QUERY, text, name.start))) return false;
  if (secret.notHex && isHexLike(content)) return false;
  const literal = value.quoted || value.via === 'element' || value.via === 'named';
  // words in a list of names
  const lined = value.via === 'comma' && text.slice(name.end, value.start).includes('\n');
  if (value.via === 'comma' && (lined || !value.quoted) && !/[\d!@#$%^&*+=]/.test(content)) return false;
  const least =
    secret.kind === 'password' && secret.needs === 1 && isPasswordLike(content, value)
      ? 1
      : (Math.max(secret.needs, needsOf(name, secret, value)) as Strength);
  return (
    isAtLeast(content, literal ? 'literal' : value.whole ? 'whole' : 'code', least) && !MASKED.test(content)
  );
}

/** Words with digits: a password where one is expected, and nowhere else. */
const isPasswordLike = (content: string, { via, quoted }: Value): boolean =>
  (quoted || via !== 'space') &&
  content.length >= 10 &&
  /\d/.test(content) &&
  /[A-Z]/.test(content) &&
  /^[^\s()[\]{}]+$/.test(content);

/** How strong a value has to be for the way it is given. */
function needsOf(name: Name, secret: SecretName, value: Value): number {
  const length = value.end - value.start;
  if (value.via === 'comma') return value.quoted || length >= 10 ? 2 : 3;
  if (value.via === 'is') return secret.kind === 'password' || value.quoted ? 2 : 3;
  if (value.via === 'cell') return secret.kind === 'password' ? 2 : 3;
  if (value.via === 'or' || value.via === 'item') return 2;
  if (value.via === 'wrapped') return 2;
  if (value.via === 'space') return value.quoted ? 2 : 3;
  if (value.quoted || value.via === 'element' || value.via === 'block' || value.via === 'named') return 1;
  if (secret.kind !== 'password') return 2;
  if (value.via === 'flag') return 1;
  if (value.compact && !name.text.includes('.')) return 1;
  return value.whole ? 1 : 2;
}

/** How much is read of one list, and where its values stand. */
const LIST = 8192;
const LIST_OPEN =
  /["'`]?\]?["'`]?[ \t]{0,8}(?::|=>?|:=)[ \t]{0,8}(?:(?<yaml>\r?\n(?=[ \t]{0,40}(?:- |[\w.-]{1,60}:\s)))|(?<open>(?:new )?(?:[\w.[\]<>]{1,20})?[[{(])|(?<words>%w\[|"(?=\S{8,200} \S))|(?<plain>(?=[^\s,"']{8,200},[^\s,"']{8})))/y;
const LIST_VALUE = /(?<![\w.-])[\w+/=.~!@#$%^&*-]{8,512}(?![\w(])/g;
const YAML_ITEM =
  /^[ \t]{0,40}(?:- (?:[\w.-]{1,60}: )?|[\w.-]{1,60}: )["']?(?<value>[^\s"'#]{6,512})["']?[ \t]*\r?$/d;

/** The values of a list or map under a plural name; they have to look random, since counts and names stand there too. */
function* readList(
  text: string,
  reader: Reader,
  name: Name,
  secret: SecretName,
): Generator<undefined, { findings: Finding[]; end: number }> {
  const findings: Finding[] = [];
  LIST_OPEN.lastIndex = name.end;
  const open = LIST_OPEN.exec(text);
  if (!open) return { findings, end: name.end };
  const from = LIST_OPEN.lastIndex;
  const take = (start: number, value: string): void => {
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
      const next = reader.lineEnd(end);
      const line = text.slice(end, Math.min(next, end + 1024));
      const indent = line.search(/\S/);
      if (depth < 0) depth = indent;
      if (indent < depth || indent < 0) break;
      const item = YAML_ITEM.exec(line);
      if (item?.groups) take(end + (item.indices?.groups?.value?.[0] as number), item.groups.value as string);
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
    const stop = bracket === undefined && words === undefined ? part.search(/[\s"']/) : part.indexOf(close);
    const body = stop < 0 ? part : part.slice(0, stop);
    for (const { 0: value, index } of body.matchAll(LIST_VALUE)) take(from + index, value);
    end = from + body.length;
  }
  yield;
  return { findings, end: Math.max(name.end, end) };
}

/** Reads names and values of one text. Ends of lines and runs are kept, so that the whole text takes linear time. */
class Reader {
  readonly #text: string;
  #lineEnd = -1;
  #run = { cut: -1, end: -1 };
  #line = { from: 0, end: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  /** The whole name around a hit, not reaching left of `from`. */
  name(hit: number, from: number): Name {
    const text = this.#text;
    const least = Math.max(from, hit - NAME_LENGTH);
    let start = hit;
    while (start > least && isNamePart(text.charCodeAt(start - 1))) start--;
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
      return /[| ]/.test(text[name.start - 1] ?? '') ? this.#valueAt(start, 'cell', false) : null;
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
      const end = this.#closing(quote, open);
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
    return { via, start, end: this.#runEnd(start), quoted: false, compact };
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

  /** Where an unquoted value ends. What was found for one start holds for all between it and the end. */
  #runEnd(start: number): number {
    const run = this.#run;
    if (start > run.end) {
      RUN.lastIndex = start;
      RUN.test(this.#text);
      run.end = RUN.lastIndex;
      run.cut = -1;
    }
    if (start > run.cut) {
      const cut = this.#text.slice(start, run.end).search(RUN_END);
      run.cut = cut < 0 ? run.end : start + cut;
    }
    return run.cut;
  }

  /** Where a line ends. What was found holds for all between. */
  lineEnd(at: number): number {
    if (this.#line.from > at || this.#line.end < at) {
      const next = this.#text.indexOf('\n', at);
      this.#line = { from: at, end: next < 0 ? this.#text.length : next };
    }
    return this.#line.end;
  }

  /** Where the quoted text ends: at the same quote, escaped no more than the opening one; else with the line. */
  #closing(quote: string, from: number): number {
    const text = this.#text;
    if (this.#lineEnd < from) {
      const next = text.indexOf('\n', from);
      this.#lineEnd = next < 0 ? text.length : next;
    }
    const multiline = quote.length === 3 && !quote.startsWith('%') && !quote.startsWith('\\');
    const limit = multiline ? text.length : this.#lineEnd;
    const escapes = quote.lastIndexOf('\\') + 1;
    const mark = quote.slice(escapes);
    for (
      let end = text.indexOf(mark, from);
      end >= 0 && end <= limit;
      end = text.indexOf(mark, end + mark.length)
    ) {
      let slashes = 0;
      while (end - slashes > from && text[end - slashes - 1] === '\\') slashes++;
      if (escapes === 0 ? slashes % 2 === 0 : slashes <= escapes) return end - (escapes === 0 ? 0 : slashes);
    }
    return text[limit - 1] === '\r' ? limit - 1 : limit;
  }

  #after(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : -1;
  }
}

/** Whether what the pattern looks back at ends here; the pattern is read from here to the left. */
function isAfter(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
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
