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
  /^(?:<[^<>]*>|&lt;.*&gt;|\{\{.*\}\}|[$#@%]?\{[\w .:|?@'"()/[\]-]*\}\}?|\$\(.*\)?|%\w+%|@\w+@|\$[\w:]+|__[A-Z_]+__|\[[\w .-]*\]|\{\w*|:\w+|%[-#+ 0]?\d*\w)$/,
  // the start of a template, cut where its expression ends
  /^(?:\$\{[\w.?[\]]*(?:\([\w, .]*)?$|\$\{[\w.]+\}|\{\{[\s\w.]*$|#\{[\w.]*$|\$\([\w -]*$|%\(\w+\)|<[\w -]+$)/,
  // what stands between two strings that are joined
  /^[ \t]*[+,][ \t]*[A-Za-z_$][\w$.]*(?:\)[;,{)]|[ \t]+\+|\(|\+$)/,
  // paths to a field: user.password, *.token
  /^[A-Za-z_$*]*(?:[.*][A-Za-z_$*]+)*[.*](?:password|passwd|token|secret|key)s?$/i,
  // ***, xxxx, ...., ----, ??, ••••, 000000
  /^(?:[*•●·.…?_=+#~/\\|<>()[\]{}-]+|([a-z0-9])\1{2,})$/iu,
  /\*{4,}|x{8,}|•{3,}|\.{3}$|…$/i,
  /redacted|masked|filtered|censored|scrubbed|placeholder|changeme|change[-_ ]me|replace[-_ ]?(?:me|with|this)|^(?:your|insert|enter|put|some|my|the|a|an)[-_ <].*(?:here|key|token|secret|password|value|id)|^your[-_A-Z]|[-_]here$|^example(?:[-_ .]|$)|example(?:key)?$|^(?:dummy|fake|sample|notreal|todo|tbd|fixme)(?:[-_ .]|$)|\bfake\b|fakekey/i,
  /^(?:n\/?a|nil|null|none|no|yes|true|false|on|off|ok|undefined|nan|void|empty|unset|not[-_ ]?set|unknown|default|auto|inherit|any|all|etc)$/i,
  // validation rules: required|min:8
  /^(?:required|nullable|string|min:\d+)[|,]/,
  // words that follow `password:` in messages and schemas
  /^(?:required|optional|missing|invalid|incorrect|wrong|bad|valid|correct|changed|updated|reset|expired|revoked|rotated|created|deleted|hidden|shown|present|absent|provided|given|supplied|disabled|enabled|failed|failure|success|denied|granted|accepted|rejected|mismatch(?:ed)?|match(?:es)?|weak|strong|short|long|protected|encrypted|hashed|plain|plaintext|text|secure|secured|private|public|internal|value|name|field|input|form|type|bearer|basic|digest|negotiate|ntlm|mac|token|tokens|secret|secrets|password|passwords|passwd|pass|pwd|key|keys|api[-_]?key|username|user|login|logout|auth|authorization|session|cookie|header|headers|body|query|param|params|data|file|env|environment|config|prompt|ask|flag|option|argument|parameter|stdin|vault|keychain|keyring|generate[d]?|random|undefined|error|warning|info|debug|is|are|was|must|should|cannot|can|not|for|of|to|from|with|in|on|and|or|the|this|that|if|when|please|enter|new|old|current|confirm|forgot|same|different|identifier|punc|operator|keyword|eof|eol|reset_required)$/i,
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
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.,+Z-]*)?$/,
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/,
  /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$/,
  /^\d+(?:\.\d+)?(?:ms|s|m|h|d|b|kb|mb|gb|px|em|rem|%)$/i,
  /^(?:sha(?:1|224|256|384|512)|md5)[-:=][A-Za-z0-9+/=]+$/i,
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/,
  /^MII[A-Za-z0-9+/=\s\\]*QAB/,
];

const PROSE =
  /\b(?:is|are|was|be|must|should|shall|cannot|can't|could|will|would|has|have|do|does|please|your|you|the|an?|this|that|these|at|least|not|no|enter|forgot|required|invalid|incorrect|wrong|missing|confirm|reset|choose|create|set|show|hide|use|used|using|provide|password|passwords|passphrase|token|secret|secrets|credentials|username|login|sign|minimum|maximum|characters|too|short|for|of|to|from|when|if|failed|error|expected|unexpected|got)\b/i;

const UUID = /^[{(]?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[)}]?$/i;

/** Whether a value is hex, a UUID or a number: as likely an id or a digest as a key. */
export const isHexLike = (value: string): boolean => /^(?:0x)?[0-9a-f]+$/i.test(value) || UUID.test(value);

export function isPlaceholder(value: string): boolean {
  const text = value.slice(0, LOOK).trim();
  return text === '' || PLACEHOLDERS.some((pattern) => pattern.test(text));
}

/** How a value is written: quoted; unquoted to a known end, as in INI; or as it may stand in the middle of code. */
export type Form = 'literal' | 'whole' | 'code';

/** Judges a value without its quotes. */
export function strengthOf(value: string, form: Form): Strength {
  const literal = form === 'literal';
  const text = value.slice(0, LOOK).trim();
  if (isPlaceholder(text) || NOT_SECRET.some((pattern) => pattern.test(text)) || isPath(text)) return 0;
  if ((!literal && isExpression(text)) || (form === 'code' && isFragment(text))) return 0;
  if (/\s/.test(text)) return strengthOfPhrase(text);
  const symbols = new Set(text.replace(/[\w.:/=+,-]/g, ''));
  if (/^\d+$/.test(text)) return text.length >= 14 ? 2 : 1;
  if (UUID.test(text)) return 3;
  if (symbols.size >= 3 || (symbols.size >= 1 && /[a-z]/i.test(text) && /\d/.test(text)))
    return text.length >= 7 ? 2 : 1;
  if (isWordy(text)) return 1;
  if (text.length >= 16 && variety(text) >= 8 && (literal || text.length >= 24 || /\d/.test(text))) return 3;
  if (/\d/.test(text)) return text.length >= 8 ? 2 : 1;
  return literal && text.length >= 10 && /[a-z]/.test(text) ? 2 : 1;
}

/** Base64 may start with a slash too, but holds no words and no extension. */
function isPath(text: string): boolean {
  if (!/^(?:\.{0,2}|~|[A-Za-z]:)[/\\][\w .@/\\()-]*$/.test(text)) return false;
  return text.length < 20 || isWordy(text) || /\.\w{1,5}$/.test(text);
}

function strengthOfPhrase(text: string): Strength {
  if (PROSE.test(text) || text.split(/\s+/).length < 3)
    return /[\d].*[!@#$%^&*?]|[!@#$%^&*?].*\d/.test(text) ? 2 : 0;
  return /^[\w\s.,'!?-]+$/.test(text) ? 1 : 2;
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

/** What is left of code when it is cut at a quote or white space, most of all of minified code. */
const isFragment = (text: string): boolean =>
  /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$]+)*)?[([](?:[\w$"'`([{),]|$)/.test(text) ||
  /^\w{1,3}[)}\],]|[)}\]]{2,}[\w{]|\)\{|=>|^\w+\$\d+$|^\w+(?:\|\||&&)\w|^\(\{|^\{\w+:/.test(text);

const variety = (text: string): number => new Set(text).size;

/** The 150 commonest pairs of letters in names in code: words hold mostly these, random letters one in five. */
const PAIRS = new Set(
  (
    'in on er re ti te es ed at ng en nt an io co le st ra de se or al ec it ri li ar ns ta ce ve ct nd di ro ic tr me si ch ne nc is ca un pr pa pe ge ac el ma et lo la ha ou ll ea ad ts he po as ur ni na ss rt to om mi ' +
    'bl rs ab mp im fi ap ex su ol ut ly th us ie pl sc id il pt em cr os fo ul mo vi sp iv ig ee ck ot am ke sh op ia ag ow no oc ip da ai ci ef fe ty rr so hi rm ep cl ir od cu be iz pp ov ho tu if rc ev ff sa tt qu pi up'
  ).split(' '),
);

/** Whether a text is made of words, with at most a few digits, as names are. */
export function isWordy(text: string): boolean {
  let [letters, words, pairs, common, digits, groups, inner] = [0, 0, 0, 0, 0, 0, 0];
  let [before, last] = ['', ''];
  for (const char of text) {
    if (isDigit(char)) {
      digits++;
      if (!isDigit(last)) {
        groups++;
        before = last;
      }
    } else if (isLetter(char)) {
      letters++;
      if (isDigit(last) && isLetter(before)) inner++;
      if (!isLetter(last) || (char < 'a' && last >= 'a')) words++;
      else {
        pairs++;
        if (PAIRS.has((last + char).toLowerCase())) common++;
      }
    }
    last = char;
  }
  if (digits > 6 || groups > 3 || inner > 1 || pairs === 0 || letters / words < 2.6) return false;
  // Words that are joined are names even where they are abbreviated.
  return common / pairs >= (digits === 0 && /[-_.]/.test(text) ? 0.4 : 0.62);
}

const isDigit = (char: string): boolean => char >= '0' && char <= '9';
const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z');
