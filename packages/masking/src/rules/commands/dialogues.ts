import { isAtLeast } from '../../evidence/values.ts';
import { isRandom, strong, type Rule } from '../rule.ts';

/** Rules for protocol dialogues with mail, file, chat and Redis servers, and scripts of them. */
export const DIALOGUE_RULES: readonly Rule[] = [
  {
    kind: 'password',
    pattern: /\b(?:send|sendline)\s{0,2}\(?["'](?<secret>[^"'\r\n\\]{4,128})\\[rn]["']/dg,
    hints: ['send'],
    accept: (secret) => isAtLeast(secret, 'literal', 2) && !/\s/.test(secret),
  },
  {
    // what clients say to servers of mail, files and Redis
    kind: 'password',
    pattern:
      /(?:^|\n|[>$] |: |"|C: |--> ?)(?:PASS[ \t]{1,4}|AUTH[ \t]{1,4}(?:[\w.@-]{1,64}[ \t]{1,4})?|\w{1,10}[ \t]LOGIN[ \t]{1,4}["']?[^\s"']{1,128}["']?[ \t]{1,4}|IDENTIFY[ \t]{1,4}(?:\S{1,40}[ \t]{1,4})?)["']?(?<secret>[^\s"']{4,128})["']?[ \t]{0,8}(?=\\?[\r\n"]|$)/dg,
    hints: ['pass ', 'auth ', 'login ', 'identify '],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
  {
    kind: 'password',
    pattern: /\bIDENTIFY[ \t]{1,4}(?:\S{1,40}[ \t]{1,4})?(?<secret>[^\s"']{4,128})[ \t]{0,8}(?=[\r\n"]|$)/dg,
    hints: ['identify '],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
];
