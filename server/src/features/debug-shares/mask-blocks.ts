import { PIECE, type Finding, type Search } from './mask-finding.ts';
import { isPlaceholder } from './mask-values.ts';

const BEGIN = /-{2,5} ?BEGIN (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5}|\bPrivate-Lines: \d+/g;
/** One line of a key, as it stands or inside a log, a diff, a comment or a string: base64, a header, or nothing. */
const BODY_LINE =
  /[\s>|+#*"'`,\\]{0,40}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Encryption|Public-Lines|Private-Lines|Private-MAC|Key-Derivation|Argon2-\w{1,12}):[^\r\n]{0,200}|[A-Za-z0-9+/=]{0,120}|[A-Za-z0-9+/]{121,}={0,2})(?:\\[nr]|[\s"'`,;+\\)]){0,40}(?:\r?\n|\\n|$)/y;
/** A key on one line, its lines joined or escaped. */
const BODY_RUN = /[A-Za-z0-9+/=\s]{0,8}(?:\\{1,4}[nr]|[A-Za-z0-9+/=]){16,}/y;
const END = /[\s>|+#*"'`,\\nr-]{0,40}-{2,5} ?END [A-Z0-9 ]{1,60}-{2,5}/y;

/** Private keys in PEM, OpenSSH, PGP and PuTTY form, whole, on one line, or cut off before their end. */
export function* findPrivateKeys(text: string): Search {
  const findings: Finding[] = [];
  const begin = new RegExp(BEGIN);
  let hits = 0;
  for (let hit = begin.exec(text); hit !== null; hit = begin.exec(text)) {
    if (++hits % PIECE === 0) yield;
    const body = begin.lastIndex;
    let end = bodyEnd(text, body);
    END.lastIndex = end;
    if (END.test(text)) end = END.lastIndex;
    if (/[A-Za-z0-9+/]{8}/.test(text.slice(body, end)))
      findings.push({ kind: 'private-key', start: hit.index, end });
    begin.lastIndex = end;
  }
  return findings;
}

function bodyEnd(text: string, from: number): number {
  BODY_RUN.lastIndex = from;
  let end = BODY_RUN.test(text) ? BODY_RUN.lastIndex : from;
  for (;;) {
    BODY_LINE.lastIndex = end;
    if (end >= text.length || !BODY_LINE.test(text) || BODY_LINE.lastIndex === end) return end;
    end = BODY_LINE.lastIndex;
  }
}

/** Values under `data:` and `stringData:` of Kubernetes secrets in YAML: their names may say nothing. */
export function* findKubernetesSecrets(text: string): Search {
  if (!/^[ \t]{0,20}kind:[ \t]{0,8}["']?Secret["']?[ \t]{0,8}\r?$/m.test(text)) return [];
  const findings: Finding[] = [];
  let start = 0;
  let documents = 0;
  for (const document of text.split(/^(?=---)/m)) {
    if (++documents % PIECE === 0) yield;
    if (/^[ \t]{0,20}kind:[ \t]{0,8}["']?Secret\b/m.test(document))
      for (const finding of yield* findData(document, start)) findings.push(finding);
    start += document.length;
  }
  return findings;
}

function* findData(document: string, offset: number): Search {
  const findings: Finding[] = [];
  let indent = -1;
  let at = offset;
  let lines = 0;
  for (const line of document.split(/(?<=\n)/)) {
    if (++lines % (4 * PIECE) === 0) yield;
    const depth = line.search(/\S/);
    if (/^[ \t]{0,20}(?:data|stringData):\s*$/.test(line)) indent = depth;
    else if (depth >= 0 && depth <= indent) indent = -1;
    else if (indent >= 0 && depth >= 0) {
      const name = /^\s*[\w.-]{1,253}:[ \t]{1,8}["']?|^\s*/.exec(line)?.[0].length ?? 0;
      const value = line.slice(name).replace(/["']?\s*$/, '');
      if (value.length >= 3 && !isPlaceholder(value) && !/^[|>][-+]?$|^[\w.-]+:$/.test(value)) {
        findings.push({ kind: 'kubernetes-secret', start: at + name, end: at + name + value.length });
      }
    }
    at += line.length;
  }
  return findings;
}
