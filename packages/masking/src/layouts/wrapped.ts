import { PIECE, type Finding, type Search } from '../finding.ts';
import { isWordy } from '../evidence/wordy.ts';

/** The end of a line, with what mail and shells put before it; a quote or a comma ends the secret. */
const LINE_END = /[=\\]?\r?\n/y;
/** Margin before the rest: an indent, marks of mail and comments, the name of a container. */
const MARGIN = /(?:[\w.-]{1,40}[ \t]{0,20}\| ?)?[ \t>|#*+]{0,40}/y;
const RUN = /[\w+/=.~%-]+/y;
const REST = /[=\\"'`,;]{0,4}[ \t]{0,8}(?:\r?\n|(?![^]))/y;
/** Lines are not wrapped at fewer columns; how many lines a secret may have. */
const COLUMNS = 40;
const MOST = 64;

/** The rest of long secrets that were wrapped at the end of a line. */
export function* findWrapped(text: string, findings: readonly Finding[]): Search {
  const wrapped: Finding[] = [];
  let judged = 0;
  for (const { kind, start, end } of findings) {
    if (++judged % PIECE === 0) yield;
    if (
      kind === 'private-key' ||
      end - start < 16 ||
      /\s/.test(text.slice(start, Math.min(end, start + 200)))
    )
      continue;
    let at = end;
    for (let lines = 0; lines < MOST; lines++) {
      LINE_END.lastIndex = at;
      if (!LINE_END.test(text) || at - text.lastIndexOf('\n', at - 1) <= COLUMNS) break;
      const rest = restAt(text, LINE_END.lastIndex);
      if (!rest) break;
      wrapped.push({ kind, ...rest });
      at = rest.end;
    }
  }
  return wrapped;
}

/** The part of a secret that a line begins with, if it does. */
function restAt(text: string, line: number): { start: number; end: number } | undefined {
  MARGIN.lastIndex = line;
  MARGIN.test(text);
  const start = (RUN.lastIndex = MARGIN.lastIndex);
  if (!RUN.test(text)) return undefined;
  const end = RUN.lastIndex;
  const part = text.slice(start, Math.min(end, start + 128));
  REST.lastIndex = end;
  return isRest(part, REST.test(text)) ? { start, end } : undefined;
}

/** Whether a run is no word; with more behind it on its line it may be the id of the next message, too. */
function isRest(part: string, isAlone: boolean): boolean {
  const isMixed = /\d/.test(part) && /[A-Za-z].*[A-Za-z]/.test(part) && !isWordy(part);
  if (isAlone) return part.length >= 4 && (isMixed || /[A-Za-z\d]=$/.test(part));
  return isMixed && part.length >= 12 && /[a-z]/.test(part) && /[A-Z]/.test(part);
}
