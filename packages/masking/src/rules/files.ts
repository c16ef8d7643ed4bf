import { isRandom, notPlaceholder, strong, type Rule } from './rule.ts';
import { isAtLeast } from '../evidence/values.ts';

/** Rules for well-known file formats. */
export const FILE_RULES: readonly Rule[] = [
  {
    kind: 'password-hash',
    pattern:
      /(?<secret>\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{20,}|(?:1|5|6|7|8|9|y|gy|apr1|sha1|md5)\$[^\s:"'$]{1,64}\$[^\s:"']{10,}|krb5(?:asrep|tgs|pa)\$\d\d\$[^\s"']{40,}|argon2(?:id|i|d)\$[^\s:"']{20,}|(?:pbkdf2|scrypt|bcrypt)[\w-]{0,20}\$[^\s:"']{20,}|[PHS]\$[./A-Za-z0-9]{31,}|9\$[./A-Za-z0-9-]{10,})|\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|PBKDF2[\w-]{0,10})\}[A-Za-z0-9+/=$.]{16,}|\bpbkdf2_sha\d{1,3}\$\d{1,8}\$[^\s:"']{20,}|\b(?:pbkdf2|scrypt):[\w:]{1,40}\$[^\s:"'$]{1,64}\$[0-9a-f]{32,})/dg,
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
    kind: 'password',
    pattern: /(?:^|\n)[ \t]{0,20}(?:requirepass|masterauth)[ \t]{1,20}["']?(?<secret>[^\s"']{3,})/dg,
    hints: ['requirepass', 'masterauth'],
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
    kind: 'password',
    pattern: /\bp(?:ass)?w(?:or)?d=\{(?<secret>[^{}\r\n]{3,128})\}/dgi,
    hints: ['pwd={', 'password={'],
    accept: (secret) => isAtLeast(secret, 'literal', 2),
  },
  {
    kind: 'client-key',
    pattern: /client-key-data["']?:\s{0,4}["']?(?<secret>[A-Za-z0-9+/=]{20,})/dg,
    hints: ['client-key-data'],
  },
  {
    // composer's tokens, by host
    kind: 'token',
    pattern:
      /\\{0,3}"(?:github-oauth|gitlab-token|gitlab-oauth|bearer|bitbucket-oauth)\\{0,3}"\s{0,8}:\s{0,8}\{\s{0,80}\\{0,3}"[^"\\\r\n]{1,100}\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"(?<secret>[^"\\\r\n]{8,400})/dg,
    hints: ['-oauth"', '-oauth\\"', '-token"', '"bearer'],
    accept: notPlaceholder,
  },
  {
    kind: 'secret',
    pattern:
      /(?:pass|secret|token|key)\w{0,20}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?<%=[^%\r\n"']{0,100}(?:["'][^"'\r\n]{0,60}["'][^%\r\n"']{0,20})?(?:\|\||,)[ \t]{0,4}["'](?<secret>[^"'\r\n]{3,200})["']/dgi,
    hints: ['<%='],
    accept: (secret) => isAtLeast(secret, 'literal', 1),
  },
  {
    // two words on a line: the name of a secret, and the secret
    kind: 'password',
    pattern:
      /(?:^|\n)[ \t]{0,40}[\w.-]{0,40}(?:password|passwd|passphrase|secret|authtok)[ \t]{1,20}["']?(?<secret>[^\s"'=:{([|][^\s"']{5,127})["']?[ \t]{0,8};?(?=\r?\n|(?![^]))/dgi,
    hints: ['pass', 'secret', 'authtok'],
    accept: (secret) => isAtLeast(secret, 'whole', 2) && isRandom(secret),
  },
  {
    // postfix, and lists of addresses and passwords
    kind: 'password',
    pattern:
      /(?:^|\n)[ \t]{0,8}(?:\[?[\w.-]{1,100}\]?(?::\d{1,5})?[ \t]{1,8})?[\w.+-]{1,64}@[\w.-]{1,100}[:|;](?<secret>[^\s:@/|;]{5,128})[ \t]{0,8}(?=\r?\n|(?![^]))/dg,
    hints: ['@'],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
  {
    kind: 'wallet-key',
    pattern:
      /\b(?:mnemonic|(?:seed|recovery|secret)[ _-]?(?:phrase|words))["']?(?:[ \t]{0,4}(?::|=|is)){1,2}[ \t]{0,4}["']?(?<secret>(?:[a-z]{3,8}[ \t]{1,2}){11,23}[a-z]{3,8})\b/dgi,
    hints: ['mnemonic', 'phrase', 'words'],
  },
  // Jenkins' credentials
  {
    kind: 'secret',
    pattern: /\{(?<secret>AQAAABAAA[^{}\r\n]{4,2000})\}/dg,
    hints: ['{aqaaabaaa'],
  },
  // Bundler's users and passwords, by host
  {
    kind: 'password',
    pattern: /\bBUNDLE_\w{3,80}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<secret>[^\s"':]{3,64}:[^\s"'/:]{3,64})/dg,
    hints: ['bundle_'],
    accept: (secret) => notPlaceholder(secret),
  },
];
