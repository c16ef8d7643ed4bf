import { isRandom, notPlaceholder, strong, type Hit, type Rule } from './rule.ts';
import { isAtLeast } from '../evidence/values.ts';

/** The name of a code that is no secret, after the code: `is the exit code`, `est votre code postal`. */
const PUBLIC_CODE =
  /^[\d -]+(?:(?!c[oó]d|kod)[^\d\r\n]){0,60}?(?:(?:exit|error|status|zip|post(?:al)?|area|country|dial(?:l?ing)?|calling|response|return|result|reason|fault|http|bar|product|item|part|sort|branch|bank|swift|currency|language|region|state|source|color|colour|hex|promo(?:tion(?:al)?)?|coupon|discount|voucher|fehler|status|fout|postnummer|hata|posta)[ -]?(?:code|kodu?)|(?:code|c[oó]digo|codice|cod|kod)[ -](?:postal|retour|pays|promo|source|fiscale|(?:de|di|do|d['’]) ?(?:error|erreur|errore|erro|retour|estado|país|pays|barras)|d['’]erreur|postale|błędu|pocztowy))(?![\p{L}])/iu;

/** The use of a code that was sent to them, or the end of the sentence: `use code 482913 to sign in`. */
const PURPOSE =
  /^(?:[ \t]*(?:$|[\r\n.,;:!)\]"'”»])|[ \t]+(?:to|and)[ \t]+(?:sign|log|verify|confirm|authenticate|authorize|continue|proceed|complete|finish|access|activate|unlock|enter|open|join|prove|recover|reset|pair|register|press|click|tap)\b|[ \t]+(?:for|as)[ \t]+(?:(?:your|the|a)[ \t]+)?(?:verification|authentication|log[ -]?in|sign[ -]?in|security|confirmation|one[ -]?time|two[ -]?factor|2fa|mfa|recovery)\b|[ \t]+(?:within|before|(?:in|on|at)[ \t]+(?:the|your|this)[ \t]+(?:next|app|browser|form|page|device|phone|site|website|screen)\b))/i;

/** Whether a code that someone is told to use is for a person: `use the code 5003 for errors` is for a program. */
const isForPerson = (secret: string, { text, index, start }: Hit): boolean =>
  !/^(?:use|enter)/i.test(text.slice(index, start)) ||
  PURPOSE.test(text.slice(start + secret.length, start + secret.length + 120));

/** Rules for sentences of programs and people. */
export const PRINTED_RULES: readonly Rule[] = [
  {
    // what programs print once: the password they made
    kind: 'password',
    pattern:
      /\b(?:(?:temporary|initial|generated|admin|root|default|new|following|one-time)\s{1,2}(?:\w{1,20}\s{1,2}){0,2}|elastic user\b.{0,80}?|use the )?(?:password|passphrase|secret|token|api key|access key)\b(?!\])[^\r\n:"']{0,80}(?::\s{0,2}\r?\n\s{0,20}|\bfor [^\s:]{1,80}(?: user)?[^\r\n:]{0,60}:\s{1,4}(?:\r?\n\s{0,20})?|:(?:\s{0,4}\r?\n){1,2}\s{0,20}|\b(?:is|to|are):?\s{1,4})["'`]?(?<secret>[^\s"'`<>]{8,200})["'`]?(?=\s|$|[.,])/dgi,
    hints: ['password', 'passphrase', 'secret', 'token', 'api key', 'access key'],
    accept: (secret) => isAtLeast(secret.replace(/[.,;]$/, ''), 'code', 2) && isRandom(secret),
  },
  {
    // `482913 is your verification code`, `Use code 482913 to sign in`
    kind: 'pin',
    pattern:
      /(?<![\w.-])(?:(?:[A-Z]{1,3}-)?(?<secret>\d{3}[ -]?\d{3,4}|\d{4,8})[ \t]{1,2}(?:is|ist|est|es|è|é|jest|to|as)[ \t]{1,2}(?:your|the|dein|Ihr|votre|ton|tu|su|il|o|uw|je|twój)[ \t][^\r\n\d]{0,40}?(?:code|passcode|pin|otp|[ck]od|código|codice)\b|(?:your|use|enter)[ \t]{1,2}(?:the[ \t]{1,2})?code[ \t]{1,2}(?:is:?[ \t]{1,2})?(?<bare>\d{3}[ -]?\d{3,4}|\d{4,8})(?![\w-]|[.:]\d))/dgi,
    hints: ['code', 'pin', 'otp', 'kod', 'codice', 'digo'],
    accept: (secret, hit) =>
      !PUBLIC_CODE.test(hit.text.slice(hit.start, hit.start + 120)) && isForPerson(secret, hit),
  },
  {
    // R prints a list's name and its value below
    kind: 'secret',
    pattern:
      /\$[\w.]{0,40}(?:key|token|secret|password|passwd)\s{0,2}\r?\n\[1\] "(?<secret>[^"\r\n]{3,400})"/dgi,
    hints: ['[1] "'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:credentials?|creds|log ?in)\b[^\r\n:"']{0,30}:[ \t]{1,4}["'`]?[\w.@+-]{1,64}["'`]?[ \t]{0,3}[/:|][ \t]{0,3}["'`]?(?<secret>[^\s"'`/:|]{5,128})["'`]?(?=[\s.,;)]|$)/dgi,
    hints: ['credential', 'creds', 'login', 'log in'],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
  {
    kind: 'password',
    pattern:
      /(?:passwort|kennwort|contrase[ñn]a|mot de passe|senha)[ \t]{1,2}(?:lautet|ist|es|est|é|-|–)[ \t]{1,2}["'`]?(?<secret>[^\s"'`<>]{7,128})/dgi,
    hints: ['passwort', 'kennwort', 'contrase', 'mot de passe', 'senha'],
    accept: (secret) => strong(secret.replace(/[.,;]$/, '')) && isRandom(secret),
  },
  {
    // `set password X`, `password - X`: no verb tells it, so it has to have what words have not
    kind: 'password',
    pattern:
      /\b(?:password|passwd|passphrase)[ \t]{1,2}(?:[-–] )?["'`]?(?<secret>[^\s"'`<>(){}[\]/\\=:]{7,64})/dgi,
    hints: ['password', 'passwd', 'passphrase'],
    accept: (secret) =>
      strong(secret.replace(/[.,;]$/, '')) &&
      isRandom(secret) &&
      /[!#$%&*@^+~?].*[\dA-Z]/.test(secret) &&
      /[A-Z]/.test(secret) &&
      /[a-z]/.test(secret),
  },
  {
    // `the demo account (alice:pw)`
    kind: 'password',
    pattern:
      /\b(?:credentials?|creds|log-?ins?|users?|accounts?)\b[^\r\n]{0,40}[\s("'`][\w.@+-]{2,64}:(?<secret>[^\s:"'`()<>[\]{}=/\\]{8,128})(?=[\s"'`).,;]|$)/dgi,
    hints: ['credential', 'creds', 'login', 'log-in', 'user', 'account'],
    accept: (secret) =>
      strong(secret) &&
      isRandom(secret) &&
      [/[a-z]/, /[A-Z]/, /\d/, /[!$%&@*?^]/].every((kind) => kind.test(secret)),
  },
];
