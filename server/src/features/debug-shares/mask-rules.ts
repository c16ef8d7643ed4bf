import { PIECE, type Finding, type Search } from './mask-finding.ts';
import { KeywordScan } from './mask-keywords.ts';
import { isAtLeast, isPlaceholder } from './mask-values.ts';

/** A match of a rule: the part to mask, the scheme if the pattern names one, and where they stand. */
interface Hit {
  text: string;
  /** Where the whole match starts, and the secret in it. */
  index: number;
  start: number;
  scheme: string | undefined;
}

/** A credential known by where it stands. `secret` is the part to mask; `accept` tells it from its look-alikes. */
interface Rule {
  kind: string;
  pattern: RegExp;
  /** In small letters; the pattern matches only where one of them is in the text, in any case. */
  hints?: string[];
  accept?: (secret: string, hit: Hit) => boolean;
}

/** What stands before a secret, as far as it may matter. */
const before = ({ text, start }: Hit): string => text.slice(Math.max(0, start - 400), start);
const notPlaceholder = (secret: string): boolean => !isPlaceholder(secret);
const strong = (secret: string): boolean => isAtLeast(secret, 'code', 2);

/** `user:password` in base64, as Basic authentication sends it. */
function isBasic(secret: string): boolean {
  return (
    /^[\x20-\x7e]{1,200}$/.test(secret) &&
    /^[^\p{Cc}\ufffd]*:[^\p{Cc}\ufffd]*$/u.test(Buffer.from(secret.slice(0, 400), 'base64').toString())
  );
}

function isUserinfo(secret: string): boolean {
  const colon = secret.indexOf(':');
  if (colon < 0) return strong(secret);
  const password = secret.slice(colon + 1);
  return (
    !isPlaceholder(secret) && (password === '' ? strong(secret.slice(0, colon)) : !isPlaceholder(password))
  );
}

const AFTER_AUTHORIZATION =
  /(?<=authorization["'\\]{0,6}\s{0,3}(?:[:=,(]|=>|%3A){1,2}\s{0,3}["'`\\]{0,6}(?:%20|\+)?)/iy;

const RULES: Rule[] = [
  {
    kind: 'authorization',
    pattern:
      /(?<![\w-])(?<scheme>Bearer|Token|Negotiate|NTLM|Kerberos|ApiKey|Api-Key|SSWS|GenieKey|Splunk|DPoP|JWT|PAT|Basic|Key|Apikey|App|Client-ID)(?:[ \t]{1,4}|%20|\+)(?:\\{0,3}["'])?(?:(?:token|key|apikey|auth)=["']?)?(?<secret>[^\s"'`<>,;)}\]\\&]{3,})/dgi,
    accept: (secret, { text, index, scheme = '' }) => {
      AFTER_AUTHORIZATION.lastIndex = index;
      if (AFTER_AUTHORIZATION.test(text)) return notPlaceholder(secret);
      if (/^basic$/i.test(scheme)) return secret.length >= 8 && isBasic(secret);
      const least = /^(?:bearer|negotiate|ntlm|dpop|ssws)$/i.test(scheme) ? 2 : 3;
      return secret.length >= 12 && isAtLeast(secret, 'code', least);
    },
  },
  {
    // a scheme that is not known, and what follows it
    kind: 'authorization',
    pattern:
      /authorization["'\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\\]{0,4}[A-Za-z][\w-]{1,24} (?<secret>[^\s"'`<>,;=]{6,}(?![^\s"'`<>,;=]|=["']?[\w+/]))/dgi,
    hints: ['authorization'],
    accept: strong,
  },
  {
    // Digest, OAuth 1, Hawk, HTTP signatures: their parameters
    kind: 'authorization',
    pattern:
      /\b(?:response|c?nonce|opaque|mac|hash|oauth_(?:signature|token|consumer_key|nonce)|signature)=\\{0,3}"(?<secret>[^"\\\r\n]{6,500})/dgi,
    hints: ['authorization'],
    accept: (_, hit) => /authorization/i.test(before(hit)),
  },
  // AWS Signature 4, Azure SharedKey
  {
    kind: 'authorization',
    pattern: /AWS4-HMAC-SHA256[^\r\n"']{0,600}?Signature=(?<secret>[0-9a-f]{32,})/dg,
    hints: ['aws4-hmac-sha256'],
  },
  {
    kind: 'authorization',
    pattern: /\bSharedKey(?:Lite)? [\w-]{1,64}:(?<secret>[A-Za-z0-9+/]{20,}={0,2})/dg,
    hints: ['sharedkey'],
  },
  {
    // the user may be the token (`ghp_…@`), the password may hold an @; a port is no password
    kind: 'url-credentials',
    pattern:
      /(?<=[A-Za-z0-9]):(?:\\?\/){2}(?<secret>[^\s"'`<>@/\\?#:]{0,256}:(?!\d{1,5}[/?#'])[^\s"`<>/\\]{0,512}|[^\s"'`<>@/\\?#:]{8,512})@(?=[\w.${%[-])/dg,
    hints: ['://', ':\\/'],
    accept: isUserinfo,
  },
  {
    kind: 'url-credentials',
    pattern:
      /@(?:tcp|udp|unix)\((?<=(?<![\w.-])(?<secret>[\w.-]{1,64}:[^\s"'`@/]{1,128})@(?:tcp|udp|unix)\()/dg,
    hints: ['@tcp(', '@udp(', '@unix('],
    accept: isUserinfo,
  },
  {
    kind: 'url-credentials',
    pattern: /jdbc:oracle:\w{1,8}:(?<secret>[^\s/"'@]{1,64}\/[^\s@"']{1,128})@/dg,
    hints: ['jdbc:oracle'],
    accept: notPlaceholder,
  },
  {
    kind: 'slack-webhook',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w+/-]{16,})/dg,
    hints: ['hooks.slack.com'],
  },
  {
    kind: 'discord-webhook',
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(?<secret>\d{8,}\/[\w-]{24,})/dg,
    hints: ['discord'],
  },
  {
    kind: 'teams-webhook',
    pattern: /webhook\.office\.com\/webhookb?\d?\/(?<secret>[\w@/-]{40,})/dg,
    hints: ['webhook.office.com'],
  },
  {
    kind: 'webhook-url',
    pattern:
      /(?:hooks\.zapier\.com\/hooks\/catch|open\.(?:feishu|larksuite)\.\w{2,3}\/open-apis\/bot\/v2\/hook)\/(?<secret>[\w/-]{10,})/dg,
    hints: ['zapier.com', 'feishu', 'larksuite'],
  },
  {
    kind: 'webhook-url',
    pattern: /maker\.ifttt\.com\/trigger\/[^\s/]{1,100}\/(?:json\/)?with\/key\/(?<secret>[\w-]{12,})/dg,
    hints: ['maker.ifttt.com'],
  },
  {
    kind: 'api-key',
    pattern: /softlayer\.com\/(?:soap|rest|xmlrpc)\/v3(?:\.1)?\/(?<secret>[a-z0-9]{40,})/dgi,
    hints: ['softlayer.com'],
  },
  {
    kind: 'password-hash',
    pattern:
      /(?<secret>\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{20,}|(?:1|5|6|7|y|gy|apr1|sha1|md5)\$[^\s:"'$]{1,64}\$[^\s:"']{10,}|argon2(?:id|i|d)\$[^\s:"']{20,}|(?:pbkdf2|scrypt|bcrypt)[\w-]{0,20}\$[^\s:"']{20,}|[PHS]\$[./A-Za-z0-9]{31,})|\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|PBKDF2[\w-]{0,10})\}[A-Za-z0-9+/=$.]{16,}|\bpbkdf2_sha\d{1,3}\$\d{1,8}\$[^\s:"']{20,}|\b(?:pbkdf2|scrypt):[\w:]{1,40}\$[^\s:"'$]{1,64}\$[0-9a-f]{32,})/dg,
  },
  {
    // the pair as consoles and CSV show it
    kind: 'aws-secret-key',
    pattern:
      /(?:AKIA|ASIA)[A-Z0-9]{16}["'\s,:;|]{1,8}(?:[\w ]{0,30}["'\s,:;|=]{1,8})?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dg,
    hints: ['akia', 'asia'],
    accept: notPlaceholder,
  },
  {
    kind: 'jwk',
    pattern: /\\{0,3}["'](?:d|p|q|dp|dq|qi|k)\\{0,3}["']\s{0,8}:\s{0,8}\\{0,3}["'](?<secret>[\w-]{20,})/dg,
    accept: (secret) => isAtLeast(secret, 'literal', 3),
  },
  {
    kind: 'basic-credentials',
    pattern:
      /\s(?:-u|--user|--proxy-user|-U|-a|--auth)(?:[ =]{1,2}|(?=["']))(?<secret>"[^"\s:]{0,128}:[^"\r\n]{1,256}(?=")|'[^'\s:]{0,128}:[^'\r\n]{1,256}(?=')|[^\s:"'`]{0,128}:[^\s"'`]{1,256})/dg,
    hints: ['curl', 'wget', 'http', 'xh'],
    accept: (secret, hit) => {
      const text = secret.replace(/^["']/, '');
      return (
        /\b(?:curl|wget|https?ie|xh|http)\b/.test(before(hit)) && !/^\d+:\d+$/.test(text) && isUserinfo(text)
      );
    },
  },
  {
    kind: 'password',
    pattern: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?(?<secret>[^\s"']{3,})/dg,
    hints: ['sshpass'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:mysql|mariadb)(?:-?(?:dump|admin|import|show|check))?[ \t][^\n|;&]{0,200}?(?<=\s)-p["']?(?<secret>[^\s"'-][^\s"']{2,})/dg,
    hints: ['mysql', 'mariadb'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:redis-cli|(?:docker|podman|oras|crane|helm|registry|az|oc|cf|nerdctl|buildah|skopeo)[ \t]{1,4}(?:registry[ \t]{1,4})?login|mongo(?:sh|dump|restore|export|import)?|sqlcmd|bcp|ldapsearch|ldapmodify|smbclient|snmpwalk)[ \t][^\n|;&]{0,200}?(?<=\s)(?:-p|-P|-w|-a|-A|--pass)[ \t]{1,4}["']?(?<secret>[^\s"'-][^\s"']{2,})/dg,
    hints: ['redis-cli', 'login', 'mongo', 'sqlcmd', 'bcp', 'ldap', 'smbclient', 'snmpwalk'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"']{3,})/dg,
    hints: ['pass:'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /(?:^|\n)[ \t]{0,20}(?:requirepass|masterauth)[ \t]{1,20}["']?(?<secret>[^\s"']{3,})/dg,
    hints: ['requirepass', 'masterauth'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:IDENTIFIED\s{1,4}(?:WITH\s{1,4}\S{1,40}\s{1,4})?BY|PASSWORD)\s{1,4}(?:PASSWORD\s{1,4})?\(?\\?'(?<secret>[^'\r\n\\]{3,128})'/dgi,
    hints: ['identified', 'password'],
    accept: notPlaceholder,
  },
  {
    // .netrc
    kind: 'password',
    pattern:
      /\b(?:machine\s{1,8}\S{1,256}|default)\s{1,8}login\s{1,8}\S{1,256}\s{1,8}(?:account\s{1,8}\S{1,256}\s{1,8})?password\s{1,8}["']?(?<secret>[^\s"']{3,})/dg,
    hints: ['login'],
    accept: notPlaceholder,
  },
  // .pgpass
  {
    kind: 'password',
    pattern:
      /^[\w.*-]{1,100}:(?:\d{4,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:(?<secret>[^\s:]{3,})(?=\r?\n|(?![^]))/dgm,
    accept: notPlaceholder,
  },
  {
    kind: 'authorization',
    pattern: /\bAUTH (?:PLAIN|LOGIN|XOAUTH2) (?<secret>[A-Za-z0-9+/=]{8,})/dg,
    hints: ['auth plain', 'auth login', 'auth xoauth2'],
    accept: notPlaceholder,
  },
];

const HINTS = [...new Set(RULES.flatMap(({ hints = [] }) => hints))];
const HINT_SCAN = new KeywordScan(HINTS, true);

/** Credentials known by where they stand. */
export function* findByRules(text: string): Search {
  const hinted = new Set<string>();
  yield* HINT_SCAN.scan(text, (hint) => hinted.add(HINTS[hint] as string));
  const findings: Finding[] = [];
  for (const { kind, pattern, hints, accept } of RULES) {
    if (hints && !hints.some((hint) => hinted.has(hint))) continue;
    yield;
    let hits = 0;
    for (const match of text.matchAll(pattern)) {
      if (++hits % PIECE === 0) yield;
      const [start, end] = match.indices?.groups?.secret as [number, number];
      const { secret, scheme } = match.groups as { secret: string; scheme?: string };
      if (accept === undefined || accept(secret, { text, index: match.index, start, scheme }))
        findings.push({ kind, start, end });
    }
  }
  return findings;
}

const COOKIES =
  /cookies?2?["'\\]{0,4}\]?[ \t]{0,4}(?::|=>?|,)[ \t]{0,4}(?:\[[ \t]{0,4})?["'`\\]{0,4}(?=[^\s=;,"'`]{1,128}=)(?<list>[^\r\n"'`<>]*)/dgi;
const COOKIE = /(?<=^|[;,][ ]{0,4})(?<name>[^\s=;,]{1,128})=(?<secret>[^;,\s\\]*)/dg;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;

/** Values of `Cookie` and `Set-Cookie`; names and attributes stay. */
export function* findCookies(text: string): Search {
  const findings: Finding[] = [];
  let hits = 0;
  for (const match of text.matchAll(COOKIES)) {
    const at = match.indices?.groups?.list?.[0] as number;
    for (const cookie of (match.groups?.list as string).matchAll(COOKIE)) {
      if (++hits % PIECE === 0) yield;
      const { name, secret } = cookie.groups as { name: string; secret: string };
      const start = at + (cookie.indices?.groups?.secret?.[0] as number);
      if (ATTRIBUTE.test(name) || secret.length < 3 || isPlaceholder(secret)) continue;
      findings.push({ kind: 'cookie', start, end: start + secret.length });
    }
  }
  return findings;
}
