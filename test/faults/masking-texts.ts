/**
 * Texts of any size for measuring the masking: logs as services write them, and text made to be slow. None of it is or
 * was a credential.
 */
type Make = (size: number) => string;

const hex = (i: number, length: number): string =>
  ((i * 2654435761) >>> 0).toString(16).padStart(8, '0').repeat(8).slice(0, length);
const clock = (i: number): string =>
  `10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`;

/** Lines by number until the size is reached. */
const lines =
  (line: (i: number) => string, end = '\n'): Make =>
  (size) => {
    const parts: string[] = [];
    for (let i = 0, length = 0; length < size; i++) {
      parts.push(line(i));
      length += (parts.at(-1) as string).length + end.length;
    }
    return parts.join(end).slice(0, size);
  };
const repeat =
  (part: string): Make =>
  (size) =>
    part.repeat(Math.ceil(size / part.length)).slice(0, size);
const noise =
  (alphabet: string): Make =>
  (size) => {
    let state = 20261122;
    let text = '';
    while (text.length < size) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      text += alphabet[(state >>> 8) % alphabet.length];
    }
    return text;
  };

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const BASE64 = `${LOWER.toUpperCase()}${LOWER}${DIGITS}+/`;

/** Requests, JSON, stack traces, SQL; one line in 140 holds a secret. */
const service = lines((i) => {
  const at = `2026-11-21T${clock(i)}.${String(i % 1000).padStart(3, '0')}Z`;
  return [
    `${at} INFO  GET /api/v1/carts/${hex(i, 8)}-${hex(i, 4)}-4${hex(i, 3)}-a${hex(i, 3)}-${hex(i, 12)}?page=${i} 200 ${i % 90}ms`,
    `{"level":30,"time":17000000${i},"pid":4242,"reqId":"${hex(i, 12)}","msg":"request completed","statusCode":200}`,
    `${at} DEBUG [worker-${i % 8}] processed key=cart:${hex(i, 10)} in ${i % 40}ms, author=ci, passed=${i % 7}`,
    `    at Object.<anonymous> (/srv/app/node_modules/express/lib/router/index.js:${i % 900}:15)`,
    `    at async Session.authorize (file:///srv/app/src/auth/session.ts:${i % 300}:9)`,
    `${at} WARN  slow query: SELECT id, name FROM users WHERE id = ${i} AND token_type = 'bearer' LIMIT 10`,
    `commit ${hex(i, 40)} Merge branch 'main' into feature/checkout-${i}`,
    i % 140 === 6
      ? `> Authorization: Bearer ${hex(i, 32)}`
      : `> User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0`,
  ][i % 8] as string;
});

/** Logs and other text that people share. */
export const TYPICAL: Record<string, Make> = {
  service,
  'access log': lines(
    (i) =>
      `203.0.113.${i % 250} - user${i % 50} [21/Nov/2026:${clock(i)} +0000] "GET /items/${i}?session_id=${hex(i, 24)}&page=2 HTTP/1.1" 200 ${i % 9000} "https://example.com/a/${i}" "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0"`,
  ),
  syslog: lines(
    (i) =>
      `Nov 21 ${clock(i)} web-${i % 9} sshd[${i % 32000}]: Failed password for invalid user admin${i % 99} from 198.51.100.${i % 250} port ${1024 + (i % 60000)} ssh2`,
  ),
  'JSON lines': lines(
    (i) =>
      `{"ts":"2026-11-21T${clock(i)}Z","level":"info","auth":{"userId":"u_${hex(i, 10)}","scopes":["read","write"],"tokenType":"bearer"},"http":{"method":"POST","path":"/v1/sessions/${i}","headers":{"authorization":"Bearer ${hex(i, 40)}","cookie":"sid=${hex(i, 32)}; theme=dark"}},"durationMs":${i % 500}}`,
  ),
  'Java stack traces': lines((i) =>
    i % 12 === 0
      ? `2026-11-21 ${clock(i)} ERROR [http-nio-8080-exec-${i % 20}] c.e.auth.TokenService - java.lang.IllegalStateException: token ${i} is not valid`
      : `\tat com.example.auth.session.SessionTokenFilter$KeyResolver.doFilter(SessionTokenFilter.java:${i % 700}) ~[app.jar:1.4.${i % 9}]`,
  ),
  environment: lines(
    (i) =>
      [
        `DATABASE_URL=postgres://app:${hex(i, 16)}@db-${i}.internal:5432/app`,
        `API_KEY_${i}=${hex(i, 40)}`,
        `FEATURE_FLAG_${i}=true`,
        `JWT_SECRET=${hex(i, 32)}`,
        `PATH=/usr/local/bin:/usr/bin:${i}`,
      ][i % 5] as string,
  ),
  YAML: lines(
    (i) => `  - name: item-${i}\n    key: ${hex(i, 8)}\n    value: "some text ${i}"\n    enabled: true`,
  ),
  SQL: lines(
    (i) =>
      `INSERT INTO users (id, name, password_hash, created_at) VALUES (${i}, 'user ${i}', '$2b$12$${hex(i, 40)}${hex(i + 1, 13)}', '2026-11-21 ${clock(i)}');`,
  ),
  diff: lines(
    (i) =>
      `${'+- '[i % 3]}    const value${i} = await session.get(\`/keys/\${id}\`, { token: config.token, retries: ${i % 9} });`,
  ),
  'minified JavaScript': (size) =>
    lines(
      (i) =>
        `function t${i}(e,n){var r=e.key,o=n["token"]||e.auth;return r&&o?{key:r,token:o,pass:!0,i:${i}}:(e.session=n,null)}`,
      ';',
    )(size),
  'ANSI colours': lines(
    (i) =>
      `\u001b[90m${clock(i)}\u001b[0m \u001b[32mINFO\u001b[0m \u001b[1mserver\u001b[22m token=\u001b[33m${hex(i, 20)}\u001b[39m user=\u001b[36mu${i}\u001b[39m`,
  ),
  emoji: lines(
    (i) => `🚀 ${clock(i)} Schlüssel für „Müller“ geprüft – пароль: ${hex(i, 12)} 密码=${hex(i, 8)} 👩‍👩‍👧‍👦 ok`,
  ),
  prose: repeat(
    'The session ended when the user typed the password into the wrong form, and the token that the server had issued was no longer of use to anybody. ',
  ),
};

/** Text made to be slow, or that happens to be hard. */
export const HOSTILE: Record<string, Make> = {
  'labels without a value': repeat('response: password: '),
  'labels and a word': repeat('ERROR passphrase: abc '),
  'words without an end': (size) => `password: ${repeat('abc ')(size - 10)}`,
  'pairs of words': repeat('password: correct horse, '),
  'containers in containers': repeat('"password":{"old":'),
  'containers that do not end': repeat('"secret": ["abcdefgh1" '),
  'lists of lists': repeat('api_keys: [['),
  'indexes of code': repeat('secret: a[b["c"]] '),
  'children of an element': (size) => `<password>${repeat('<old>abc123def</old>')(size - 10)}`,
  'elements without children': repeat('<password><old>'),
  'maps of YAML': repeat('password:\n  old: abc\n'),
  'one map of YAML': (size) => `password:\n${repeat('  old: abcdef12\n')(size - 10)}`,
  'users with slashes': repeat('://a:b/c'),
  'users with blanks': repeat('://a:b c d '),
  'users and signs': repeat('://a:b/c@@'),
  'hosts of users': repeat('://a:b/c@d.'),
  'quotes over lines': repeat('password="abc\n'),
  'quotes of both kinds over lines': repeat(`password="abc\ntoken='def\n`),
  'a quote as long as the text': (size) => `password="${repeat('abcdef12\n')(size - 10)}`,
  'blocks of YAML': repeat('password: |\n  abc\n'),
  'one block of YAML': (size) => `password: |\n${repeat('  password: |\n')(size - 12)}`,
  'typographic quotes': repeat('password: “abc'),
  'names of many languages': repeat('hasło şifre Mot de passe 密码 كلمة المرور '),
  'names and full-width colons': repeat('パスワード：'),
  'half a phrase': repeat('mot de '),
  'particles of Japanese': repeat('パスワードは'),
  'codes without a number': repeat('verification code is '),
  'numbers that are codes': repeat('482913 is your '),
  'codes of people': repeat('code 482913 '),
  'wrapped tokens': (size) => `token=${repeat(`${'aB3'.repeat(25)}\n`)(size - 6)}`,
  'a token wrapped again and again': repeat(`api_key=${'aB3'.repeat(20)}\n${'cD4'.repeat(20)}\n`),
  selectors: repeat('key:atLOI:'),
  'users that are addresses': repeat('https://a%40b@'),
  'hooks without a query': repeat('/hook/'),
  'hooks with half a query': repeat('/hooks/a?b=c&d='),
  'a vault of short lines': (size) => `$ANSIBLE_VAULT;1.1;AES256\n${repeat('abcdef ')(size - 26)}`,
  'vaults that do not end': repeat(`$ANSIBLE_VAULT;1.1;AES256\n${'abcdef12\n'.repeat(50)}x`),
  'tokens of clusters': repeat('token abcde1.0123456789abcdef '),
  'pairs of passwords': (size) => `users\n${repeat('alice:Abc$12xyzQ\n')(size - 6)}`,
  'users without a password': repeat('user a:'),
  'key=': repeat('key='),
  'token:token:': repeat('token:'),
  'token:token=': repeat('token:token='),
  'numbered tokens': lines((i) => `token:${i}`, ''),
  'numbered secrets': lines((i) => `secret=${hex(i, 6)}!`, '&'),
  'random keys': lines((i) => `api_key=${hex(i, 24)}`, ' '),
  'distinct names': lines((i) => `x${hex(i, 8)}token=`, ' '),
  'a name as long as the text': repeat('token_'),
  'auth.auth.': repeat('auth.'),
  'password:': repeat('password: '),
  'password=': repeat('password='),
  'password= and spaces': repeat(`password=${' '.repeat(40)}`),
  'token="': repeat('token="'),
  'token=\'token="': repeat(`token='token="`),
  'token="""': repeat('token="""'),
  'token=\\"': repeat('token=\\"'),
  'token("': repeat('token("'),
  'one quote, many names': (size) => `"${repeat('token: ')(size - 1)}`,
  'unbalanced quotes': repeat(`"'\`password":'`),
  'key,': repeat('key,'),
  '<token>': repeat('<token>'),
  '<token> <': (size) => `<token>${repeat('<a>token:')(size - 7)}`,
  'name=key value': repeat('name="key" '),
  ';Password=': repeat('Server=a;Password='),
  'a=b;pwd=': repeat('a=b;pwd=c;'),
  eyJ: repeat('eyJ'),
  '-eyJ': repeat('-eyJabcdefghijkl'),
  'eyJ….': repeat('eyJabcdefghijkl.'),
  ZXlK: repeat('ZXlK'),
  '-----BEGIN ': repeat('-----BEGIN '),
  '-----BEGIN … KEY': repeat('-----BEGIN RSA PRIVATE KEY-----'),
  'lists in lists': repeat('tokens: ['),
  'INSERT INTO': repeat('INSERT INTO t (password) VALUES ('),
  'data of secrets': repeat('"kind":"Secret","data":{'),
  'values before names': repeat('"value":"abc","name":"token",'),
  'password is': repeat('root password is '),
  'END … KEY': repeat('-----END PRIVATE KEY-----'),
  'END … KEY on lines': repeat('x y z\n-----END PRIVATE KEY-----\n'),
  'BEGIN and other lines': repeat('-----BEGIN PRIVATE KEY-----\nx y z\n'),
  'heads of keys': repeat('MIIEpAIBAAKCAQEA\n'),
  'columns without rows': repeat('user,password\n'),
  'columns and long rows': (size) => repeat(`a,token\n"${',"x'.repeat(900)}\n`)(size),
  'a table as long as the text': (size) => `user,password,"a\n${repeat('b,"c,d\n')(size - 16)}`,
  'snmp commands': repeat('snmpwalk -v 3 '),
  'commands with flags': repeat('mysql -h a openssl enc -a ipmitool -U b schtasks /c '),
  'keys of devices': repeat('username a key 7 password 0 radius-server key '),
  'net use': repeat('net use \\\\a\\b '),
  'names of secrets, alone': repeat('password\n'),
  'dashes and ENC': repeat('a-password-key ENC '),
  'dots of hex': repeat('0123456789abcdef0123456789abcdef.'),
  'sk-': repeat('sk-'),
  'addresses of mail': repeat('a@b.c:d\n'),
  'encoded addresses': repeat('%3A%2F%2Fa%3A'),
  'words of a phrase': repeat('mnemonic: abcd abcd '),
  'lists of one': repeat('password: [a, '),
  'coloured names': repeat('\u001b[31mpassword\u001b[0m=abc123x '),
  'links without an end': repeat('\u001b]8;;'),
  'BEGIN and base64': repeat(`-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(100)}\n`),
  'one key as long as the text': (size) =>
    `-----BEGIN PRIVATE KEY-----\n${repeat(`${'QUJD'.repeat(16)}\n`)(size - 28)}`,
  'a key on one line': (size) => `-----BEGIN PRIVATE KEY-----${repeat('QUJDREVG\\n')(size - 27)}`,
  'PRIVATE KEY without a body': repeat('BEGIN PRIVATE KEY\n'),
  'AWS4-HMAC-SHA256': repeat('AWS4-HMAC-SHA256 '),
  'https://': repeat('https://'),
  'https://a:b': repeat('https://a:b'),
  '://a:': repeat('://a:bcd'),
  'a:b@': repeat('a:b@'),
  'a:5432:a:': repeat('a:5432:a:'),
  'a URL of thousands of parameters': (size) =>
    `https://example.com/?${lines((i) => `param${i}=${hex(i, 8)}`, '&')(size - 21)}`,
  'a URL of thousands of tokens': (size) =>
    `https://example.com/?${lines((i) => `access_token=${hex(i, 8)}`, '&')(size - 21)}`,
  'encoded parameters': lines((i) => `token%3D${hex(i, 8)}%26`, ''),
  ghs_: repeat('ghs_1_a.'),
  ghp_ghp_: repeat('ghp_'),
  'SG.': repeat('SG.abcdefghijklmnopqrst'),
  AKIA: repeat(`AKIA${'A'.repeat(16)} `),
  AccountKey: repeat('AccountKey='),
  'numbers and colons': repeat('1234567890:A'),
  't1.': repeat('t1.aaaaaaaaaaaaaaaaaaaaaaaa'),
  'Bearer ': repeat('Bearer '),
  'Bearer+': repeat('Bearer+'),
  'Bearer abcdefghijkl': lines((i) => `Bearer x${hex(i, 12)}`, ' '),
  'authorization:': repeat('authorization: a '),
  'mysql ': repeat('mysql '),
  'mysql -p': repeat('mysql -p '),
  'docker login': repeat('docker login '),
  'curl -u': repeat(' -u a:b'),
  'Cookie:': repeat('cookie: a=b;'),
  'a=b;': (size) => `cookie: ${repeat('a=b;')(size - 8)}`,
  'machine login': repeat('machine a login b '),
  'IDENTIFIED BY': repeat('IDENTIFIED BY '),
  'kind: Secret': (size) => `kind: Secret\ndata:\n${repeat('  a: b\n')(size - 19)}`,
  'kind: Secret, no data': repeat('kind: Secret\n---\n'),
  'deep JSON': repeat('{"token":[{"a":'),
  'deep arrays': repeat('['),
  'JSON in JSON': repeat('{\\"password\\":\\"'),
  '%20': repeat('%20'),
  '&quot;': repeat('token=&quot;'),
  'one letter': repeat('a'),
  'one capital': repeat('A'),
  spaces: repeat(' '),
  tabs: repeat('\t'),
  '=': repeat('='),
  ':': repeat(':'),
  '"': repeat('"'),
  '\\"': repeat('\\"'),
  backslashes: (size) => `password="${repeat('\\')(size - 10)}`,
  newlines: repeat('\r\n'),
  digits: repeat(DIGITS),
  zeros: repeat('0'),
  'hex without a break': noise(`${DIGITS}abcdef`),
  'base64 without a break': noise(BASE64),
  'base64 in lines': (size) => (noise(BASE64)(size).match(/.{1,76}/g) as string[]).join('\n').slice(0, size),
  'base64url without a break': noise(`${BASE64.slice(0, 62)}-_`),
  'letters and dots': noise('ab.-_'),
  punctuation: noise('=:;,"\'`()[]{}<>\\/@&?#%| '),
  'names and punctuation': (size) => {
    const words = [
      'token',
      'password',
      'key',
      'secret',
      '=',
      ':',
      '"',
      "'",
      ' ',
      '\n',
      '\\',
      '/',
      '@',
      '<',
      '>',
      'a1',
      '$',
      '{',
    ];
    return Array.from(noise('abcdefghijklmnopqr')(size), (char) => words[char.charCodeAt(0) - 97])
      .join('')
      .slice(0, size);
  },
  astral: repeat('🔑'),
  'astral names': repeat('🔑token=🔑'),
  'lone surrogates': repeat('token=\ud83d'),
  cyrillic: repeat('пароль'),
  'combining marks': repeat('e\u0301'),
  'ANSI everywhere': repeat('\u001b[31mt\u001b[0m'),
  'zero bytes': repeat('\0'),
  'words after passwords': repeat('password Ab#1defgh- '),
  'kinds of escapes': repeat('ESC[1mtok\\33[0m%1B[31m&#27;[0m'),
  'letters printed twice': repeat('a\ba'),
  'aligned names': repeat('USER   PASSWORD\n'),
  'aligned cells': (size) => `USER   PASSWORD\n${'bob    Ab1$defgh\n'.repeat(size / 17)}`,
  'fields of forms': repeat('<input value="a" type="passwor '),
  'cells of names': repeat('<th>password</th><td>a1'),
  'shared signatures': repeat('SharedAccessSignature=sr=a&'),
  'signed addresses': repeat('?sign=a1b2c3&verify=1763719200-'),
  'images that are signed': repeat('.imgix.net/a?'),
  'hexadecimal and NRAL': repeat('0123456789abcdef0123456789abcdefNRAL'),
  'ids and colons': repeat('01234567-89ab-4def-8123-456789abcdef:'),
};
