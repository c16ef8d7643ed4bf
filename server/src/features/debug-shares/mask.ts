import { findAssignments } from './mask-assignments.ts';
import { findKubernetesSecrets, findPrivateKeys } from './mask-blocks.ts';
import type { Finding } from './mask-finding.ts';
import { findByRules, findCookies, findTokens } from './mask-rules.ts';
import { findWithSecretlint } from './mask-secretlint.ts';
import { MASKED, strengthOf } from './mask-values.ts';

export interface Masking {
  text: string;
  /** How many values of each kind were masked. */
  masked: Record<string, number>;
}

/**
 * Replaces tokens and credentials by `[masked:<kind>]`; lines and all other text stay as they are. Takes linear time,
 * and masking what is masked changes nothing. A failure is thrown, without the text in its message: what could not be
 * masked must not be kept.
 */
export async function mask(text: string): Promise<Masking> {
  let secretlint: Finding[];
  try {
    secretlint = await findWithSecretlint(text);
  } catch {
    throw new Error('Masking failed in secretlint');
  }
  // Of findings with the same range the first gives the kind.
  const findings = merge(text, [
    ...findPrivateKeys(text),
    ...findTokens(text),
    ...findByRules(text),
    ...findCookies(text),
    ...findAssignments(text),
    ...findKubernetesSecrets(text),
    ...secretlint,
  ]);
  return replace(text, merge(text, [...findings, ...findRepeated(text, findings)]));
}

/** Unites overlapping findings; the widest gives the kind. What is masked already stays. */
function merge(text: string, findings: Finding[]): Finding[] {
  const sorted = findings
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
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
  return merged.filter(
    ({ start, end }) => text.slice(start, end).replace(new RegExp(MASKED, 'g'), '').trim() !== '',
  );
}

const RUN = /[\w+/=.~-]{16,}/g;

/** Further places of secrets that were found by their context: the same token in a stack trace or a retry. */
function findRepeated(text: string, findings: Finding[]): Finding[] {
  const kinds = new Map<string, string>();
  for (const { kind, start, end } of findings) {
    const secret = text.slice(start, end);
    if (end - start >= 16 && end - start <= 4096 && strengthOf(secret, 'literal') === 3)
      kinds.set(secret, kind);
  }
  if (kinds.size === 0) return [];
  const repeated: Finding[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const kind = kinds.get(run);
    if (kind !== undefined) repeated.push({ kind, start: index, end: index + run.length });
  }
  return repeated;
}

function replace(text: string, findings: Finding[]): Masking {
  const masked: Record<string, number> = {};
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of findings) {
    // A secret of several lines leaves its line breaks, so that the lines after it keep their numbers.
    parts.push(text.slice(from, start), `[masked:${kind}]`, text.slice(start, end).replace(/[^\r\n]+/g, ''));
    masked[kind] = (masked[kind] ?? 0) + 1;
    from = end;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), masked };
}
