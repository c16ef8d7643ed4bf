import type { Finding } from '../finding.ts';
import { classifyName, describesSecret, keepsSecret, type SecretName } from '../evidence/names.ts';
import { isAtLeast, isNumberLike, MASKED, type Form, type Strength } from '../evidence/values.ts';
import type { Source } from './source.ts';

/** A mark of ours, a bracket of code or of a container, a key or a value; commas and the like stand between them. */
const PART = new RegExp(
  String.raw`[\s,;]*(?:(?<mark>${MASKED.source})|(?<code>(?<=[\w\])>?!])\[|\()|(?<open>\[\]\w{1,20}\{|%[\w.]{1,60}\{|(?:map|%|#)?[[{])|(?<close>[\]})])|(?<quote>\\{0,15}["'\`])|(?<bare>:?[^\s"'\`,;:={}[\]()<>\\]{1,512}(?:=(?!>))*)|[^])`,
  'y',
);
/** Separator that makes the part before it a key. */
const AFTER_KEY = /[ \t]{0,8}(?::(?!\/\/)|=>?|->)/y;

/** A bracket that is open, and the key before it. */
interface Level {
  bracket: string;
  key: string;
  /** Whether a key that led here says that no secrets follow. */
  isAbout: boolean;
}

/** Go's `[]string{` opens a list. */
const kindOf = (bracket: string): string => (bracket.startsWith('[]') ? '[' : (bracket.at(-1) as string));

/** The container that begins at `from`, behind its bracket: the values that are secrets, and where it ends. */
export function readContainer(
  source: Source,
  { bracket, from, limit }: { bracket: string; from: number; limit: number },
  secret: SecretName,
): { findings: Finding[]; end: number } {
  const { text, spans } = source;
  const findings: Finding[] = [];
  const path: Level[] = [{ bracket: kindOf(bracket), key: '', isAbout: false }];
  let key = '';
  let at = from;
  while (at < limit && path.length > 0) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (!part) break;
    at = PART.lastIndex;
    const level = path.at(-1) as Level;
    const { code, open, close, quote, bare } = part.groups as Record<string, string | undefined>;
    if (open !== undefined || code !== undefined) {
      const isAbout = level.isAbout || describesSecret(key);
      path.push({ bracket: open === undefined ? '(' : kindOf(open), key, isAbout });
    } else if (close !== undefined) {
      key = (path.pop() as Level).key;
    } else if (quote !== undefined || bare !== undefined) {
      const start = quote === undefined ? at - (bare as string).length : at;
      const end = quote === undefined ? at : spans.closing(quote, at);
      const word = text.slice(start, end);
      if (quote !== undefined) at = end + quote.length;
      const behind = source.endOf(AFTER_KEY, at);
      if (behind >= 0) {
        key = word;
        at = behind;
        continue;
      }
      // Elements of lists, and values of keys; arguments and indexes are code.
      const isValue = level.bracket === '[' || (level.bracket === '{' && key !== level.key);
      if (
        isValue &&
        !level.isAbout &&
        isSecretIn(secret, { key, value: word, form: quote === undefined ? 'whole' : 'literal' })
      )
        findings.push({ kind: kindIn(secret, key), start, end });
      key = level.key;
    }
  }
  if (path.length === 0) return { findings, end: at };
  // An unclosed container may be anything after its first line.
  const line = source.lines.endAfter(from);
  return { findings: findings.filter(({ end }) => end <= line), end: Math.min(at, limit) };
}

const CHILD = /\s{0,80}<(?<key>[\w:.-]{1,60})>(?<value>[^<>]{0,512})<\/\k<key>>/dy;

/** The elements within the element of a secret: `<password><old>…</old><new>…</new></password>`. */
export function readChildren(
  { text }: Source,
  from: number,
  secret: SecretName,
): { findings: Finding[]; end: number } {
  const findings: Finding[] = [];
  CHILD.lastIndex = from;
  let end = from;
  for (let child = CHILD.exec(text); child !== null; child = CHILD.exec(text)) {
    end = CHILD.lastIndex;
    const [start, to] = child.indices?.groups?.value as [number, number];
    const key = child.groups?.key as string;
    if (isSecretIn(secret, { key, value: text.slice(start, to), form: 'literal' }))
      findings.push({ kind: kindIn(secret, key), start, end: to });
  }
  return { findings, end };
}

/** A member of a container; elements have the key ''. */
interface Member {
  key: string;
  value: string;
  form: Form;
}

/** Whether a value in the container of a secret is one, by its key; elements have none. */
export function isSecretIn(secret: SecretName, { key, value, form }: Member): boolean {
  if (value.length < 3 || MASKED.test(value) || isNumberLike(value) || describesSecret(key)) return false;
  const least = (key === '' && secret.kind === 'token' ? 3 : (secret.each ?? secret.needs)) as Strength;
  // Letters alone are a password only in quotes; under a key that says nothing they are as likely a setting.
  const isWord = /^\p{L}*$/u.test(value);
  if (isPassword(key)) return isAtLeast(value, form, form === 'literal' || !isWord ? 1 : 3);
  if (keepsSecret(key)) return isAtLeast(value, form, form === 'literal' || !isWord ? least : 3);
  if (!/\d/.test(value) || value.length < 6) return isAtLeast(value, form, 3);
  if (least === 1) return isAtLeast(value, form, secret.kind === 'password' || secret.list ? 1 : 2);
  return isAtLeast(value, form, secret.list && least < 3 ? 2 : 3);
}

/** Whether a key in a container of secrets is that of a password; `pass` is one there: `credentials: {user: …, pass: …}`. */
const isPassword = (key: string): boolean => classifyName(key.slice(-120))?.kind === 'password';

/** The kind of a secret in a container. */
export const kindIn = ({ kind }: SecretName, key: string): string => (isPassword(key) ? 'password' : kind);
