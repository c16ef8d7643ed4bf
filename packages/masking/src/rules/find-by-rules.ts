import { PIECE, type Finding, type Search } from '../finding.ts';
import { KeywordScan } from '../text/keyword-scan.ts';
import type { Rule } from './rule.ts';
import { CALL_RULES } from './calls.ts';
import { ACCOUNT_COMMAND_RULES } from './commands/accounts.ts';
import { CLUSTER_RULES } from './clusters.ts';
import { DATABASE_COMMAND_RULES } from './commands/databases.ts';
import { DIALOGUE_RULES } from './commands/dialogues.ts';
import { FLAG_RULES } from './commands/flags.ts';
import { WEB_COMMAND_RULES } from './commands/web.ts';
import { DEVICE_RULES } from './devices.ts';
import { FILE_RULES } from './files.ts';
import { HEADER_RULES } from './headers.ts';
import { PRINTED_RULES } from './printed.ts';
import { PRODUCT_RULES } from './products.ts';
import { SIGNATURE_RULES } from './signatures.ts';
import { SQL_RULES } from './sql.ts';
import { URL_RULES } from './urls.ts';

const RULES: readonly Rule[] = [
  ...HEADER_RULES,
  ...URL_RULES,
  ...SIGNATURE_RULES,
  ...FILE_RULES,
  ...WEB_COMMAND_RULES,
  ...DATABASE_COMMAND_RULES,
  ...ACCOUNT_COMMAND_RULES,
  ...FLAG_RULES,
  ...DIALOGUE_RULES,
  ...CALL_RULES,
  ...SQL_RULES,
  ...DEVICE_RULES,
  ...PRINTED_RULES,
  ...PRODUCT_RULES,
  ...CLUSTER_RULES,
];

const HINTS = [...new Set(RULES.flatMap(({ hints = [] }) => hints))];
const HINT_SCAN = new KeywordScan(HINTS, true);

/** Credentials known by where they stand. */
export function* findByRules(text: string): Search {
  const hinted = new Set<string>();
  yield* HINT_SCAN.scan(text, (hint) => hinted.add(HINTS[hint] as string));
  const findings: Finding[] = [];
  for (const { kind, pattern, hints, accept } of RULES) {
    if (hints && !hints.some((hint) => hinted.has(hint))) continue;
    yield;
    let hits = 0;
    for (const match of text.matchAll(pattern)) {
      if (++hits % PIECE === 0) yield;
      const { secret: quoted, bare, scheme } = match.groups as Record<string, string | undefined>;
      const secret = (quoted ?? bare) as string;
      const [start, end] = (match.indices?.groups?.secret ?? match.indices?.groups?.bare) as [number, number];
      if (accept === undefined || accept(secret, { text, index: match.index, start, scheme }))
        findings.push({ kind, start, end });
    }
  }
  return findings;
}
