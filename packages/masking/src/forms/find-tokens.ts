import { type Finding, type Search } from '../finding.ts';
import { KeywordScan } from '../text/keyword-scan.ts';
import { TOKEN_FORMS } from './token-forms.ts';
import { isWordy } from '../evidence/wordy.ts';

/** Not inside a word, unless what ends there is an escape: `%20ghp_…`, `\nghp_…`. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}|\\[nrtbf]|\\u[0-9a-f]{4}))`;

const OPEN = new RegExp(START, 'y');

const FORMS = TOKEN_FORMS.map(({ kind, rest, before }) => ({
  kind,
  rest: new RegExp(rest.source, 'y'),
  before: before && new RegExp(`(?<=${START}(${before.source}))`, 'y'),
}));

const PREFIXES = [...new Set(TOKEN_FORMS.flatMap(({ prefixes }) => prefixes.split(' ')))];
/** The forms of each prefix, by their numbers. */
const FORMS_OF = PREFIXES.map((prefix) =>
  TOKEN_FORMS.flatMap(({ prefixes }, i) => (prefixes.split(' ').includes(prefix) ? [i] : [])),
);
const SCAN = new KeywordScan(PREFIXES);

/** Credentials known by their form: one pass finds the prefixes of all forms, and what is around them is looked at. */
export function* findTokens(text: string): Search {
  const findings: Finding[] = [];
  // A token's text is not read again for the same form.
  const ends = new Int32Array(FORMS.length);
  yield* SCAN.scan(text, (prefix, end) => {
    const at = end - (PREFIXES[prefix] as string).length;
    for (const number of FORMS_OF[prefix] as number[]) {
      const { kind, rest, before } = FORMS[number] as (typeof FORMS)[number];
      if (at < (ends[number] as number)) continue;
      // First what stands before: it is short, and the rest may be long.
      const start = startOf(text, at, before);
      rest.lastIndex = end;
      if (start < 0 || !rest.test(text)) continue;
      const stop = wholeEnd(text, rest.lastIndex);
      ends[number] = stop;
      findings.push({ kind, start, end: stop });
    }
  });
  return findings;
}

/** Further parts that look random belong to the token: payload and signature, whatever stands before them. */
const PART = /[.~_-]{0,2}[.~][\w-]{16,}={0,2}/y;

function wholeEnd(text: string, end: number): number {
  for (;;) {
    PART.lastIndex = end;
    const part = PART.exec(text)?.[0].slice(0, 100);
    if (part === undefined || !/\d/.test(part) || !/[A-Z]/.test(part) || isWordy(part)) return end;
    end = PART.lastIndex;
  }
}

/** Start of the token of a prefix, or -1 if none may start there. */
function startOf(text: string, at: number, before: RegExp | undefined): number {
  const pattern = before ?? OPEN;
  pattern.lastIndex = at;
  if (!before) return OPEN.test(text) ? at : -1;
  const part = before.exec(text)?.[1];
  return part === undefined ? -1 : at - part.length;
}
