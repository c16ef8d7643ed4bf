import type { ForeignCase } from './foreign.ts';
import { FORMS } from './positives.ts';

/** Places that say nothing about what stands in them. */
const PLACES: Record<string, (token: string) => string> = {
  bare: (t) => t,
  'end of a sentence': (t) => `we sent ${t}.`,
  'in brackets': (t) => `rejected (${t}), retrying`,
  'in angles': (t) => `<${t}>`,
  'in backticks': (t) => `use \`${t}\` here`,
  'after a colon': (t) => `got:${t}`,
  'after an equals sign': (t) => `x=${t};y=1`,
  'in a path': (t) => `GET /v1/${t}/status 200`,
  'in a query': (t) => `GET /?q=${encodeURIComponent(t)}&p=1`,
  'in a JSON list': (t) => JSON.stringify(['a', t, 'b']),
  'in JSON in JSON': (t) => JSON.stringify({ m: JSON.stringify({ v: [t] }) }),
  'after an escaped line end': (t) => `"a\\n${t}\\nb"`,
  'after an escaped tab': (t) => `"a\\t${t}"`,
  'after an encoded space': (t) => `a%20${encodeURIComponent(t)}%20b`,
  'in a docker log': (t) => `web-1  | ${t}`,
  'in a container file': (t) => `2026-11-21T10:00:00.1Z stdout F ${t}`,
  'in CSV': (t) => `1,${t},ok`,
  'in a table': (t) => `| 1 | ${t} | ok |`,
  'in HTML': (t) => `<td>${t}</td>`,
  'in a diff': (t) => `+${t}`,
  'in a comment': (t) => `/* ${t} */`,
  'in a shell': (t) => `+ run '${t}' --now`,
  coloured: (t) => `\u001b[31m${t}\u001b[0m`,
  'coloured inside': (t) => `${t.slice(0, 3)}\u001b[1m${t.slice(3)}\u001b[0m`,
  'in YAML': (t) => `- ${t}`,
  'as the user of a URL': (t) => `https://${encodeURIComponent(t)}@example.com/a.git`,
  'in a trace': (t) => `Error: 401 for ${t}\n    at call (/srv/a.js:1:2)`,
  'in a Go map': (t) => `map[x:${t} y:1]`,
};

/** Tokens known by their form alone, where nothing else tells what they are. */
export function* foreignForms(): Generator<ForeignCase> {
  for (const [form, make] of Object.entries(FORMS)) {
    for (const [place, write] of Object.entries(PLACES)) {
      const token = make();
      const text = write(token);
      const secrets = [token, encodeURIComponent(token), token.slice(3)].filter((one) => text.includes(one));
      yield { group: 'by form', id: `${form} ${place}`, text, secrets };
    }
  }
}
