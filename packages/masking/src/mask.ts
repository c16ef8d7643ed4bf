import { findAssignments } from './assignments/find-assignments.ts';
import { findKubernetesSecrets } from './layouts/kubernetes.ts';
import { findInColumns } from './layouts/columns.ts';
import { findCredentialLists } from './layouts/credential-lists.ts';
import { findCookies } from './layouts/cookies.ts';
import { viewsWithout } from './text/escapes.ts';
import { PIECE, type Finding, type Search } from './finding.ts';
import { findTokens } from './forms/find-tokens.ts';
import { findPrivateKeys } from './layouts/private-keys.ts';
import { findByRules } from './rules/find-by-rules.ts';
import { findInserted, findSecretsInJson } from './layouts/tables.ts';
import { findWrapped } from './layouts/wrapped.ts';
import { findWithSecretlint } from './secretlint.ts';
import { isAtLeast, MASKED } from './evidence/values.ts';

export interface Masking {
  text: string;
  /** How many values of each kind were masked. */
  masked: Record<string, number>;
}

/** Searches for credentials. The first of several findings with the same range gives the kind. */
const SEARCHES: readonly ((text: string) => Search)[] = [
  findPrivateKeys,
  findTokens,
  findByRules,
  findCookies,
  findAssignments,
  findKubernetesSecrets,
  findSecretsInJson,
  findInserted,
  findInColumns,
  findCredentialLists,
];

/**
 * Replaces tokens and credentials by `[masked:<kind>]`; lines and all other text stay as they are. Takes linear time,
 * and masking what is masked changes nothing. A failure is thrown, without the text in its message: what could not be
 * masked must not be kept.
 */
export async function mask(text: string): Promise<Masking> {
  const pieces = maskInPieces(text);
  for (;;) {
    const piece = await pieces.next();
    if (piece.done) return piece.value;
  }
}

/**
 * Masks as {@link mask} does, one piece of the work for each `next`. The work is cut, not the text: what is found does
 * not depend on where the pieces end.
 */
export async function* maskInPieces(text: string): AsyncGenerator<undefined, Masking> {
  const views = yield* viewsWithout(text);
  const found = views.length === 0 ? yield* findIn(text) : [];
  for (const view of views)
    for (const finding of view.original(yield* findIn(view.text))) found.push(finding);
  yield;
  const findings = yield* merge(text, found);
  const further = [...(yield* findRepeated(text, findings)), ...(yield* findWrapped(text, findings))];
  return yield* replace(
    text,
    further.length === 0 ? findings : yield* merge(text, [...findings, ...further]),
  );
}

/** All that is found in a text that holds no escape sequences. */
async function* findIn(text: string): AsyncGenerator<undefined, Finding[]> {
  const found: Finding[] = [];
  const keep = (findings: readonly Finding[]): void => findings.forEach((finding) => found.push(finding));
  for (const search of SEARCHES) {
    keep(yield* search(text));
    yield;
  }
  try {
    keep(await findWithSecretlint(text));
  } catch {
    throw new Error('Masking failed in secretlint');
  }
  return found;
}

/** Unites overlapping findings; the widest gives the kind. What is masked already stays. */
function* merge(text: string, findings: Finding[]): Search {
  const sorted = findings
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  yield;
  const merged: Finding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && finding.start < last.end) {
      if (finding.end - finding.start > last.end - last.start) last.kind = finding.kind;
      last.end = Math.max(last.end, finding.end);
    } else {
      merged.push({ ...finding });
    }
  }
  yield;
  return merged.filter(({ start, end }) => {
    const part = text.slice(start, end);
    return part.includes('[masked:') ? part.replace(MARKS, '').trim() !== '' : /\S/.test(part);
  });
}

const MARKS = new RegExp(MASKED, 'g');
const RUN = /[\w+/=.~-]{16,}/g;

/** Further places of secrets that were found by their context: the same token in a stack trace or a retry. */
function* findRepeated(text: string, findings: Finding[]): Search {
  const kinds = new Map<string, string>();
  let judged = 0;
  for (const { kind, start, end } of findings) {
    if (++judged % PIECE === 0) yield;
    if (end - start < 16 || end - start > 4096) continue;
    const secret = text.slice(start, end);
    if (isAtLeast(secret, 'literal', 3)) kinds.set(secret, kind);
  }
  if (kinds.size === 0) return [];
  const repeated: Finding[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (++judged % (4 * PIECE) === 0) yield;
    const kind = kinds.get(run);
    if (kind !== undefined) repeated.push({ kind, start: index, end: index + run.length });
  }
  return repeated;
}

function* replace(text: string, findings: Finding[]): Generator<undefined, Masking> {
  const masked: Record<string, number> = {};
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of findings) {
    // A secret of several lines leaves its line breaks, so that the lines after it keep their numbers.
    parts.push(text.slice(from, start), `[masked:${kind}]`, text.slice(start, end).replace(/[^\r\n]+/g, ''));
    masked[kind] = (masked[kind] ?? 0) + 1;
    from = end;
    if (parts.length % (12 * PIECE) === 0) yield;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), masked };
}
