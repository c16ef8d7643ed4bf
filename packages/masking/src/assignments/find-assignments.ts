import { PIECE, type Finding, type Search } from '../finding.ts';
import { isListed, readList } from './lists.ts';
import { classifyName, NAME_HINT, type SecretName } from '../evidence/names.ts';
import { readName, type Name } from './name.ts';
import { phraseEnd, readAssigned } from './read-assigned.ts';
import { readElement, readNamed } from './read-named.ts';
import { Source } from './source.ts';
import type { Value } from './value.ts';
import {
  AFTER_LAST,
  AFTER_STATED,
  FURTHER_WORDS,
  LINE_START,
  NOTE_BEFORE,
  PAIR_BEFORE,
  PHRASE,
} from './patterns.ts';
import {
  isAtLeast,
  isHexLike,
  isNumberLike,
  isPlaceholder,
  MASKED,
  MESSAGE,
  type Strength,
} from '../evidence/values.ts';

/** `&token=`, `?token=`, as themselves or escaped. */
const QUERY = /(?<=[?&;#]|%26|%3[fF]|&amp;|\\{1,4}u0026)/y;
/** The words before a name of one word: `API key: …`, `secret access key = …`. */
const WORDS_BEFORE = /(?<=(?<words>(?:[A-Za-z]{2,20}[ _-]){1,2}))/y;

/** Finds what is given to secret-like names: in code, JSON, YAML, INI, XML, environments, query strings, flags. */
export function* findAssignments(text: string): Search {
  const source = new Source(text);
  const hint = new RegExp(NAME_HINT);
  const findings: Finding[] = [];
  let from = 0;
  let listed = 0;
  let hits = 0;
  for (let hit = hint.exec(text); hit !== null; hit = hint.exec(text)) {
    if (++hits % PIECE === 0) yield;
    const name = readName(source, { start: hit.index, end: hint.lastIndex }, from);
    from = Math.max(name.end, hit.index + hit[0].length);
    // The kind in a mark is no name.
    const secret = text.startsWith('[masked:', name.start - 8) ? undefined : classify(name, text);
    if (secret && holdsSecrets(secret) && name.start >= listed && (secret.list || isListed(source, name))) {
      const list = yield* readList(source, name, secret);
      for (const finding of list.findings) findings.push(finding);
      // No list is read twice; names in it are.
      listed = list.end;
    }
    const named = secret && { name, secret };
    const value = named && wholeValue(source, named, readValue(source, name));
    if (named && value?.old && isSecret(source, named, value.old))
      findings.push({ kind: named.secret.kind, start: value.old.start, end: value.old.end });
    if (value && isSecret(source, named, value)) {
      const isPrivate = named.secret.kind === 'api-key' && /private/i.test(name.text);
      const kind = isPrivate ? 'private-key' : named.secret.kind;
      const end = pairEnd(source, named, value);
      findings.push({ kind, start: value.start, end });
      from = Math.max(from, end);
    }
    hint.lastIndex = from;
  }
  return findings;
}

/** Whether a container under such a name is read: `pass`, codes and what counts in queries alone have none. */
const holdsSecrets = ({ kind, needs, numeric, queryOnly, list }: SecretName): boolean =>
  !numeric && !queryOnly && (list === true || kind !== 'password' || needs === 1);

const readValue = (source: Source, name: Name): Value | null =>
  readElement(source, name) ?? readNamed(source, name) ?? readAssigned(source, name);

/** A PIN or a code, in one group or two; no time, date or number of something. */
const CODE = /^(?:\d{3,4}[ -]\d{3,4}|\d{4,12})(?![\w-]|[.:,]\d|[ \t]{0,8}(?:(?:ms|s|[kMG]?B|bytes)\b|%))/;

/** A name that says that its value is a secret. */
interface Named {
  name: Name;
  secret: SecretName;
}

/** The value with both groups of a code, or all words of a passphrase. */
function wholeValue(source: Source, named: Named, value: Value | null): Value | null {
  const { name, secret } = named;
  if (value && (secret.numeric || secret.orCode)) {
    const code = CODE.exec(source.text.slice(value.start, value.start + 30));
    const end = value.start + (code?.[0].length ?? 0);
    if (code && (secret.numeric || value.via === 'is' || source.endOf(AFTER_LAST, end) >= 0))
      return { ...value, end };
    if (secret.numeric) return null;
  }
  if (value?.via === 'is' && secret.kind === 'password') return statedPhrase(source, name, value) ?? value;
  if (value?.via !== 'assign' || value.quoted || secret.needs > 1) return value;
  const phrase = { ...value, end: phraseEnd(source, name, value), whole: true };
  return phrase.end >= 0 &&
    !spells(source.text.slice(phrase.start, phrase.end), name.text) &&
    isSecret(source, named, phrase)
    ? phrase
    : value;
}

/** `Passphrase is correct horse battery staple`: four words or more, none of them a word of sentences. */
function statedPhrase(source: Source, name: Name, value: Value): Value | null {
  if (value.quoted) return null;
  const end = source.endOf(PHRASE, value.start);
  if (end < 0) return null;
  const phrase = source.text.slice(value.start, end);
  const isLabel = source.text[value.start - 1] === ':' || source.text[value.start - 2] === ':';
  const isNamed =
    /(?:phrase|frase|fraza)$/i.test(name.text) && /^\p{L}{3,}(?: \p{L}{3,}){3,7}$/u.test(phrase);
  return (isLabel || isNamed) && !SENTENCE_WORD.test(phrase) ? { ...value, end, whole: true } : null;
}

const SENTENCE_WORD =
  /(?:^| )(?:\p{L}+(?:ed|ly|ing|able|ible)|the|an?|and|or|but|of|in|on|at|by|to|for|from|with|as|than|then|it|its|they|them|we|he|she|who|which|that|this|these|those|one|very|rather|quite|also|only|never|always|still|now|here|there|because|since|until|unless|after|before|while|per|into|any|some|all|each|every|same|kept|sent|written|known|shown|hidden|given|lost|held|made|read|taken|chosen|stolen|broken|long|weak|strong|case|sensitive)(?= |$)/iu;

/** Whether words are what an abbreviation stands for: `mdp: module data path`. Short words may have no letter in it. */
function spells(phrase: string, name: string): boolean {
  const words = phrase.split(/\s+/);
  return [words, words.filter(({ length }) => length > 2)].some(
    (chosen) =>
      chosen
        .map(([first]) => first)
        .join('')
        .toLowerCase() === name.toLowerCase(),
  );
}

/** The end of a value that further plain words follow, at the end of the line or the next pair: `PASSWORD=blue lamp`. */
function pairEnd(source: Source, { name, secret }: Named, value: Value): number {
  if (value.via !== 'assign' || !value.compact || value.quoted || value.whole || secret.needs > 1)
    return value.end;
  const { text } = source;
  const isFirst = source.isAfter(LINE_START, name.start);
  const isPair = isFirst || (/^[a-z]/.test(name.text) && source.isAfter(PAIR_BEFORE, name.start));
  if (!isPair || !/^\p{L}{3,64}$/u.test(text.slice(value.start, value.end))) return value.end;
  const end = source.endOf(FURTHER_WORDS, value.end);
  const words = end < 0 ? '' : text.slice(value.end, end);
  const isProse = MESSAGE.test(words) || SENTENCE_WORD.test(words) || isPlaceholder(words);
  return /^[\p{L}\p{M} ]+$/u.test(words) && !isProse ? end : value.end;
}

const classes = new Map<string, SecretName | undefined>();

function classify(name: Name, text: string): SecretName | undefined {
  let whole = name.text;
  if (/^(?:key|token|secret|id|phrase|code)$/i.test(whole)) {
    WORDS_BEFORE.lastIndex = name.start;
    whole = (WORDS_BEFORE.exec(text)?.groups?.words ?? '') + whole;
  }
  if (!classes.has(whole)) {
    if (classes.size >= 5000) classes.clear();
    classes.set(whole, classifyName(whole));
  }
  return classes.get(whole);
}

function isSecret(source: Source, named: Named, value: Value): boolean {
  const { name, secret } = named;
  const { text } = source;
  const content = text.slice(value.start, value.end);
  const hasLines = value.quoted || value.via === 'block' || value.via === 'element';
  if (hasLines && content.includes('\n'))
    if (linesOf(content, value).some((line) => isSecret(source, named, line))) return true;
  if (content.length < 3 || content === name.text) return false;
  if (secret.kind !== 'password' && !secret.numeric && isNumberLike(content)) return false;
  // the fingerprint of a key
  if (value.via === 'space' && /^key$/i.test(name.text) && isHexLike(content)) return false;
  const isCode = (secret.numeric || secret.orCode) && CODE.test(text.slice(value.start, value.start + 30));
  if (secret.numeric || isCode) return isCode === true && value.via !== 'comma';
  if (secret.queryOnly && !(value.compact && source.isAfter(QUERY, name.start))) return false;
  if (secret.notHex && isHexLike(content)) return false;
  // the report of a test
  if (secret.kind === 'password' && secret.needs > 1 && /\s\S+\s/.test(content.slice(0, 256))) return false;
  if (secret.kind === 'password' && secret.needs === 1 && !MASKED.test(content))
    if (isStatedWord(source, value, content) || isTwoWords(source, name, value)) return true;
  const literal = value.quoted || value.via === 'element' || value.via === 'named';
  // words in a list of names
  const lined = value.via === 'comma' && text.slice(name.end, value.start).includes('\n');
  if (value.via === 'comma' && (lined || !value.quoted) && !/[\d!@#$%^&*+=]/.test(content)) return false;
  const least =
    secret.kind === 'password' && secret.needs === 1 && isPasswordLike(content, value)
      ? 1
      : (Math.max(secret.needs, needsOf(name, secret, value)) as Strength);
  return (
    isAtLeast(content, literal ? 'literal' : value.whole ? 'whole' : 'code', least) && !MASKED.test(content)
  );
}

/** A value of several lines, line by line: one of them says what the others are. */
const linesOf = (content: string, value: Value): Value[] =>
  [...content.matchAll(/\S(?:[^\r\n]*\S)?/g)].map(({ 0: line, index }) => ({
    ...value,
    start: value.start + index,
    end: value.start + index + line.length,
  }));

/** Words with digits, or letters around a symbol: a password where one is expected, and nowhere else. */
const isPasswordLike = (content: string, { via, quoted }: Value): boolean =>
  (quoted || via !== 'space') &&
  /[A-Z]/.test(content) &&
  /^[^\s()[\]{}]+$/.test(content) &&
  ((content.length >= 10 && /\d/.test(content)) || isSymbolic(content));

/** `The password is hunter2`: a word with a digit in it, or a number that ends what is said. */
function isStatedWord(source: Source, { via, quoted, end }: Value, content: string): boolean {
  if (via !== 'is' || quoted) return false;
  const word = content.replace(/[.!?]+$/, '');
  if (/^\d{6,12}$/.test(word)) return content !== word || source.endOf(AFTER_STATED, end) >= 0;
  return (
    /^[a-z][\w!@#$%^&*?+-]{4,}$/i.test(word) &&
    /\d/.test(word) &&
    !NUMBERED.test(word) &&
    !isPlaceholder(word)
  );
}

/** Algorithms, standards and parts of a text, which have a number, too. */
const NUMBERED =
  /^(?:sha|md|base|utf|ucs|argon|pbkdf|b?crypt|hs|rs|es|ps|aes|des|rc|crc|hmac|rfc|iso|iec|nist|fips|ipv?|tls|ssl|oauth|http|ldap|smb|ntlm|pkcs|x|v|win(?:dows)?|field|arg|param|col(?:umn)?|line|row|step|option|item|section|chapter|page)[-_]?v?\d+(?:[-_.\/]?\w{1,4})?$/i;

/** `password: blue lamp`: two plain words that are all of a line or of its last pair, and say nothing about passwords. */
function isTwoWords(source: Source, name: Name, { via, quoted, whole, start, end }: Value): boolean {
  const content = source.text.slice(start, end);
  if (via !== 'assign' || quoted || !whole || !/^\p{L}{3,64} \p{L}{3,64}$/u.test(content)) return false;
  if (!source.isAfter(LINE_START, name.start) && !source.isAfter(NOTE_BEFORE, name.start)) return false;
  return (
    ![MESSAGE, SENTENCE_WORD, FOREIGN_SENTENCE, OF_PASSWORDS].some((words) => words.test(content)) &&
    !content.split(' ').some(isPlaceholder) &&
    !isPlaceholder(content)
  );
}

/** Words of sentences in other languages than English. */
const FOREIGN_SENTENCE =
  /(?:^| )(?:nicht|noch|bitte|muss|wird|wurde|ist|kein\p{L}*|pas|non|est|doit|aucun\p{L}*|sans|debe|sin|está|deve|não|sem|nie|jest|bez|niet|geen|moet|zonder|değil|yok|інший|не|нет|немає|без)(?= |$)/iu;
/** Words that headings and messages use about passwords. */
const OF_PASSWORDS =
  /(?:^| )(?:access|account|accounts|admin|age|attempts?|authentication|authenticator|auth|change|changes|checks?|checker|complexity|confirmation|database|entropy|expiration|expiry|failures?|generation|generator|hash|hashes|hashing|help|hints?|history|length|limits?|manager|match|mode|only|page|policy|policies|prompt|protection|recovery|required|requirements?|retry|rules?|screen|server|service|settings?|source|state|status|storage|store|strength|support|sync|test|update|upgrade|validation|verification|violations?)(?= |$)/i;

const isSymbolic = (content: string): boolean =>
  content.length >= 8 && /[a-z]/.test(content) && /[A-Za-z\d][!$&@#%^*][A-Za-z\d]/.test(content);

/** How strong a value has to be for the way it is given. */
function needsOf(name: Name, secret: SecretName, value: Value): number {
  const length = value.end - value.start;
  if (value.via === 'comma') return value.quoted || length >= 10 ? 2 : 3;
  if (value.via === 'is' && secret.kind === 'password' && (value.quoted || value.whole)) return 1;
  if (value.via === 'is') return secret.kind === 'password' || value.quoted ? 2 : 3;
  if (value.via === 'cell') return secret.kind === 'password' ? 2 : 3;
  if (value.via === 'or' || value.via === 'item') return 2;
  if (value.via === 'wrapped') return 2;
  if (value.via === 'space') return value.quoted ? 2 : 3;
  if (value.quoted || value.via === 'element' || value.via === 'block' || value.via === 'named') return 1;
  if (secret.kind !== 'password') return 2;
  if (value.via === 'flag') return 1;
  if (value.compact && !name.text.includes('.')) return 1;
  return value.whole ? 1 : 2;
}
