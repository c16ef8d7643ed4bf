import { CODE_NAME, CODES, FOREIGN_HINT, OWNERS, PASSWORD_ENDING, PASSWORD_PHRASES } from './languages.ts';

/** Meaning of a name: the kind to report, and how much its value must look like a secret. */
export interface SecretName {
  kind: string;
  /** Lowest {@link Strength} that counts as a secret under this name. */
  needs: 1 | 2 | 3;
  /** The value counts only in a query string: these words mean too many other things elsewhere. */
  queryOnly?: boolean;
  /** Digits only, as PINs and one-time codes are. */
  numeric?: boolean;
  /** A password that may be a code of digits in one group or two. */
  orCode?: boolean;
  /** Hex, UUIDs and the like count as ids under this name, not as secrets. */
  notHex?: boolean;
  /** A plural: what it is given is a list or a map, each value of which is a secret. */
  list?: boolean;
  /** How strong one of them has to be alone. */
  each?: 1 | 2 | 3;
}

/** Finds every place where a secret-like name may stand; {@link classifyName} decides. */
export const NAME_HINT = new RegExp(
  `${CODES}|pass|pwd|psw|secret|token|key|cred|auth|sess|jwt|bearer|cookie|csrf|xsrf|webhook|signature|salt|pepper|dockerconfig|assertion|community|appid|(?:root|bind|user|admin|db|mod|ldap|my|smtp|mail)pw(?![a-z])|(?<![a-z])(?:pw|pin|otp|totp|sid|sig|code|sas|pat|psk)s?(?![a-z])|${FOREIGN_HINT}`,
  'gi',
);

const set = (list: string): Set<string> => new Set(list.split(' '));

const PASSWORD: SecretName = { kind: 'password', needs: 1 };
const CODE: SecretName = { kind: 'pin', needs: 1, numeric: true };
const SECRET: SecretName = { kind: 'secret', needs: 1 };
const TOKEN: SecretName = { kind: 'token', needs: 2 };
const API_KEY: SecretName = { kind: 'api-key', needs: 2 };
const SESSION: SecretName = { kind: 'session', needs: 2 };

const WORDS = new Map<string, SecretName>([
  ...words('password passwd passphrase pwd pswd psw passw passwrd pword contraseñas', PASSWORD),
  ['passcode', { ...PASSWORD, orCode: true }],
  ...PASSWORD_PHRASES.map((phrase): [string, SecretName] => [phrase, PASSWORD]),
  ...words('secret', SECRET),
  ...words('token jwt bearer', TOKEN),
  ...words('rocommunity rwcommunity authtok', PASSWORD),
  ...words('salt pepper', { ...SECRET, needs: 3 }),
  ...words('psk', { ...SECRET, needs: 2 }),
  ...words('dockerconfigjson dockercfg', SECRET),
  ...words('credential creds cred', { kind: 'credential', needs: 2 }),
  ...words('auth authorization authentication', { kind: 'authorization', needs: 2 }),
  ...words('apikey accesskey secretkey privatekey authkey appkey signingkey encryptionkey', API_KEY),
  ...words('sessionid sessid sessionkey sessiontoken jsessionid phpsessid', SESSION),
  // `pass: 12, fail: 0` is a test report, `api: v2` a path, `session: 5` a count.
  ...words('pass pw', { kind: 'password', needs: 2 }),
  ...words('sid session sess cookie webhook', { kind: 'session', needs: 3, notHex: true }),
  ...words('pin otp totp', { kind: 'pin', needs: 1, numeric: true }),
  ...words('sig signature sas', { kind: 'signature', needs: 2, queryOnly: true }),
  ...words('appid', { kind: 'api-key', needs: 3, queryOnly: true }),
  ...words('code', { kind: 'authorization-code', needs: 3, queryOnly: true }),
]);

/** Words before `pass` that leave no doubt: elsewhere it is a report of tests or a step of rendering. */
const PASS_OF = set(
  'db database user root admin smtp mail email ftp redis mysql pg postgres ldap vault become sudo bind ssh key store keystore',
);

/** Endings of names written in one piece, such as `dbpassword`, `ADAFRUITTOKEN`, `sshpass`. */
const ENDINGS: [RegExp, SecretName][] = [
  [
    /(?:password|passwd|passphrase|pwd|(?:root|bind|user|admin|db|mod|ldap|my|smtp|mail)pw|(?:db|user|root|ssh|mysql|admin|smtp|mail|ftp|redis|key|store|pg)pass)$/,
    PASSWORD,
  ],
  [PASSWORD_ENDING, PASSWORD],
  [/secret$/, SECRET],
  [/.token$/, TOKEN],
  [
    /(?:api|access|secret|private|auth|signing|encryption|account|master|license|service|subscription|shared)_?key$/,
    API_KEY,
  ],
];

/** `<word> key` that opens something. */
const KEY_OPENS = set(
  'api access secret private auth authorization authentication account encryption decryption signing signature master license service subscription shared sharedaccess ' +
    'app application admin client consumer server deploy deployment storage security hmac crypto cipher aes rsa jwt jwk session root database db ssh gpg pgp ssl tls write read ' +
    'ingest integration developer dev project organization org live test prod sandbox production x bearer token user partner merchant webhook',
);
/** `<word> key` that only names something. */
const KEY_NAMES = set(
  'public pub websocket primary foreign cache partition sort hash range row object bucket index unique composite natural idempotency lookup group grouping dedup dedupe ' +
    'deduplication routing map json dict enum type translation i18n message react hot short arrow enter escape tab shift ctrl alt meta query registry product item ' +
    'publishable error reg config settings sequence surrogate candidate parent child sub host known feature flag event topic issue label tag metric stats memo sha etag ' +
    'file path folder lock mutex job task shard node entity record state column field property prop attribute css style data pressed',
);
/** `<word> token` that continues a list or parses a text. */
const TOKEN_NAMES = set(
  'next page pagination continuation sync start previous prev first last unexpected lexer parser syntax cancellation cancel max min total num public design css style ' +
    'prompt completion input output stop eos bos pad unk mask special resume marker ast non',
);
/** Words after a secret-like word that leave its meaning: `password2`, `TOKEN_PROD`, `secretString`. */
const STILL_SECRET = set(
  'base salt pepper data value val string str text plain plaintext raw b64 base64 encoded encrypted prod production dev development test testing staging stage live sandbox qa ci local env var ' +
    'default old new current previous access refresh from to main primary secondary backup admin root user header param main master hex bytes confirm confirmation again repeat retype v',
);
/** Words after a secret-like word that make it an attribute of the secret. */
const ABOUT_SECRET = set(
  'id ids name names type types url uri endpoint path file filename dir directory folder length len size count counts limit ttl expiry expires expire expired expiration exp age at in on ' +
    'time timestamp date version ver algorithm alg algo format prefix suffix regex pattern policy strength min max field label placeholder hint error errors message msg status state ' +
    'required enabled disabled valid invalid visible hidden show reset changed change rotation source provider store manager service server host issuer audience aud scope scopes owner username ' +
    'email location region arn ref map list array index usage used uses form button page screen modal component class style icon title digest hash checksum fingerprint thumbprint sha sha1 sha256 ' +
    'md5 etag selector alias ring board code pair press pressed down up frame schema mode kind spec usages ops mount volume template namespace',
);
/** Words that describe the secret whose container they are a key of, as schemas and settings do. */
const IN_SCHEMA = set(
  'title description desc help example examples enum items properties pattern widget ref user method provider role roles key keys permissions allowed denied metadata labels annotations iss sub jti kid',
);

function words(list: string, name: SecretName): [string, SecretName][] {
  return list.split(' ').map((word) => [word, name]);
}

const UNKNOWN_SUFFIX = { needs: 3, notHex: true } as const;

/** The words of a name: it is split at case changes, digits and symbols. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFC')
    .replace(/^-D(?=[a-z])/, '')
    .match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}[\p{Lo}ー]*|\d+/gu)
    // the dot of `İ` stays beside its small letter
    ?.map((part) => part.toLowerCase().replaceAll('\u0307', '')) ?? [];

const OWNER_WORDS = set(`${OWNERS} de do del da di du d`);
const isSame = (word: string): boolean =>
  STILL_SECRET.has(word) || OWNER_WORDS.has(word) || /^\d{1,4}$/.test(word);

/** Whether a key within the container of a secret gives an attribute of it: `{"token": {"type": …}}`. */
export function describesSecret(key: string): boolean {
  const last = wordsOf(key).at(-1);
  return last !== undefined && !STILL_SECRET.has(last) && (ABOUT_SECRET.has(last) || IN_SCHEMA.has(last));
}

/** Whether a key within the container of a secret gives a secret again: `{"password": {"old": …}}`. */
export const keepsSecret = (key: string): boolean => wordsOf(key).every(isSame);

/** Says whether the last meaningful word of a name is that of a secret. */
export function classifyName(name: string): SecretName | undefined {
  if (CODE_NAME.test(name)) return CODE;
  const parts = wordsOf(name);
  for (let i = parts.length - 1; i >= 0; i--) {
    const found = classifyWord(parts, i);
    if (found === null) return undefined;
    if (found === undefined) continue;
    const rest = parts.slice(i + 1);
    if (rest.every(isSame)) return found;
    // A hash of a password opens the door as the password does, once cracked.
    if (found.kind === 'password' && /^(?:hash|digest)$/.test(rest.join('')))
      return { kind: 'password', needs: 3 };
    return rest.some((word) => ABOUT_SECRET.has(word)) ? undefined : { ...found, ...UNKNOWN_SUFFIX };
  }
  return undefined;
}

/** The class of one word of a name; null when the words say that it is none, undefined when the word says nothing. */
function classifyWord(parts: string[], i: number): SecretName | null | undefined {
  const word = parts[i] as string;
  const before = parts[i - 1];
  if (word === 'key') {
    if (before === undefined || before === 'the') return { kind: 'api-key', ...UNKNOWN_SUFFIX };
    if (KEY_NAMES.has(before)) return null;
    return KEY_OPENS.has(before) ? API_KEY : { kind: 'api-key', needs: 3 };
  }
  if (word === 'community' && /^(?:snmp|ro|rw|trap|read|write)$/.test(before ?? ''))
    return { ...PASSWORD, needs: 2 };
  if (word === 'assertion' && /^(?:client|saml|jwt)$/.test(before ?? '')) return { ...TOKEN, needs: 3 };
  // `GITHUB_PAT`
  if (word === 'pat') return before === undefined ? undefined : { ...TOKEN, needs: 3 };
  if ((word === 'pass' || word === 'pw') && before !== undefined && PASS_OF.has(before)) return PASSWORD;
  if (word === 'token' && before !== undefined && TOKEN_NAMES.has(before)) return null;
  if (word === 'id' && (before === 'session' || before === 'sess')) return SESSION;
  return (
    WORDS.get(parts.slice(Math.max(0, i - 2), i + 1).join(' ')) ??
    WORDS.get(`${before} ${word}`) ??
    WORDS.get(word) ??
    pluralOf(parts, i) ??
    ENDINGS.find(([ending]) => ending.test(word))?.[1]
  );
}

/** `tokens`, `apiKeys`, `passwords`: each of the list is one. */
function pluralOf(parts: string[], i: number): SecretName | undefined {
  const word = parts[i] as string;
  if (word === 'keys') {
    const found = classifyWord([...parts.slice(0, i), 'key'], i);
    return found ? { ...found, needs: 3, list: true, each: found.needs } : undefined;
  }
  if (!/^(?:tokens|passwords|secrets|credentials|apikeys|pats|jwts|pwds|pws|passphrases)$/.test(word))
    return undefined;
  if (word === 'tokens' && TOKEN_NAMES.has(parts[i - 1] ?? '')) return undefined;
  const found = word === 'pats' ? TOKEN : (WORDS.get(word.slice(0, -1)) ?? API_KEY);
  return { ...found, needs: 3, list: true, each: found.needs };
}
