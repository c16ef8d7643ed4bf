import { isAtLeast } from '../evidence/values.ts';
import { isWordy } from '../evidence/wordy.ts';
import { PIECE, type Finding, type Search } from '../finding.ts';
import { Lines } from '../text/lines.ts';

/** `user:password` alone on its line. */
const PAIR =
  /^[ \t]{0,40}(?:[-*•>][ \t]{1,4})?["']?[A-Za-z][\w.+-]{0,63}(?:@[\w.-]{1,100})?["']?:(?<secret>[^\s:"'`,;()[\]{}<>=/\\]{8,128})["']?[ \t]*\r?$/d;
const HEADER = /\b(?:credentials?|creds|log-?ins?|users?|accounts?|passwords?|combo(?:list)?s?)\b/i;
/** A longer line is neither a pair nor a header. */
const LONGEST = 400;

/** Lists of names with passwords: under a header that says so, or of passwords that look like nothing else. */
export function* findCredentialLists(text: string): Search {
  const lines = new Lines(text);
  const findings: Finding[] = [];
  let listed: Finding[] = [];
  let headed = false;
  const close = (): void => {
    for (const finding of secretsOf(text, listed, headed)) findings.push(finding);
    listed = [];
  };
  let count = 0;
  for (let at = 0; at < text.length; at = lines.endAfter(at) + 1) {
    if (++count % (4 * PIECE) === 0) yield;
    const end = lines.endAfter(at);
    const line = end - at > LONGEST ? '' : text.slice(at, end);
    const [start, to] = PAIR.exec(line)?.indices?.groups?.secret ?? [];
    if (start !== undefined && to !== undefined) {
      listed.push({ kind: 'password', start: at + start, end: at + to });
      // A list this long has shown what it is.
      if (listed.length === PIECE) close();
      continue;
    }
    if (listed.length > 0) close();
    if (line.trim() !== '') headed = HEADER.test(line);
  }
  close();
  return findings;
}

function secretsOf(text: string, listed: readonly Finding[], headed: boolean): Finding[] {
  const of = (kinds: number) => listed.filter(({ start, end }) => isChosen(text.slice(start, end), kinds));
  const [likely, certain] = [of(3), of(4)];
  if (certain.length >= 2 || (headed && likely.length >= 2 && likely.length === listed.length)) return likely;
  return headed ? certain : [];
}

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[!$%&@*?^]/];

/** Whether people were made to choose it: of so many kinds of characters, and no word. */
const isChosen = (secret: string, kinds: number): boolean =>
  KINDS.filter((kind) => kind.test(secret)).length >= kinds &&
  isAtLeast(secret, 'code', 2) &&
  !isWordy(secret);
