import { isAtLeast, isPlaceholder } from '../evidence/values.ts';
import { isWordy } from '../evidence/wordy.ts';

/** A match of a rule: the part to mask, the scheme if the pattern names one, and where they stand. */
export interface Hit {
  text: string;
  /** Start of the whole match, and of the secret in it. */
  index: number;
  start: number;
  scheme: string | undefined;
}

/** A credential known by where it stands. `secret` is the part to mask; `accept` tells it from its look-alikes. */
export interface Rule {
  kind: string;
  pattern: RegExp;
  /** In small letters; the pattern matches only where one of them is in the text, in any case. */
  hints?: string[];
  accept?: (secret: string, hit: Hit) => boolean;
}

/** Text before a secret, as far as it may matter. */
export const before = ({ text, start }: Hit): string => text.slice(Math.max(0, start - 400), start);
export const notPlaceholder = (secret: string): boolean => !isPlaceholder(secret);
/** Whether a value looks random: letters mixed with digits or symbols, and no word. */
export const isRandom = (secret: string): boolean =>
  /\d/.test(secret) && /[A-Za-z]/.test(secret) && !isWordy(secret);
export const strong = (secret: string): boolean => isAtLeast(secret, 'code', 2);

/** `user:password` in base64, as Basic authentication sends it. */
export function isBasic(secret: string): boolean {
  return (
    /^[\x20-\x7e]{1,200}$/.test(secret) &&
    /^[^\p{Cc}\ufffd]*:[^\p{Cc}\ufffd]*$/u.test(Buffer.from(secret.slice(0, 400), 'base64').toString())
  );
}

/** An address of mail as the name of a user: it says who, and opens nothing. */
const MAIL_ADDRESS = /^[\w.+%-]{1,64}%40[\w.-]{1,100}$/;

export function isUserinfo(secret: string): boolean {
  const colon = secret.indexOf(':');
  if (colon < 0) return strong(secret) && !MAIL_ADDRESS.test(secret);
  const password = secret.slice(colon + 1);
  return (
    !isPlaceholder(secret) && (password === '' ? strong(secret.slice(0, colon)) : !isPlaceholder(password))
  );
}
