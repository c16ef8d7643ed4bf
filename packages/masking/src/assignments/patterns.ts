const QUOTE = String.raw`(?:"""|'''|\\{0,31}["'\`]|&(?:quot|apos|#34|#39|#x22|#x27);|%22|%27)`;
const TYPE = String.raw`(?:&(?:'static )?str|\[\]byte|(?:System\.)?String|string|str|SecretStr|SecretString|text|bytes?|any|(?:Optional|Final)\[str\])`;
/** End of a name: a quote, the bracket of `env['NAME']`, a declared type (`token string =`, `password: str =`). */
export const AFTER_NAME = new RegExp(
  String.raw`(?:${QUOTE}|\*{1,2})?(?::(?:"?[\w\\]{1,80}"?:)?(?:private|protected)(?=\]))?(?:(?:\]|%5D|\}){1,2}(?:${QUOTE})?)?(?:\*{1,2}(?=:))?(?:\??:?[ \t]{0,4}${TYPE}(?: \| (?:null|None|undefined))?[ \t]{0,4}(?==)|(?:\[|%5B)(?:\d{0,4}|old|new|current|previous|access|refresh|value|confirm(?:ation)?)(?:\]|%5D)|[ \t]{1,4}As[ \t]{1,4}String(?=[ \t]{0,4}=)|[ \t]{0,4}\{ get;[^{}\r\n]{0,20}\}(?=[ \t]{0,4}=))?(?:[ \t\u00a0\u202f\u3000]|%20){0,40}`,
  'y',
);
/** From name to value. A comma joins them in CSV and in the arguments of a call. */
export const SEPARATOR =
  /(?<or>\)?[ \t]{0,4}(?:\|\||\?\?|\?:|\bor\b)[ \t]{0,4}(?=["'`])|,[ \t]{0,4}(?:default|fallback|default_value|defaultValue)[ \t]{0,4}[=:][ \t]{0,4}(?=["'`])|\bto (?=")|;s:\d{1,6}:(?=\\{0,4}")|\)\.to(?:Be|Equal|StrictEqual|Match)\((?=["'`]))|(?<is>(?:is|was|ist|war|lautet|es|est|è|é|jest|to)(?:(?<!to): | (?:now |set to |: ?)?)|(?:for|of|für|von|de|di|van|voor) ["'`]?[\w@.-]{1,60}["'`]?(?: is |: ?)|[はが是为為][：:]?[ \t]{0,4}(?=[!-~「『“]))|(?<item>\r?\n[ \t]{0,40}- )|(?<cell>\| )|(?<compare>[=!]={1,2}[ \t]{0,8})|(?<assign>(?:(?::{0,3}|[?+.|&]{1,2})=>?|=>|->|<-(?=[ \t])|::(?=[ \t])|\??:(?!\/\/)|[：＝﹕]|%(?:25){0,3}3[Dd]|%(?:25){0,3}3[Aa])(?<gap>(?:[ \t\u00a0\u202f\u3000]|%20){0,40}(?:\\?\r?\n[ \t]{0,80})?))|(?<comma>,[ \t]{0,4}(?:\\?\r?\n[ \t]{0,40}(?=[bB]?["'`]))?)|(?<call>\([ \t]{0,4})|/y;
/** `{"name": "TOKEN", "value": "…"}`, `<add key="token" value="…"/>`, `name: TOKEN` and `value: …` on the next line. */
export const NAMED_VALUE = new RegExp(
  String.raw`(?:${QUOTE})?(?:[ \t]{0,8},?\s{1,80}|[ \t]{0,8},[ \t]{0,8})?(?:(?:${QUOTE})?[A-Za-z][\w-]{0,30}(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})?[\w./-]{0,60}(?:${QUOTE})?(?:[ \t]{0,8},?\s{1,80}|[ \t]{0,8},[ \t]{0,8})){0,3}?(?:${QUOTE})?(?:(?:[Pp]arameter)?[Vv]alue|VALUE|content)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}|(?:${QUOTE}) ?\{[^{}]{0,300}?\bdefault[ \t]{0,8}=[ \t]{0,8}(?=")|::`,
  'y',
);
export const NAMING = new RegExp(
  String.raw`(?<=(?:[Nn]ame|[Kk]ey|id|field|header|path)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})?(?:[\w./-]{0,80}/)?|variable ["'])`,
  'y',
);
/** `value: …` where the name follows. */
export const VALUE_BEFORE = new RegExp(
  String.raw`(?<=(?:[Vv]alue|VALUE)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})(?<value>[^"'\`\\\r\n<>]{3,400})(?:${QUOTE})(?<after>[ \t]{0,8},?\s{0,80}(?:${QUOTE})?(?:[Nn]ame|[Kk]ey)(?:${QUOTE})?[ \t]{0,8}[:=][ \t]{0,8}(?:${QUOTE})?))`,
  'y',
);
export const KEY_OF = /(?<=(?:<key>|<name>|(?:name|key|id)=["']))/y;
/** The value of a named element, after its name: `<entry key="…">…`, `<key>…</key><string>…`. */
export const ELEMENT_VALUE =
  /(?:["'](?:[ \t](?![^<>]{0,120}value=)[^<>]{0,120})?(?<!=)>\s{0,80}(?:<value>)?|<\/key>\s{0,80}<string>|<\/name>\s{0,80}<value>(?:\s{0,80}<string>)?)\s{0,80}(?=[^\s<])/y;
/** The headers of a part of a form, after its name, to its body. */
export const PART_HEAD =
  /\\{0,3}"(?:; [^\r\n\\]{0,100})?(?:(?:\r?\n|(?:\\{1,3}r)?\\{1,3}n)[A-Za-z-]{1,40}: [^\r\n\\]{0,100}){0,3}(?:\r?\n|(?:\\{1,3}r)?\\{1,3}n){2}/y;
export const PART_BODY = /[^\r\n\\]*/y;
/** From the old value to the new one, in the plan of a change. */
export const CHANGE = /["']?[ \t]{1,4}[-=]>[ \t]{1,4}(?=["'])/y;
/** Opening of an element with the name. */
export const TAG_START = /(?<=(?:<|&lt;)(?:\w{1,30}:)?)/y;
/** The rest of an element's start tag, as itself or escaped. */
export const TAG_END =
  /(?:[ \t][^<>]{0,120})?(?:>|&gt;)(?:<!\[CDATA\[)?\s{0,200}(?:<(?:[Vv]alue|string|[Pp]lain[Tt]ext)>\s{0,80})?/y;
/** YAML's block scalars: the value is on the next line. */
export const BLOCK_SCALAR = /[|>][-+]?\d?[ \t]{0,8}\r?\n[ \t]{1,80}/y;
/** Wrapper of a literal: `b"…"`, `@"…"`, `[]byte("…")`, `new String("…")`, `{"…"`. */
export const WRAPPER =
  /(?:\{\s{0,80}(?:\\{0,3}["']?\w{1,30}\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?\w{0,40}\\{0,3}["']?,\s{0,80}){0,4}\\{0,3}["']?[Vv]alue\\{0,3}["']?\s{0,4}[:=]\s{0,4}(?=\\{0,9}["'])|string\(\d{1,6}\) (?=")|\(string\) \(len=\d{1,6}\) (?=")|<<(?=")|\[(?=[\w+/=.~!@#$%^&-]{8,400}[\] ])|[[{(]\s{1,80}(?=\\{0,9}["'`])|\[\]byte\(|\[\]string\{|&[\w-]{1,40} |!!?[a-z]{1,10} (?=["'\w])|(?:new )?[A-Za-z_][\w.]{0,40}\(\s{0,80}(?=\\{0,9}["'`])|[a-zA-Z@$]{1,2}(?=["'])|[{[(][ \t]{0,4}(?=\\{0,9}["'`]))/y;
export const OPENING = new RegExp(
  `${QUOTE}|“(?=[^“”\\r\\n]{1,400}”)|„(?=[^“”\\r\\n]{1,400}[“”])|«(?=[^«»\\r\\n]{1,400}»)|「(?=[^「」\\r\\n]{1,400}」)|『(?=[^『』\\r\\n]{1,400}』)`,
  'y',
);
/** Separator after a quoted key of a map. */
export const KEY_END = /\\{0,15}["'`][ \t]{0,8}(?::|=>)/y;
export const SCHEME = /(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|SSWS|GenieKey|JWT)(?:[ \t]{1,4}|%20|\+)/iy;
/** An unquoted value in CSV. */
export const CSV_CELL = /^[\w+/=.~:!@#$%^&*-]+[,;\s]?$/;
/** End of a line, of a quoted sentence, or of the part of a line before a comment. */
const STOP = String.raw`(?=[ \t]{0,80}(?:\r?\n|$)|[ \t]{1,80}(?:#|\/\/)|\\{0,7}["'\`](?![A-Za-z]))`;
/** An unquoted value of several words to such an end, and the end itself. */
export const PHRASE = new RegExp(
  String.raw`[^\s"'\`=:{}<>|;,()[\]\\]{1,64}(?=[\s"'\`\\])(?: {1,2}(?!#|\/\/)[^\s"'\`=:{}<>|;,()[\]\\]{1,64}){1,15}${STOP}`,
  'y',
);
/** Plain words after an unquoted value, to such an end or to the next pair. */
export const FURTHER_WORDS = new RegExp(
  String.raw`(?: {1,2}[A-Za-z\u00c0-\uffff]{2,64}){1,3}(?:${STOP}|(?=[ \t]{1,4}[a-z][\w.-]{1,40}=))`,
  'y',
);
/** A pair before a name: `user=bob `. */
export const PAIR_BEFORE = /(?<=[\w.-]=[^\s:=]{1,64}[ \t]{1,4})/y;
/** A pair of a note before a name: `user: bob, `. */
export const NOTE_BEFORE = /(?<=[:=][ \t]?[^\s:=,;]{1,64}[,;][ \t]{1,4})/y;
export const AFTER_LAST = new RegExp(STOP, 'y');
/** The end of a part of a sentence. */
export const AFTER_STATED = new RegExp(`[,;)]|${STOP}`, 'y');
/** Context before a name that follows a label, a level or another pair. */
export const LABEL_BEFORE =
  /(?<=(?:[:\]>|)}"'`,;*–—-][ \t]{0,8}["']?|\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|FATAL|CRIT(?:ICAL)?|SEVERE|ALERT|PANIC)[ \t]{1,8}|[:=] ?[^\s:=]{1,64}[ \t]{1,4})(?:[A-Za-z]{2,20} ){0,2})/iy;
/** An unquoted value that takes the rest of its line, and what ends it all the same. */
export const REST = /[^\s"'`]\S*(?=[ \t]{0,80}(?:\r?\n|$)|[ \t]{1,80}(?:#|\/\/))/y;
export const REST_END = /[;&,][A-Za-z_][\w-]{0,60}(?:\[\w{0,40}\])?=|<\/|[,;]$/;
/** `;Password=…;` after another pair of a connection string. */
export const CONNECTION = /(?<=[\w ]{1,40}=[^\s;"'`={}()]{1,64};[ ]?)/y;
export const CONNECTION_PART = /[^\s;"'`]*/y;
/** Context before a name that is alone on its line. */
export const LINE_START =
  /(?<=(?:^|\n)[ \t]{0,80}(?:[-#*>;]{1,3}[ \t]{0,4}|\/\/[ \t]{0,4})?(?:(?:export|set|setx|ENV|ARG|declare -x)[ \t]{1,4})?["']?)/y;
/** Command that assigns the following word the value after it. */
export const SETTER =
  /(?<=(?:^|\n)[ \t]{0,20}(?:ENV|setenv|set -\w{1,4}|(?:redis-cli )?CONFIG SET)[ \t]{1,4})/y;
