import { PIECE, type Finding, type Search } from '../finding.ts';
import { isPlaceholder } from '../evidence/values.ts';

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
