import { PIECE, type Finding, type Search } from '../finding.ts';
import { isPlaceholder } from '../evidence/values.ts';

const COOKIES =
  /cookies?2?["'\\]{0,4}\]?[ \t]{0,4}(?::|=>?|,)[ \t]{0,4}(?:\[[ \t]{0,4})?["'`\\]{0,4}(?=[^\s=;,"'`]{1,128}=)(?<list>[^\r\n"'`<>]*)/dgi;
const COOKIE = /(?<=^|[;,][ ]{0,4})(?<name>[^\s=;,]{1,128})=(?<secret>[^;,\s\\]*)/dg;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;

/** Values of `Cookie` and `Set-Cookie`; names and attributes stay. */
export function* findCookies(text: string): Search {
  const findings: Finding[] = [];
  let hits = 0;
  for (const match of text.matchAll(COOKIES)) {
    const at = match.indices?.groups?.list?.[0] as number;
    for (const cookie of (match.groups?.list as string).matchAll(COOKIE)) {
      if (++hits % PIECE === 0) yield;
      const { name, secret } = cookie.groups as { name: string; secret: string };
      const start = at + (cookie.indices?.groups?.secret?.[0] as number);
      if (ATTRIBUTE.test(name) || secret.length < 3 || isPlaceholder(secret)) continue;
      findings.push({ kind: 'cookie', start, end: start + secret.length });
    }
  }
  return findings;
}
