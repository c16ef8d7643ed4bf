import { PIECE, type Finding, type Search } from '../finding.ts';
import { classifyName, type SecretName } from '../evidence/names.ts';
import { isAtLeast, isNumberLike } from '../evidence/values.ts';

/** Delimiters of columns. */
const DELIMITERS = ['|', '│', '\t', ';', ','] as const;
/** Columns that are only aligned: several spaces between two cells. */
const ALIGNED = '  ';
const HINT = /pass|pwd|secret|token|key|cred|psk|pin/i;
const NAME = /^[\w .-]{1,60}$/;
/** Rule between the lines of a table. */
const RULE = /^[\s+|=:\u2500-\u257f-]{3,}$/;
const LONGEST = 4000;

interface Cell {
  start: number;
  text: string;
}

/** Values of secret columns in tables: CSV, tab-separated, and as databases and markdown draw them. */
export function* findInColumns(text: string): Search {
  const findings: Finding[] = [];
  let header: { delimiter: string; count: number; columns: Map<number, SecretName> } | undefined;
  let lines = 0;
  for (let at = 0; at < text.length;) {
    if (++lines % (4 * PIECE) === 0) yield;
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = end - at > LONGEST ? '' : text.slice(at, end).replace(/\r$/, '');
    const cells = header && cellsOf(line, header.delimiter);
    if (header && cells?.length === header.count) {
      for (const [column, name] of header.columns) {
        const cell = cells[column] as Cell;
        if (isSecret(cell.text, name))
          findings.push({ kind: name.kind, start: at + cell.start, end: at + cell.start + cell.text.length });
      }
    } else if (!(header && RULE.test(line))) header = headerOf(line);
    at = end + 1;
  }
  return findings;
}

function isSecret(value: string, name: SecretName): boolean {
  if (name.numeric) return /^\d{4,12}$/.test(value);
  if (name.kind !== 'password' && isNumberLike(value)) return false;
  return isAtLeast(value, 'literal', name.needs === 1 ? 2 : 3);
}

/** The secret columns of a line of names, if it is one. */
function headerOf(line: string) {
  if (line.length > 1000 || !HINT.test(line)) return undefined;
  const delimiter =
    DELIMITERS.find((one) => line.includes(one)) ?? (/\S {2,8}\S/.test(line) ? ALIGNED : undefined);
  const cells = delimiter && cellsOf(line, delimiter);
  if (!cells || cells.length < 2 || !cells.every(({ text }) => text === '' || NAME.test(text)))
    return undefined;
  const columns = new Map<number, SecretName>();
  cells.forEach(({ text }, i) => {
    const name = classifyName(text);
    if (name && !name.queryOnly && !name.list && (delimiter !== ALIGNED || name.needs === 1))
      columns.set(i, name);
  });
  return columns.size === 0 ? undefined : { delimiter, count: cells.length, columns };
}

/** The cells of a line without the space and the quotes around them. */
function cellsOf(line: string, delimiter: string): Cell[] {
  const cells: Cell[] = [];
  if (delimiter === ALIGNED) {
    for (const { 0: text, index } of line.matchAll(/\S+(?: \S+)*/g)) cells.push({ start: index, text });
    return cells;
  }
  for (let from = 0; from <= line.length;) {
    const quoted = /^[ ]{0,8}"((?:[^"]|"")*)"[ ]{0,8}$/.exec(
      line.slice(from, closeOf(line, from, delimiter)),
    );
    const end = closeOf(line, from, delimiter);
    const raw = quoted?.[1] ?? line.slice(from, end);
    const start = quoted ? line.indexOf('"', from) + 1 : from + raw.length - raw.trimStart().length;
    cells.push({ start, text: quoted ? raw : raw.trim() });
    from = end + 1;
  }
  return cells;
}

/** End of a cell. A delimiter in quotes is part of the cell. */
function closeOf(line: string, from: number, delimiter: string): number {
  const open = /^[ ]{0,8}"/.test(line.slice(from, from + 9)) ? line.indexOf('"', from) : -1;
  const close = open < 0 ? from : line.indexOf('"', open + 1);
  const end = line.indexOf(delimiter, close < 0 ? from : close);
  return end < 0 ? line.length : end;
}
