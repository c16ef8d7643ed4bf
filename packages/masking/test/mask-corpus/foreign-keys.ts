import type { ForeignCase } from './foreign.ts';
import { randomText } from './random.ts';

const { base64, digits, hex, base36 } = randomText(30_001);

/** How logs and other texts write the lines of a key: what stands before and after each. */
const WRITERS: Record<string, (line: string, i: number) => string> = {
  plain: (line) => line,
  'docker compose': (line) => `web-1  | ${line}`,
  'docker compose v1': (line) => `api_1       | ${line}`,
  buildkit: (line, i) => `#6 0.${245 + i} ${line}`,
  'buildkit later': (line, i) => `#12 ${10 + i}.3 ${line}`,
  'kubernetes file': (line, i) => `2026-11-21T10:00:0${i % 10}.12345678${i % 10}Z stdout F ${line}`,
  'kubectl timestamps': (line, i) => `2026-11-21T10:00:00.00${i % 10}Z ${line}`,
  'kubectl prefix': (line) => `[pod/web-7d9f8b6c5d-x2x9k/web] ${line}`,
  stern: (line) => `web-7d9f8b6c5d-x2x9k web ${line}`,
  syslog: (line, i) => `Nov 21 10:00:0${i % 10} host-1 app[${4242 + i}]: ${line}`,
  'syslog 5424': (line, i) => `<14>1 2026-11-21T10:00:0${i % 10}.003Z host app 4242 ID47 - ${line}`,
  journal: (line) => `Nov 21 10:00:00 ip-10-0-0-1 systemd[1]: ${line}`,
  'json-file': (line, i) =>
    JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: `2026-11-21T10:00:0${i % 10}Z` }),
  'json message': (line, i) =>
    JSON.stringify({ level: 'info', ts: 1763719200.12 + i, msg: line, caller: 'app/main.go:42' }),
  pino: (line, i) =>
    JSON.stringify({ level: 30, time: 1763719200000 + i, pid: 7, hostname: 'a1b2c3d4e5f6', msg: line }),
  logfmt: (line) => `time="2026-11-21T10:00:00Z" level=info msg="${line}"`,
  'hash comment': (line) => `# ${line}`,
  'slash comment': (line) => `// ${line}`,
  'star comment': (line) => ` * ${line}`,
  'sql comment': (line) => `-- ${line}`,
  'ini comment': (line) => `; ${line}`,
  'batch comment': (line) => `REM ${line}`,
  'html list': (line) => `<li>${line}</li>`,
  'html break': (line) => `${line}<br/>`,
  'diff plus': (line) => `+${line}`,
  'diff minus': (line) => `-${line}`,
  quote: (line) => `> ${line}`,
  'quote twice': (line) => `> > ${line}`,
  numbered: (line, i) => `${String(i + 1).padStart(4)}  ${line}`,
  'numbered colon': (line, i) => `${i + 1}: ${line}`,
  'numbered tab': (line, i) => `${String(i + 1).padStart(6)}\t${line}`,
  grep: (line, i) => `deploy/id_rsa:${i + 1}:${line}`,
  'github actions': (line, i) => `2026-11-21T10:00:00.${1234567 + i}Z ${line}`,
  'github actions job': (line, i) => `build\tRun tests\t2026-11-21T10:00:00.${1234567 + i}Z ${line}`,
  'gitlab runner': (line, i) => `2026-11-21T10:00:00.${123456 + i}Z 01O ${line}`,
  jenkins: (line) => `[2026-11-21T10:00:00.123Z] ${line}`,
  teamcity: (line) => `[10:00:00]W:\t [Step 1/2] ${line}`,
  log4j: (line) => `2026-11-21 10:00:00,123 DEBUG [main] c.e.a.KeyLoader - ${line}`,
  spring: (line) => `2026-11-21T10:00:00.123Z  INFO 7 --- [nio-8080-exec-1] c.e.app.KeyLoader : ${line}`,
  python: (line) => `DEBUG:root:${line}`,
  'python long': (line) => `2026-11-21 10:00:00,123 - app.keys - DEBUG - ${line}`,
  heroku: (line) => `2026-11-21T10:00:00.123456+00:00 app[web.1]: ${line}`,
  ansible: (line) => `ok: [host1] => ${line}`,
  cloudwatch: (line, i) => `17637192000${10 + i} ${line}`,
  terraform: (line) => `      + ${line}`,
  cpp: (line) => `    "${line}\\n"`,
  java: (line) => `        "${line}\\n" +`,
  js: (line) => `  '${line}',`,
  'python parts': (line) => `    b"${line}\\n"`,
  php: (line) => `    . "${line}\\n"`,
  shell: (line) => `echo "${line}" >> key.pem`,
  trace: (line) => `+ echo '${line}'`,
  powershell: (line) => `PS>TerminatingError(): "${line}"`,
  'go printf': (line) => `2026/11/21 10:00:00 main.go:42: ${line}`,
  android: (line) => `11-21 10:00:00.123  4242  4250 D KeyLoader: ${line}`,
  tab: (line) => `\t\t${line}`,
  'yaml list': (line) => `      - ${line}`,
  pm2: (line) => `0|api  | ${line}`,
  foreman: (line) => `10:00:00 web.1  | ${line}`,
  turbo: (line) => `@acme/api:dev: ${line}`,
  csv: (line, i) => `${i},"${line}",ok`,
  ansi: (line) => `\u001b[32m${line}\u001b[0m`,
  'ansi prefix': (line) => `\u001b[36mweb-1  |\u001b[0m ${line}`,
  'ansi inside': (line) => `${line.slice(0, 9)}\u001b[1m${line.slice(9)}\u001b[0m`,
};

/** A key on one line. */
const ONE_LINE: Record<string, (lines: string[]) => string> = {
  escaped: (lines) => `key="${lines.join('\\n')}"`,
  'escaped twice': (lines) => `{"a":"{\\"k\\":\\"${lines.join('\\\\n')}\\\\n\\"}"}`,
  'escaped returns': (lines) => `{"k":"${lines.join('\\r\\n')}\\r\\n"}`,
  'url-encoded': (lines) => `POST /import?pem=${encodeURIComponent(lines.join('\n'))}&x=1`,
  'form-encoded': (lines) => `pem=${encodeURIComponent(lines.join('\r\n')).replaceAll('%20', '+')}&next=1`,
  base64: (lines) => `blob ${Buffer.from(`${lines.join('\n')}\n`).toString('base64')} end`,
  spaces: (lines) => `loaded ${lines.join(' ')} ok`,
  html: (lines) => `<pre>${lines.join('&#10;')}</pre>`,
  'unicode escapes': (lines) => `{"k":"${lines.join('\\u000a')}"}`,
  'json slashes': (lines) => `{"k":"${lines.join('\\n').replaceAll('/', '\\/')}"}`,
  'no armour': (lines) => `der ${lines.slice(1, -1).join('')} end`,
  'syslog escapes': (lines) => `Nov 21 10:00:00 h app: ${lines.join('#012')}`,
  'python list': (lines) => `[${lines.map((line) => `'${line}\\n'`).join(', ')}]`,
  'json list': (lines) => JSON.stringify(lines),
};

/** How real keys begin, so that a body without its first line is one. */
const HEADS: Record<string, { label: string; head: string; lines: number }> = {
  rsa: { label: 'RSA ', head: ['MIIEpAIBA', 'AKCAQEA'].join(''), lines: 25 },
  pkcs8: { label: '', head: ['MIIEvQIBADANBgkqhkiG9w0', 'BAQEFAASC'].join(''), lines: 25 },
  ec: { label: 'EC ', head: ['MHcCAQEE', 'I'].join(''), lines: 3 },
  ed25519: { label: '', head: ['MC4CAQAwBQYDK2', 'VwBCIEI'].join(''), lines: 1 },
  openssh: { label: 'OPENSSH ', head: ['b3BlbnNzaC1rZXktdjE', 'AAAAA'].join(''), lines: 26 },
  encrypted: { label: 'ENCRYPTED ', head: ['MIIFLTBXBgkqhkiG9w0', 'BBQ0'].join(''), lines: 28 },
};

function key({ label, head, lines }: { label: string; head: string; lines: number }): string[] {
  const width = label === 'OPENSSH ' ? 70 : 64;
  const body = (head + base64(lines * width)).slice(0, lines * width - (lines === 1 ? 0 : 20));
  return [
    `-----BEGIN ${label}PRIVATE ${'KEY'}-----`,
    ...(body.match(new RegExp(`.{1,${width}}`, 'g')) as string[]),
    `-----END ${label}PRIVATE ${'KEY'}-----`,
  ];
}

/** Private keys as logs, sources and requests show them: whole, without their first or last lines, on one line. */
export function* foreignKeys(): Generator<ForeignCase> {
  for (const [kind, shape] of Object.entries(HEADS)) {
    for (const [writer, write] of Object.entries(WRITERS)) {
      const lines = key(shape);
      const parts: Record<string, string[]> = {
        whole: lines,
        ...(lines.length > 6 && {
          'without its end': lines.slice(0, -3),
          'without its begin': lines.slice(2),
          'with another line inside': [
            ...lines.slice(0, 3),
            `another program says ${digits(3)}`,
            ...lines.slice(3),
          ],
        }),
      };
      for (const [part, some] of Object.entries(parts)) {
        const eol = writer.length % 3 === 0 ? '\r\n' : '\n';
        const text = ['starting up', ...some, 'listening on 8080'].map(write).join(eol);
        const secrets = some.filter((line) => !/-----|another/.test(line));
        yield { group: 'private keys', id: `${kind} ${writer} ${part}`, text, secrets };
      }
    }
    for (const [writer, write] of Object.entries(ONE_LINE)) {
      const lines = key(shape);
      const secrets =
        writer === 'base64'
          ? [Buffer.from(lines.slice(1, -1).join('\n')).toString('base64').slice(8, -8)]
          : lines.slice(1, -1);
      const text = write(lines);
      yield { group: 'private keys', id: `${kind} ${writer}`, text, secrets };
    }
  }
  const pgp = [
    '-----BEGIN PGP PRIVATE ' + 'KEY BLOCK-----',
    'Version: GnuPG v2',
    '',
    ...Array.from({ length: 8 }, () => base64(64)),
    `${base64(22)}==`,
    `=${base64(4)}`,
    '-----END PGP PRIVATE ' + 'KEY BLOCK-----',
  ];
  const old = [
    '-----BEGIN RSA PRIVATE ' + 'KEY-----',
    'Proc-Type: 4,ENCRYPTED',
    `DEK-Info: AES-128-CBC,${hex(32).toUpperCase()}`,
    '',
    ...Array.from({ length: 12 }, () => base64(64)),
    base36(20),
    '-----END RSA PRIVATE ' + 'KEY-----',
  ];
  for (const [kind, lines] of Object.entries({ pgp, 'old encrypted': old })) {
    for (const [writer, write] of Object.entries(WRITERS)) {
      yield {
        group: 'private keys',
        id: `${kind} ${writer}`,
        text: ['a', ...lines, 'z'].map(write).join('\n'),
        secrets: lines.filter((line) => /^[A-Za-z0-9+/=]{20,}$/.test(line)),
      };
    }
  }
}
