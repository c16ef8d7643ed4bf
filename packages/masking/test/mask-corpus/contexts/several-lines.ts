import { chosen, type ContextGroup } from './secrets.ts';
import { wordy } from './words.ts';

/** A text in which a secret stands in pieces. */
const inPieces = (text: string, ...secrets: string[]) => ({ text, secrets });
const cut = (secret: string, at: number): [string, string] => [secret.slice(0, at), secret.slice(at)];

const quoted: ContextGroup[2] = {
  yaml: (s) => inPieces(`password: "${s}\n  ${s.toUpperCase()}"\nport: 1`, s, s.toUpperCase()),
  env: (s) => inPieces(`PASSWORD="${s}\nsecond-${s}\nthird-${s}"\nPORT=1`, s),
  'single quotes': (s) => inPieces(`secret = '${s}\nsecond-${s}'\n`, s),
  json: (s) => inPieces(`{"secret": "${s}\nand-${s}", "id": 1}`, s),
  'json with a brace': (s) => inPieces(`{"id": 1, "password": "${s}\nand-${s}"}`, s),
  shell: (s) => inPieces(`export TOKEN_SECRET="${s}\nsecond-${s}"`, s),
  'empty first line': (s) => inPieces(`password: "\n  ${s}\n"\n`, s),
  crlf: (s) => inPieces(`PASSWORD="${s}\r\nsecond-${s}"\r\n`, s),
  backticks: (s) => inPieces(`const secret = \`${s}\nsecond-${s}\`;`, s),
  'block scalar': (s) => inPieces(`password: |\n  ${s}\n  second-${s}\nport: 1`, s),
  'folded scalar': (s) => inPieces(`secret: >-\n  ${s}\n  second-${s}\n  third-${s}\nport: 1`, s),
  code: (s) => inPieces(`connect(password="${s}\nsecond-${s}")`, s),
  terraform: (s) => inPieces(`  password = "${s}\nsecond-${s}"\n`, s),
  xml: (s) => inPieces(`<password>\n${s}\nsecond-${s}\n</password>`, s),
};

const wrapped: ContextGroup[2] = {
  'at 64': (s) => inPieces(`access_token=${cut(s, 50).join('\n')}`, ...cut(s, 50)),
  'at 76': (s) => inPieces(`X-Auth-Token: ${cut(s, 62).join('\n')}\nDate: today`, ...cut(s, 62)),
  'at 80': (s) => inPieces(`2026-11-21 10:00:00 token=${cut(s, 54).join('\n')}\ndone`, ...cut(s, 54)),
  crlf: (s) => inPieces(`api_key: ${cut(s, 55).join('\r\n')}\r\n`, ...cut(s, 55)),
  indented: (s) => inPieces(`  client_secret: ${cut(s, 60).join('\n    ')}\n`, ...cut(s, 60)),
  'quoted printable': (s) => inPieces(`token: ${cut(s, 68).join('=\n')}\n`, ...cut(s, 68)),
  continued: (s) => inPieces(`API_KEY=${cut(s, 60).join('\\\n')}\n`, ...cut(s, 60)),
  bearer: (s) => inPieces(`Authorization: Bearer ${cut(s, 50).join('\n')}\n`, ...cut(s, 50)),
  'three lines': (s) =>
    inPieces(
      `token: ${s.slice(0, 40)}\n${s.slice(40, 80)}\n${s.slice(80)}\nok`,
      s.slice(0, 40),
      s.slice(40, 80),
      s.slice(80),
    ),
  'in a container': (s) => inPieces(`web-1  | token=${cut(s, 52).join('\nweb-1  | ')}`, ...cut(s, 52)),
  'in a mail': (s) => inPieces(`> token: ${cut(s, 60).join('\n> ')}\n> bye`, ...cut(s, 60)),
  'goes on after it': (s) => inPieces(`GET /?access_token=${cut(s, 60).join('\n')} HTTP/1.1`, ...cut(s, 60)),
  jwt: (s) => {
    const token = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${s}`;
    return inPieces(`jwt: ${cut(token, 75).join('\n')}\n`, ...cut(token, 75));
  },
};

export const severalLines: ContextGroup[] = [
  ['quoted lines', wordy.dashed, quoted],
  ['quoted lines', chosen.plain, quoted],
  ['wrapped tokens', (): string => chosen.base64url() + chosen.base64url(), wrapped],
  ['wrapped tokens', (): string => chosen.token() + chosen.token() + chosen.token(), wrapped],
];
