import { notPlaceholder, type Rule } from './rule.ts';
import { isAtLeast } from '../evidence/values.ts';

/** Passwords in statements of databases. */
export const SQL_RULES: readonly Rule[] = [
  {
    kind: 'password',
    pattern:
      /\b(?:IDENTIFIED\s{1,4}(?:WITH\s{1,4}\S{1,40}\s{1,4})?BY|PASSWORD)\s{1,4}(?:PASSWORD\s{1,4})?\(?\\?'(?<secret>[^'\r\n\\]{3,128})'/dgi,
    hints: ['identified', 'password'],
    accept: notPlaceholder,
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
      /\b(?:SET\s{1,4}PASSWORD\s{1,4}(?:FOR\s{1,4}\S{1,100}\s{0,4})?=\s{0,4}(?:(?:OLD_)?PASSWORD\()?|PASSWORD\s{0,4}=\s{0,4}N?|(?:crypt|pgp_sym_(?:en|de)crypt|AES_(?:EN|DE)CRYPT|ENCRYPTBYPASSPHRASE)\((?:(?:[\w."]{1,60}|'[^'\r\n]{0,200}'),\s{0,4})?)['"](?<secret>[^'"\r\n]{3,128})['"]/dgi,
    hints: ['password', 'crypt', 'passphrase'],
    accept: (secret) => isAtLeast(secret, 'literal', 1),
  },
  {
    kind: 'password',
    pattern: /\bIDENTIFIED\s{1,4}BY\s{1,4}(?:VALUES\s{1,4})?\\?"(?<secret>[^"\r\n\\]{3,128})\\?"/dgi,
    hints: ['identified'],
    accept: (secret) => isAtLeast(secret, 'literal', 1),
  },
  {
    // procedures that take a user and a password
    kind: 'password',
    pattern:
      /\bsp_(?:addlogin|password|addlinkedsrvlogin|setapprole|addapprole)\b[^;\r\n]{0,100}?,\s{0,4}(?:@\w{1,30}\s{0,4}=\s{0,4})?N?'(?<secret>[^'\r\n]{3,128})'/dgi,
    hints: ['sp_'],
    accept: (secret) => isAtLeast(secret, 'literal', 1),
  },
  {
    // what was bound to a statement that sets or asks for a password
    kind: 'password',
    pattern:
      /\b(?:password|passwd|pwd|token|secret|api_key)\b[^\r\n]{0,200}?(?:parameters|params|binds|args|DETAIL)[^\r\n]{0,40}?\$1 = '(?<secret>[^'\r\n]{3,400})'/dgi,
    hints: ['$1 = '],
    accept: (secret) => isAtLeast(secret, 'literal', 2),
  },
  {
    kind: 'password',
    pattern:
      /\[(?:password|passwd|pwd|token|secret|api_?key|access_?token)\][ \t]{0,4}(?:<-|as \[\w{1,20}\] -|=)[ \t]{0,4}\[?(?<secret>[^\s\]]{3,400})/dgi,
    hints: ['password]', 'passwd]', 'pwd]', 'token]', 'secret]', 'key]'],
    accept: (secret) => isAtLeast(secret, 'literal', 2),
  },
];
