import { PIECE, type Finding, type Search } from '../finding.ts';
import { classifyName } from '../evidence/names.ts';
import { isAtLeast, isPlaceholder } from '../evidence/values.ts';

const INSERT =
  /\b(?:INSERT|REPLACE)\s{1,4}(?:IGNORE\s{1,4})?INTO\s[^()'"\r\n]{0,120}(?:["'`][^()\r\n]{0,120})?\((?<columns>[^()]{1,2000})\)\s{0,8}VALUES\s{0,8}/gi;
/** One value of a row, and what follows it. */
const CELL =
  /\s{0,8}(?:N?'(?<text>(?:[^'\\\r\n]|''|\\.){0,4000})'|[^,()'\r\n]{0,200}(?:\([^()']{0,200}\))?)\s{0,8}(?<next>[,)])/dy;
const NEXT_ROW = /\s{0,8},?\s{0,8}\(/y;

/** Values of secret columns in SQL: `INSERT INTO users (name, password) VALUES ('bob', '…')`. */
export function* findInserted(text: string): Search {
  const findings: Finding[] = [];
  let work = 0;
  for (const hit of text.matchAll(INSERT)) {
    const columns = (hit.groups?.columns as string)
      .split(',')
      .map((name) => classifyName(name.trim().replaceAll(/[`"[\]]/g, '')));
    NEXT_ROW.lastIndex = hit.index + hit[0].length;
    while (columns.some(Boolean) && NEXT_ROW.test(text)) {
      CELL.lastIndex = NEXT_ROW.lastIndex;
      for (let column = 0; ; column++) {
        if (++work % PIECE === 0) yield;
        const cell = CELL.exec(text);
        if (!cell) break;
        const name = columns[column];
        const value = cell.groups?.text;
        if (name && value !== undefined && isAtLeast(value, 'literal', name.needs)) {
          const [start, end] = cell.indices?.groups?.text as [number, number];
          findings.push({ kind: name.kind, start, end });
        }
        if (cell.groups?.next === ')') break;
      }
      NEXT_ROW.lastIndex = CELL.lastIndex;
      if (CELL.lastIndex === 0) break;
    }
  }
  return findings;
}

const KIND = /\\{0,7}"kind\\{0,7}"\s{0,8}:\s{0,8}\\{0,7}"Secret\\{0,7}"/g;
const DATA = /\\{0,7}"(?:data|stringData)\\{0,7}"\s{0,8}:\s{0,8}\{/g;
const PAIR =
  /\s{0,80}(?:\\{1,7}n\s{0,40})?\\{0,7}"[\w.-]{1,253}\\{0,7}"\s{0,8}:\s{0,8}\\{0,7}"(?<value>[^"\\]{0,100000})\\{0,7}"\s{0,80}(?:\\{1,7}n\s{0,40})?(?<next>[,}])/dy;
/** How far the kind may stand from the data. */
const NEAR = 4000;

/** The values of Kubernetes secrets in JSON, also inside strings of it: their names may say nothing. */
export function* findSecretsInJson(text: string): Search {
  const kinds: number[] = [];
  for (const { index } of text.matchAll(KIND)) {
    kinds.push(index);
    if (kinds.length % PIECE === 0) yield;
  }
  const findings: Finding[] = [];
  if (kinds.length === 0) return findings;
  let work = 0;
  let near = 0;
  for (const hit of text.matchAll(DATA)) {
    const from = hit.index + hit[0].length;
    const found: Finding[] = [];
    PAIR.lastIndex = from;
    let to = from;
    for (let pair = PAIR.exec(text); pair; pair = PAIR.exec(text)) {
      if (++work % PIECE === 0) yield;
      to = PAIR.lastIndex;
      const [start, end] = pair.indices?.groups?.value as [number, number];
      if (end - start >= 3 && !isPlaceholder(pair.groups?.value as string))
        found.push({ kind: 'kubernetes-secret', start, end });
      if (pair.groups?.next === '}') break;
    }
    while (near < kinds.length && (kinds[near] as number) < from - NEAR) near++;
    if ((kinds[near] ?? Infinity) < to + NEAR) for (const finding of found) findings.push(finding);
  }
  return findings;
}
