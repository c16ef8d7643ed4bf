import { PIECE, type Finding, type Search } from './mask-finding.ts';
import { KeywordScan } from './mask-keywords.ts';
import { isAtLeast, isHexLike, isPlaceholder } from './mask-values.ts';
import { isWordy } from './mask-words.ts';

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
/** What no sentence has: letters mixed with digits or symbols, and no word. */
const isRandom = (secret: string): boolean =>
  /\d/.test(secret) && /[A-Za-z]/.test(secret) && !isWordy(secret);
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
      // `RSA key 1A2B…` is a fingerprint
      if (/^(?:key|app)$/i.test(scheme) && isHexLike(secret)) return false;
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
  {
    // our own links: the key stands behind the #
    kind: 'link-key',
    pattern: /(?:#|%23)(?:key(?:=|%3D)|k=)?(?<secret>[\w-]{43})(?![\w-])/dg,
    hints: ['#', '%23'],
    accept: (secret) => /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && strong(secret),
  },
  {
    // our own URLs for one upload or download
    kind: 'capability-url',
    pattern: /public(?:\\?\/|%2F)(?:uploads|downloads)(?:\\?\/|%2F)(?<secret>[\w-]{12,})/dgi,
    hints: ['uploads', 'downloads'],
  },
  {
    kind: 'telegram-token',
    pattern: /\/bot(?<secret>\d{5,16}(?::|%3A)[\w-]{30,})/dgi,
    hints: ['/bot'],
  },
  {
    // what a path says is a token
    kind: 'path-token',
    pattern:
      /(?:\/|%2F)(?:tokens?|access[_-]?tokens?|hooks?|webhooks?|reset(?:[_-]password)?|password(?:s|[_-]reset)?|invit(?:e|es|ation|ations)|verify(?:[_-]e?mail)?|verification|confirm(?:ation)?|magic(?:[_-]links?)?|activate|activation|api[_-]?keys?|secrets?|unsubscribe|shared?|links?)(?:\/|%2F)(?<secret>[\w-]{20,200})(?![\w.-])/dgi,
    hints: ['/', '%2f'],
    accept: (secret) => isAtLeast(secret, 'literal', 3) && !isHexLike(secret) && /\d/.test(secret),
  },
  {
    kind: 'api-key',
    pattern:
      /(?:infura\.io\/(?:ws\/)?v3|alchemy(?:api)?\.(?:com|io)\/v2|quiknode\.pro|getblock\.io|ankr\.com\/\w{2,20}|webhooks\.mongodb-stitch\.com|api\.day\.app|sctapi\.ftqq\.com|chat\.googleapis\.com\/v1\/spaces)\/(?<secret>[\w-]{20,})/dg,
    hints: [
      'infura.io',
      'alchemy',
      'quiknode',
      'getblock',
      'ankr.com',
      'day.app',
      'ftqq.com',
      'mongodb-stitch',
      'chat.googleapis',
    ],
  },
  {
    // signatures of presigned URLs and shared access tokens
    kind: 'signature',
    pattern:
      /(?:[?&;\s]|%26|%3F|&amp;|\\{1,4}u0026)(?:X-(?:Amz|Goog|Oss|Tos|Obs)-(?:Signature|Security-Token)|Signature|sig|q-signature|OSSSignature)(?:=|%3D)(?<secret>[\w%+/=~.-]{16,4096})/dgi,
    hints: ['signature', 'sig=', 'sig%3d', 'security-token'],
    accept: (secret) => !isPlaceholder(secret) && /\d|[A-Z]/.test(secret),
  },
  {
    kind: 'basic-credentials',
    pattern:
      /["'](?:-u|--user|--proxy-user)["'],\s{0,20}["'](?<secret>[^\s"':]{0,128}:[^"'\r\n]{1,256})(?=["'])/dg,
    hints: ['curl', 'http'],
    accept: (secret) => !/^\d+:\d+$/.test(secret) && isUserinfo(secret),
  },
  {
    kind: 'basic-credentials',
    pattern: /\bcurl\b[^\n|;&]{0,200}?\s-u(?<secret>[^\s:"'`-][^\s:"'`]{0,64}:[^\s"'`]{1,128})/dg,
    hints: ['curl'],
    accept: isUserinfo,
  },
  {
    // the second of two arguments is the password
    kind: 'password',
    pattern:
      /(?:NetworkCredential|SetBasicAuth|(?:set_)?basic_?auth|BasicAuth|HTTPBasicAuth|BasicAWSCredentials|UsernamePasswordCredentials|PasswordAuthentication|UsernamePasswordAuthenticationToken|PlainAuth|login)\(\s{0,8}(?:u?["'][^"'\r\n]{0,200}["']|[\w.]{1,60}),\s{0,8}["'](?<secret>[^"'\r\n]{3,200})["']/dgi,
    hints: ['credential', 'basic', 'authentication', 'plainauth', 'login('],
    accept: (secret) => isAtLeast(secret, 'literal', 2) && !/^[$%{]|\s/.test(secret),
  },
  {
    kind: 'password',
    pattern:
      /\bauth\s{0,4}[=:]\s{0,4}[([]\s{0,4}["'][^"'\r\n]{1,128}["'],\s{0,4}["'](?<secret>[^"'\r\n]{3,128})["']/dg,
    hints: ['auth'],
    accept: notPlaceholder,
  },
  {
    // connections of PHP and Java: address, user, password
    kind: 'password',
    pattern:
      /(?:mysqli?(?:_p?connect)?|new (?:mysqli|PDO)|getConnection|ftp_login|ssh2_auth_password|imap_open|ldap_bind)\(\s{0,8}(?:\$?[\w.>-]{1,60}|["'][^"'\r\n]{0,300}["']),\s{0,8}["'][^"'\r\n]{0,128}["'],\s{0,8}["'](?<secret>[^"'\r\n]{3,128})["']/dg,
    hints: ['mysql', 'pdo(', 'getconnection', '_login', '_password', 'imap_open', 'ldap_bind'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["'](?<secret>[^"'\r\n]{3,256})["']/dgi,
    hints: ['convertto-securestring'],
    accept: notPlaceholder,
  },
  {
    // `echo pw | sudo -S`, `echo user:pw | chpasswd`, `| docker login --password-stdin`
    kind: 'password',
    pattern:
      /\b(?:echo|printf)\s{1,4}(?:-\w{1,3}\s{1,4})?(?:["'](?<secret>[^"'\r\n|]{3,200})["']|(?<bare>[^\s"'|]{3,200}))\s{0,4}\|\s{0,4}(?:sudo\s{1,4}(?:-S|chpasswd)|chpasswd|passwd\b|(?:docker|podman|helm|oras)[^\r\n]{0,200}--password-stdin|gh auth login|base64\b)/dg,
    hints: ['sudo', 'passwd', 'password-stdin', 'gh auth', 'base64'],
    accept: (secret) =>
      notPlaceholder(secret) && !/^\$[\w{]/.test(secret) && !(/\s/.test(secret) || /^\w{3,8}$/.test(secret)),
  },
  {
    kind: 'password',
    pattern:
      /\b(?:htpasswd\s{1,4}-\w*b\w*\s{1,4}\S{1,200}\s{1,4}\S{1,100}|7z[az]?\s[^\n|;&]{0,100}?\s-p(?=\S)|rabbitmqctl\s[^\n|;&]{0,60}?(?:add_user|change_password|authenticate_user)\s{1,4}\S{1,100}|net\s{1,4}use\s[^\n|;&]{0,200}?\/user:\S{1,100}|net\s{1,4}user\s{1,4}[^\s/]{1,100}|mc\s{1,4}(?:alias\s{1,4}set|config\s{1,4}host\s{1,4}add)\s{1,4}\S{1,60}\s{1,4}\S{1,200}\s{1,4}\S{1,100}|psexec\S{0,8}\s[^\n|;&]{0,200}?\s-p|gh\s{1,4}secret\s{1,4}set\s[^\n|;&]{0,100}?(?:--body|-b)|unzip\s[^\n|;&]{0,60}?-P|zip\s[^\n|;&]{0,60}?-P|aws\s{1,4}configure\s{1,4}set\s{1,4}\S{0,60}(?:secret|token)\S{0,30})[ \t]{0,4}["']?(?<secret>[^\s"'/*-][^\s"']{2,128})/dgi,
    hints: ['htpasswd', '7z', 'rabbitmqctl', 'net ', 'mc ', 'psexec', 'gh secret', 'zip ', 'aws configure'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /\bsmb\w{0,8}\s[^\n|;&]{0,200}?-U\s{0,4}["']?[\w.\\/-]{1,100}%(?<secret>[^\s"']{3,128})/dg,
    hints: ['smb'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:sqlplus|expdp|impdp|sqlldr|rman)\s[^\n|;&]{0,60}?\b\w{1,64}\/(?<secret>[^\s@"'/]{3,128})@/dg,
    hints: ['sqlplus', 'expdp', 'impdp', 'sqlldr', 'rman'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /\b(?:send|sendline)\s{0,2}\(?["'](?<secret>[^"'\r\n\\]{4,128})\\[rn]["']/dg,
    hints: ['password'],
    accept: (secret) => isAtLeast(secret, 'literal', 2) && !/\s/.test(secret),
  },
  {
    // Oracle's quotes, or none; in prose things are identified by others
    kind: 'password',
    pattern:
      /\b(?:USER|ROLE|GRANT)\b[^;\r\n]{1,200}?\bIDENTIFIED\s{1,4}BY\s{1,4}(?:"(?<secret>[^"\r\n]{3,128})"|(?<bare>[^\s'"`;,]{3,128}))/dgi,
    hints: ['identified'],
    accept: (secret) => isAtLeast(secret, 'whole', 1) && !/^values$/i.test(secret),
  },
  {
    kind: 'password',
    pattern:
      /\b(?:SET\s{1,4}PASSWORD\s{1,4}(?:FOR\s{1,4}\S{1,100}\s{0,4})?=\s{0,4}(?:(?:OLD_)?PASSWORD\()?|PASSWORD\s{0,4}=\s{0,4}N?|(?:crypt|pgp_sym_(?:en|de)crypt|AES_(?:EN|DE)CRYPT|ENCRYPTBYPASSPHRASE)\((?:[\w."]{1,60},\s{0,4})?)'(?<secret>[^'\r\n]{3,128})'/dgi,
    hints: ['password', 'crypt', 'passphrase'],
    accept: (secret) => isAtLeast(secret, 'literal', 1),
  },
  {
    kind: 'password',
    pattern: /\bp(?:ass)?w(?:or)?d=\{(?<secret>[^{}\r\n]{3,128})\}/dgi,
    hints: ['pwd={', 'password={'],
    accept: (secret) => isAtLeast(secret, 'literal', 2),
  },
  {
    // user:pw@/db of Go, user:pw without a scheme
    kind: 'url-credentials',
    pattern: /(?<![\w.:/@-])(?<secret>[\w.-]{1,64}:[^\s"'`@/:]{3,128})@\/(?=\w)/dg,
    hints: ['@/'],
    accept: isUserinfo,
  },
  {
    kind: 'url-credentials',
    pattern: /ldaps?:\/\/(?<secret>[^\s"'`@/]{1,128}:[^\s"'`@/]{3,128})@(?=[\w.-])/dg,
    hints: ['ldap'],
    accept: isUserinfo,
  },
  {
    // what programs print once: the password they made
    kind: 'password',
    pattern:
      /\b(?:(?:temporary|initial|generated|admin|root|default|new|following|one-time)\s{1,2}(?:\w{1,20}\s{1,2}){0,2}|elastic user\b.{0,80}?|use the )?(?:password|passphrase|secret|token|api key|access key)\b[^\r\n:"']{0,80}(?::\s{0,2}\r?\n\s{0,20}|\bfor [^\s:]{1,80}(?: user)?[^\r\n:]{0,60}:\s{1,4}(?:\r?\n\s{0,20})?|:(?:\s{0,4}\r?\n){1,2}\s{0,20}|\b(?:is|to|are):?\s{1,4})["'`]?(?<secret>[^\s"'`<>]{8,200})["'`]?(?=\s|$|[.,])/dgi,
    hints: ['password', 'passphrase', 'secret', 'token', 'api key', 'access key'],
    accept: (secret) => isAtLeast(secret.replace(/[.,;]$/, ''), 'code', 2) && isRandom(secret),
  },
  {
    kind: 'token',
    pattern: /\bK10[0-9a-f]{64}::(?<secret>[\w:.-]{8,200})/dg,
    hints: ['k10'],
  },
  {
    kind: 'client-key',
    pattern: /client-key-data["']?:\s{0,4}["']?(?<secret>[A-Za-z0-9+/=]{20,})/dg,
    hints: ['client-key-data'],
  },
  {
    // <Cookie sessionid=… for example.com/>
    kind: 'cookie',
    pattern: /<Cookie [\w.-]{1,60}=(?<secret>[^\s>]{3,400}) for /dg,
    hints: ['<cookie '],
    accept: notPlaceholder,
  },
  {
    // R prints a list's name and its value below
    kind: 'secret',
    pattern:
      /\$[\w.]{0,40}(?:key|token|secret|password|passwd)\s{0,2}\r?\n\[1\] "(?<secret>[^"\r\n]{3,400})"/dgi,
    hints: ['[1] "'],
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
      const { secret: quoted, bare, scheme } = match.groups as Record<string, string | undefined>;
      const secret = (quoted ?? bare) as string;
      const [start, end] = (match.indices?.groups?.secret ?? match.indices?.groups?.bare) as [number, number];
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
