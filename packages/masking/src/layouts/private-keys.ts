import { PIECE, type Finding, type Search } from '../finding.ts';
import { Lines } from '../text/lines.ts';
import { BARE, HEADER, isAligned, keyRun } from './key-lines.ts';

const SPACE = String.raw`(?: |\+|%20)`;
const LABEL = String.raw`${SPACE}(?:[A-Z0-9]{2,20}${SPACE}){0,3}PRIVATE${SPACE}KEY(?:${SPACE}BLOCK)?${SPACE}?-{2,5}`;
/** Beginnings and ends of keys: the marks of PEM and PGP, PuTTY's header, and how the bodies of the common kinds begin. */
const ANCHOR = new RegExp(
  [
    String.raw`(?<begin>-{2,5}${SPACE}?BEGIN${LABEL}|\bPrivate-Lines: \d+)`,
    String.raw`(?<end>-{2,5}${SPACE}?END${LABEL})`,
    String.raw`(?<![A-Za-z0-9+/])(?<head>MII[A-K][A-Za-z0-9+/]{2}(?:IBAAK[BC]|IBADAN|[A-D][A-Za-z0-9+/]BgkqhkiG9w0BBQ)|b3BlbnNzaC1rZXktdjE)`,
  ].join('|'),
  'g',
);
const MARK = /-{2,5}(?: |\+|%20)?(?:BEGIN|END)(?: |\+|%20)[A-Z0-9 +%]{1,60}-{2,5}/;

/** Escaped end of line inside one line. */
const ESCAPE = String.raw`\\{1,8}(?:[nrt/]|u000[adAD])|%0[AaDd]|%2[BbFf]|%3[Dd]|#01[25]|&#(?:1[03]|x0?[adAD]);|<br ?/?>`;
/** A key on one line, its lines escaped or as the parts of a list. */
const RUN = new RegExp(
  String.raw`(?:${ESCAPE}|[A-Za-z0-9+/=]|["'\`]?[ \t,+.]{0,4}(?:[bB]?["'\`])?(?=[A-Za-z0-9+/]{16}|[A-Za-z0-9+/]{1,80}={0,2}(?:["'\`]?[ \t,+]{0,4}["'\`]?|${ESCAPE}){0,4}-{2,5}))*`,
  'y',
);
/** The same, read to the left. */
const RUN_BEFORE = new RegExp(
  String.raw`(?<=((?:${ESCAPE}|[A-Za-z0-9+/=]|(?<=[A-Za-z0-9+/=]{4}|\\[nr])["'\`]?[ ,]{0,2}["'\`]?)*))`,
  'y',
);
/** Characters between the last line and the end mark on the same line. */
const CLOSING = new RegExp(String.raw`(?:${ESCAPE}|[\s"'\`,+>|#*\\]){0,40}(?=-{2,5}(?: |\+|%20)?END)`, 'y');

/** How much of a line is looked at, and how many lines of other programs may stand between two of a key. */
const LINE = 1024;
const BETWEEN = 4;

interface Part {
  start: number;
  end: number;
}

/**
 * Private keys in PEM, OpenSSH, PGP and PuTTY form: whole, without their first or last lines, on one line, and with
 * anything before and after each line, as logs have it.
 */
export function* findPrivateKeys(text: string): Search {
  const findings: Finding[] = [];
  const keep = (parts: Part[]): void =>
    parts.forEach(({ start, end }) => {
      if (/[A-Za-z0-9+/]{8}/.test(text.slice(start, end).replace(MARK, '')))
        findings.push({ kind: 'private-key', start, end });
    });
  const lines = new Lines(text);
  const anchor = new RegExp(ANCHOR);
  let from = 0;
  let hits = 0;
  for (let hit = anchor.exec(text); hit !== null; hit = anchor.exec(text)) {
    if (++hits % PIECE === 0) yield;
    if (hit.groups?.end === undefined) {
      const head = hit.groups?.begin === undefined;
      const { parts, end } = yield* forward(text, lines, {
        start: hit.index,
        body: anchor.lastIndex,
        bare: head,
      });
      keep(parts);
      anchor.lastIndex = end;
    } else keep(yield* backward(text, from, { start: hit.index, end: anchor.lastIndex }));
    from = anchor.lastIndex;
  }
  return findings;
}

/** The key that begins here, in as many parts as other lines stand between. */
function* forward(
  text: string,
  lines: Lines,
  { start, body, bare }: { start: number; body: number; bare: boolean },
): Generator<undefined, { parts: Part[]; end: number }> {
  RUN.lastIndex = body;
  RUN.test(text);
  let part = { start, end: RUN.lastIndex };
  const parts = [part];
  CLOSING.lastIndex = part.end;
  if (!bare && CLOSING.test(text)) {
    const end = closeAt(text, CLOSING.lastIndex);
    if (end > 0) return { parts: [{ start, end }], end };
  }
  // Lines that count only if the key goes on after them.
  let others: Part[] = [];
  let pending: Part | undefined;
  for (let at = lines.endAfter(part.end), count = 1; at < text.length; at = lines.endAfter(at + 1), count++) {
    if (count % (4 * PIECE) === 0) yield;
    const lineStart = at + 1;
    const lineEnd = lines.endAfter(lineStart);
    const line = text.slice(lineStart, Math.min(lineEnd, lineStart + LINE)).replace(/\r$/, '');
    const mark = MARK.exec(line);
    if (mark) {
      if (bare || !/END/.test(mark[0])) break;
      const end = lineStart + mark.index + mark[0].length;
      // The last lines may be short: they start where the mark does.
      const short = others.every((other) => isAligned(text.slice(other.start, other.end), mark.index));
      if (short) part.end = end;
      else parts.push({ start: lineStart + mark.index, end });
      return { parts, end };
    }
    const run = keyRun(line);
    if (run) {
      if (others.length > 0) parts.push((part = { start: lineStart + run.start, end: lineStart + run.end }));
      else part.end = lineStart + run.end;
      others = [];
      pending = undefined;
    } else if (BARE.test(line) || HEADER.test(line)) {
      pending = { start: lineStart, end: lineStart + line.length };
      // A text may end inside a key.
      if (lineEnd >= text.length && others.length === 0 && /\d|[a-z][A-Z]|[+/]/.test(line))
        part.end = pending.end;
    } else {
      others.push({ start: lineStart, end: lineStart + line.length });
      if (others.length > BETWEEN) break;
    }
  }
  if (bare && part.end - start < 40) return { parts: [], end: Math.max(body, part.end) };
  return { parts, end: part.end };
}

/** End of a mark that begins here. */
function closeAt(text: string, at: number): number {
  const mark = MARK.exec(text.slice(at, at + 100));
  return mark?.index === 0 ? at + mark[0].length : -1;
}

/** Finds the key before an end mark whose beginning was cut off. */
function* backward(text: string, from: number, { start: mark, end }: Part): Generator<undefined, Part[]> {
  RUN_BEFORE.lastIndex = mark;
  let start = mark - (RUN_BEFORE.exec(text)?.[1]?.length ?? 0);
  if (!keyRun(text.slice(Math.max(start, mark - LINE), mark))) start = mark;
  const parts: Part[] = [{ start, end }];
  if (start < mark) return parts;
  let next = from + text.slice(from, mark).lastIndexOf('\n');
  if (next < from) return parts;
  let others = 0;
  let short: Part | undefined;
  for (let count = 1; ; count++) {
    if (count % (4 * PIECE) === 0) yield;
    const lineStart = Math.max(from, text.lastIndexOf('\n', next - 1) + 1);
    const line = text.slice(lineStart, Math.min(next, lineStart + LINE)).replace(/\r$/, '');
    const run = keyRun(line);
    const part = parts[0] as Part;
    if (run) {
      if (others === 0) part.start = lineStart + run.start;
      else parts.unshift({ start: lineStart + run.start, end: lineStart + run.end });
      others = 0;
      short = undefined;
    } else if (count === 1 && /[A-Za-z0-9+/]{1,}={0,2}\W*$/.test(line))
      short = { start: lineStart, end: next };
    else if (!BARE.test(line) && ++others > BETWEEN) break;
    if (lineStart <= from) break;
    next = lineStart - 1;
  }
  if (short && /[A-Za-z0-9+/]{8}={0,2}\W*$/.test(text.slice(short.start, short.end)))
    (parts[0] as Part).start = short.start;
  return parts;
}
