import { isStatus } from './statuses.ts';
import { traitsOf, type Traits } from './traits.ts';
import { isWordy } from './wordy.ts';

/**
 * How much a value looks like a secret: 0 it stands for one or is something else, 1 plain words or numbers (a secret
 * only where a password is expected), 2 letters mixed with digits or symbols, 3 long and random.
 */
export type Strength = 0 | 1 | 2 | 3;

/** Our own marks; a value that holds one has been masked. */
export const MASKED = /\[masked:[a-z0-9-]{1,40}\]/;

/** How many characters are looked at: enough to judge, so that judging one value takes bounded time. */
const LOOK = 128;

const PLACEHOLDERS: RegExp[] = [
  MASKED,
  // <your-token>, &lt;token&gt;, {{ token }}, ${TOKEN}, #{token}, $(cmd), %TOKEN%, @TOKEN@, $TOKEN, __TOKEN__, [token], {token}, :token
  /^(?:<[^<>]*>|&lt;.*&gt;|\{\{[^{}]*\}\}|[$#@%]?\{[\w .:|?@'"()/[\]-]*\}\}?|\$\(.*\)?|%\w+%|@\w+@|\$[\w:]+|__[A-Z_]+__|\[[\w .-]*\]|\{\w*|\{:\w+[?!]?(?:=>?)?|:\w+|%[-#+ 0]?\d*\w)$/,
  // the start of a template, cut where its expression ends
  /^(?:\$\{[\w.?[\]]*(?:\([\w, .]*)?$|\$\{[\w.]+\}|\{\{[\s\w.]*$|#\{[\w.]*$|\$\([\w -]*$|%\(\w+\)|<[\w -]+$)/,
  // what stands between two strings that are joined
  /^[ \t]*[+,][ \t]*[A-Za-z_$][\w$.]*(?:\)[;,{)]|[ \t]+\+|\(|\+$)/,
  // paths to a field: user.password, *.token
  /^[A-Za-z_$*]*(?:[.*][A-Za-z_$*]+)*[.*](?:password|passwd|token|secret|key)s?$/i,
  // ***, xxxx, ...., ----, ??, ••••, 000000
  /^(?:[*•●·.…?_=+#~/\\|<>()[\]{}-]+|([a-z0-9])\1{2,})$/iu,
  /\*{4,}|x{8,}|•{3,}|\.{3}$|…$/i,
  /redacted|masked|filtered|censored|scrubbed|placeholder|changeme|change[-_ ]me|replace[-_ ]?(?:me|with|this)|^(?:your|insert|enter|put|some|my|the|a|an)[-_ <].*(?:key|token|secret|password|value|id)|^(?:your|insert|enter|put)[-_ <].*here|^your[-_A-Z]|(?:key|token|secret|password|value|id|goes)[-_]here$|^example(?:[-_ .]|$)|example(?:key)?$|^(?:dummy|fake|sample|notreal|todo|tbd|fixme)(?:[-_ .]|$)|\bfake\b|fakekey/i,
  /^(?:n\/?a|nil|null|none|no|yes|true|false|on|off|ok|undefined|nan|void|empty|unset|not[-_ ]?set|unknown|default|auto|inherit|any|all|etc)$/i,
  // validation rules: required|min:8
  /^(?:required|nullable|string|min:\d+)[|,]/,
  // words that follow `password:` in messages and schemas
  /^(?:required|optional|missing|invalid|incorrect|wrong|bad|valid|correct|changed|updated|reset|expired|revoked|rotated|created|deleted|hidden|shown|present|absent|provided|given|supplied|disabled|enabled|failed|failure|success|denied|granted|accepted|rejected|mismatch(?:ed)?|match(?:es)?|weak|strong|short|long|protected|encrypted|hashed|plain|plaintext|text|secure|secured|private|public|internal|value|name|field|input|form|type|bearer|basic|digest|negotiate|ntlm|mac|token|tokens|secret|secrets|password|passwords|passwd|pass|pwd|key|keys|api[-_]?key|username|user|login|logout|auth|authorization|session|cookie|header|headers|body|query|param|params|data|file|env|environment|config|prompt|ask|flag|option|argument|parameter|stdin|vault|keychain|keyring|generate[d]?|random|undefined|error|warning|info|debug|is|are|was|must|should|cannot|can|not|for|of|to|from|with|in|on|and|or|the|this|that|if|when|please|enter|new|old|current|confirm|forgot|same|different|identifier|punc|operator|keyword|eof|eol|reset_required)$/i,
  // the same in the languages of the pages
  /^(?:erforderlich|ungültig|falsch|geändert|zurücksetzen|vergessen|obligatoire|requise?|invalide|incorrecte?|oublié|modifié|incorrect[ao]|inválid[ao]|obligatori[ao]|requerid[ao]|errat[ao]|richiest[ao]|incorret[ao]|obrigatóri[ao]|wymagane|nieprawidłowe|błędne|zmienione|gerekli|zorunlu|yanlış|hatalı|geçersiz|verplicht|onjuist|ongeldig|gewijzigd|krävs|ogiltigt|fel|невірний|неправильний|обов['’]язковий|змінено|неверный|неправильный|обязателен|изменён|必須|無効|不正|未設定|設定済み|なし|必填|错误|錯誤|无效|無效|不能为空|为空|필수|valor|valores|valeur|valore|wert|waarde|wartość|değer|значення|значение|値|primaria|foránea|única|مطلوبة|خاطئة|غير صحيحة)[.!…。]*$/i,
  // a template of one name, a generic type
  /^\W{0,3}\$\{[\w.]+\}\W{0,3}$|^[A-Z]\w*<[\w<>[\], |]+>[;,]?$/,
  // types
  /^(?:str|string|text|varchar|char|int|integer|number|float|double|bool(?:ean)?|bytes?|buffer|uint8array|object|array|list|map|dict|date|datetime|uuid|url|email|secretstr|securestring|never|symbol|bigint|unknown)(?:\[\]|\?|\(\d*\)|<.*>)?[;,]?$/i,
  // references: process.env.X, config.token, secrets.X, ENC[…], op://…, arn:…, vault:…, file:…
  /^(?:process\.env|os\.environ|os\.getenv|system\.getenv|import\.meta|env|environ|config|cfg|settings|options|opts|props|params|args|ctx|context|req|request|res|response|this|self|state|data|var|local|module|secrets?|vars|user|session|input|form|body|event|window|document|localstorage|sessionstorage|credentials?|crypto|math|module)(?:\.|\[|\?\.|->|::)/i,
  /^(?:ENC\[|!(?:vault|Ref|Sub|GetAtt|secret|env|env_var|ImportValue|include|reference|Join|FindInMap|Select)\b|op:\/\/|ref\+|arn:|vault:|file:|env:|secretref:|secretsmanager:|ssm:|awssm|projects\/|\/run\/secrets|data:|about:|mailto:)/i,
];

/** Something that is named, dated or located, not kept secret. */
const NOT_SECRET: RegExp[] = [
  /^[a-z][\w+.-]*:\/\/[^\s@]*$/i,
  /^[\w/-]+\.(?:json|ya?ml|toml|ini|env|txt|pem|crt|cer|key|pub|p12|pfx|jks|[cm]?[jt]sx?|py|go|rs|java|rb|php|html?|css|md|log|sh|conf|cfg|xml|png|jpe?g|gif|svg|zip|gz|lock|db|sql|csv)$/i,
  /^[a-z]{2,20}(?:\/[\w.=-]+)+\.[a-z]\w{1,7}$/,
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.,+Z-]*)?$/,
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/,
  /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$/,
  /^\d+(?:\.\d+)?(?:ms|s|m|h|d|b|kb|mb|gb|px|em|rem|%)$/i,
  /^(?:sha(?:1|224|256|384|512)|md5)[-:=][A-Za-z0-9+/=]+$/i,
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/,
  // an artifact and its version: `java-jwt:4.4.1`
  /^[A-Za-z][\w.-]*:v?\d+(?:\.\d+){1,3}(?:[-+.]\w+)*$/,
  // the rest of a selector (`key:atLOI:ofKind:]`), the name of a test before its step
  /^[A-Za-z_][\w./-]*(?::[A-Za-z_][\w./-]*)*:\]?$/,
  /^MII[A-Za-z0-9+/=\s\\]*QAB/,
];

/** Words of messages about passwords, and of what describes a field. */
export const MESSAGE =
  /\b(?:is|are|was|be|must|should|shall|cannot|can't|could|will|would|has|have|do|does|please|your|you|least|not|no|enter|forgot|required|invalid|incorrect|wrong|missing|confirm|reset|choose|create|set|show|hide|use|used|using|provide|password|passwords|passphrase|token|secret|secrets|credentials|username|login|sign|minimum|maximum|characters|too|short|when|if|failed|error|expected|unexpected|got|string|value|field|digits|letters|optional|default|name|type|file|valor)\b/i;
const FUNCTION_WORD = /^(?:the|an?|this|that|these|at|for|of|to|from|in|on|and|or|with|by)$/i;

const UUID = /^[{(]?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[)}]?$/i;

/** Whether a chain of names has a part that no name has: `abc.def` is code, `x7Kq2mVb9R.t3` is not. */
const hasRandomPart = (text: string): boolean =>
  text
    .split(/[^A-Za-z0-9_-]+/)
    .some(
      (part) =>
        part.length >= 8 &&
        /\d/.test(part) &&
        !isWordy(part) &&
        /\d.*[A-Za-z].*\d|[a-z][A-Z0-9]*[a-z\d][A-Z]/.test(part),
    );

/** Whether a value is a number of an id: digits in groups, or a short one in hex. */
export const isNumberLike = (value: string): boolean =>
  /^(?:\d+(?:[_:.-]\d+)*|0x[0-9a-f]{1,20})$/i.test(value);

/** Whether a value is hex, a UUID or a number: as likely an id or a digest as a key. */
export const isHexLike = (value: string): boolean => /^(?:0x)?[0-9a-f]+$/i.test(value) || UUID.test(value);

/** Whether a bracketed text is a token rather than a placeholder: `{AQAAABAAAA…}`. */
const hasLongRandomPart = (text: string): boolean =>
  text
    .split(/[^\w+/=-]+/)
    .some((part) => part.length >= 16 && /\d/.test(part) && /[A-Za-z]/.test(part) && !isWordy(part));

export function isPlaceholder(value: string): boolean {
  const text = value.slice(0, LOOK).trim();
  if (/^[<{[(]/.test(text) && !MASKED.test(text) && hasLongRandomPart(text)) return false;
  return text === '' || PLACEHOLDERS.some((pattern) => pattern.test(text)) || isStatus(text);
}

/** How a value is written: quoted; unquoted to a known end, as in INI; or as it may stand in the middle of code. */
export type Form = 'literal' | 'whole' | 'code';

/** Judges a value without its quotes: whether it looks like a secret at least so much. */
export function isAtLeast(value: string, form: Form, least: Strength): boolean {
  const text = value.slice(0, LOOK).trim();
  const traits = traitsOf(text);
  const most = strengthOfTraits(text, traits, form);
  // Most values of hostile text end here, before all that is dear.
  if (most < least) return false;
  if (isPlaceholder(text) || NOT_SECRET.some((pattern) => pattern.test(text)) || isPath(text)) return false;
  if (
    (form !== 'literal' && isExpression(text) && !hasRandomPart(text)) ||
    (form === 'code' && isFragment(text))
  )
    return false;
  if (traits.spaces) return strengthOfPhrase(text) >= least;
  return least <= 1 || isMixed(traits) || UUID.test(text) || traits.digits === text.length || !isWordy(text);
}

/** The most that the characters of a value allow; words and phrases may be less. */
function strengthOfTraits(text: string, traits: Traits, form: Form): Strength {
  const { length } = text;
  const literal = form === 'literal';
  if (traits.spaces) return 2;
  if (traits.digits === length) return length >= 14 ? 2 : 1;
  if (length >= 36 && length <= 38 && UUID.test(text)) return 3;
  if (isMixed(traits)) return length >= 7 ? 2 : 1;
  if (length >= 16 && traits.variety >= 8) return 3;
  if (traits.digits > 0) return length >= 8 ? 2 : 1;
  return traits.lower && (literal ? length >= 10 : length >= 14 && traits.variety >= 8) ? 2 : 1;
}

const isMixed = ({ symbols, letters, digits }: Traits): boolean =>
  symbols >= 3 || (symbols >= 1 && letters && digits > 0);

/** Base64 may start with a slash too, but holds no words and no extension. */
function isPath(text: string): boolean {
  if (!/^(?:\.{0,2}|~|[A-Za-z]:)[/\\][\w .@/\\()-]*$/.test(text)) return false;
  return text.length < 20 || isWordy(text) || /\.\w{1,5}$/.test(text);
}

/** Sentences are made of other words than passphrases. */
function strengthOfPhrase(text: string): Strength {
  const words = text.split(/\s+/);
  const prose = words.filter((word) => FUNCTION_WORD.test(word)).length;
  if (MESSAGE.test(text) || words.length < 3 || prose * 2 >= words.length)
    return /[\d].*[!@#$%^&*?]|[!@#$%^&*?].*\d/.test(text) ? 2 : 0;
  return /^[\p{L}\d\s_.,'’!?-]+$/u.test(text) ? 1 : 2;
}

/** Calls, member accesses, operators: code that yields the value. A name in camelCase is code too. */
function isExpression(text: string): boolean {
  return (
    /^(?:await|new|return|function|async|typeof|void|lambda|fn|func|&[A-Za-z_]|!+[A-Za-z_]\w*[).;,])\b/.test(
      text,
    ) ||
    // a chain of names, calls and indexes to its end
    /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*|(?:\?\.)?\([^()]*\)|\[[^[\]]*\])+[!;,)]*$/.test(
      text,
    ) ||
    /^(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]{1,2}|[A-Za-z]*(?:[Pp]assword|[Tt]oken|[Ss]ecret|[Pp]wd)[A-Za-z]*|\w*_(?:password|token|secret|key|pwd))$/.test(
      text,
    )
  );
}

/** Whether a value is a fragment of code cut at a quote or white space, such as minified code. */
const isFragment = (text: string): boolean =>
  /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$]+)*)?[([](?:[\w$"'`([{),]|$)/.test(text) ||
  /^[[({]?\.\.\.[A-Za-z_$]|\?\.[\w([]|^[A-Za-z]\w*\{[0-9a-f]{0,8}$|^\w{1,3}[)}\],]|[)}\]]{2,}[\w{]|\)\{|=>|^\w+\$\d+$|^\w+(?:\|\||&&)\w|^\(\{|^\{\w+:/.test(
    text,
  );
