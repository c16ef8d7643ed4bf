import { notPlaceholder, type Rule } from './rule.ts';
import { isAtLeast } from '../evidence/values.ts';

/** Passwords among the arguments of calls. */
export const CALL_RULES: readonly Rule[] = [
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
      /(?:mysqli?(?:_p?connect)?|new (?:mysqli|PDO)|(?:PDO|mysqli)(?:->|::)__construct|DBI(?:->|\.)connect|getConnection|ftp_login|ssh2_auth_password|imap_open|ldap_bind|DirectoryEntry)\(\s{0,80}(?:\$?[\w.>-]{1,60}|["'][^"'\r\n]{0,300}["']),\s{0,80}["'][^"'\r\n]{0,128}["'],\s{0,80}["'](?<secret>[^"'\r\n]{3,128})["']/dg,
    hints: [
      'mysql',
      'pdo',
      'getconnection',
      '_login',
      '_password',
      'imap_open',
      'ldap_bind',
      'directoryentry',
      'dbi',
    ],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["'](?<secret>[^"'\r\n]{3,256})["']/dgi,
    hints: ['convertto-securestring'],
    accept: notPlaceholder,
  },
  {
    // the key that signs
    kind: 'secret',
    pattern:
      /\b(?:jwt\.(?:sign|verify|encode|decode)|jsonwebtoken\.(?:sign|verify)|createHmac|hash_hmac|hmac\.new|createCipheriv|createDecipheriv|HmacSHA\d{1,3})\([^"'\r\n;]{0,200}?(?:["'][\w-]{1,20}["'][^"'\r\n;]{0,60}?)?,\s{0,8}b?["'](?<secret>[^"'\r\n]{8,400})["']/dg,
    hints: ['jwt.', 'webtoken', 'hmac', 'createcipher', 'createdecipher'],
    accept: (secret) => isAtLeast(secret, 'literal', 3),
  },
  {
    // the secret before what it is compared with
    kind: 'secret',
    pattern:
      /["'](?<secret>[^"'\r\n]{4,200})["'][ \t]{0,4}[=!]==?[ \t]{0,4}[\w.$]{0,60}(?:password|passwd|secret|token|api_?key)\b/dgi,
    hints: ['== ', '==p', '==t'],
    accept: (secret) => isAtLeast(secret, 'literal', 2),
  },
];
