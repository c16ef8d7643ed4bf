import { randomText } from './random.ts';

const { base32, base36, base62, base64, base64url, digits, hex, jwt, upper36, uuid } = randomText(20261121);

/** A text and the secrets in it: none may leave 8 characters in a row. */
export interface Positive {
  name: string;
  text: string;
  secrets: string[];
}

const join = (...parts: string[]): string => parts.join('');

/** Credentials that are known by their form; the prefixes are in pieces so that no scanner takes this for a leak. */
export const FORMS: Record<string, () => string> = {
  'own key': () => join('svc', '_sk_', 'live_', base62(38)),
  'own test key': () => join('svc', '_sk_', 'test_', base62(38)),
  'webhook secret': () => join('whs', 'ec_', base64(32)),
  'github classic': () => join('gh', 'p_', base62(36)),
  'github oauth': () => join('gh', 'o_', base62(36)),
  'github server': () => join('gh', 's_', base62(36)),
  'github fine-grained': () => join('github', '_pat_', base62(22), '_', base62(59)),
  gitlab: () => join('gl', 'pat-', base64url(20)),
  'gitlab runner': () => join('gl', 'rt-', base64url(20)),
  'aws id': () => join('AK', 'IA', base32(16)),
  'aws temporary id': () => join('AS', 'IA', base32(16)),
  'google api': () => join('AI', 'za', 'Sy', base64url(33)),
  'google oauth': () => join('ya', '29.', 'a0Af', base64url(60)),
  'google client secret': () => join('GOC', 'SPX-', base64url(28)),
  'slack bot': () => join('xo', 'xb-', digits(12), '-', digits(12), '-', base62(24)),
  'slack user': () => join('xo', 'xp-', digits(11), '-', digits(11), '-', digits(12), '-', hex(32)),
  'slack app': () => join('xa', 'pp-1-', upper36(11), '-', digits(13), '-', hex(64)),
  'stripe live': () => join('sk', '_live_', base62(24)),
  'stripe restricted': () => join('rk', '_test_', base62(99)),
  openai: () => join('s', 'k-', base62(20), 'T3Blbk', 'FJ', base62(20)),
  'openai project': () => join('s', 'k-proj-', base64url(74), 'T3Blbk', 'FJ', base64url(74)),
  anthropic: () => join('s', 'k-ant-', 'api03-', base64url(93), 'AA'),
  groq: () => join('gs', 'k_', base62(52)),
  'hugging face': () => join('h', 'f_', base62(34)),
  npm: () => join('np', 'm_', base62(36)),
  pypi: () => join('py', 'pi-AgE', 'IcHlwaS5vcmc', base64url(80)),
  rubygems: () => join('ruby', 'gems_', hex(48)),
  twilio: () => join('S', 'K', hex(32)),
  sendgrid: () => join('S', 'G.', base64url(22), '.', base64url(43)),
  mailgun: () => join('ke', 'y-', hex(32)),
  mailchimp: () => join(hex(32), '-us', '12'),
  brevo: () => join('xkey', 'sib-', hex(64), '-', base62(16)),
  telegram: () => join(digits(10), ':A', 'A', base64url(33)),
  discord: () => join('M', base62(23), '.', base64url(6), '.', base64url(38)),
  digitalocean: () => join('do', 'p_v1_', hex(64)),
  heroku: () => join('HR', 'KU-', 'AA', base64url(58)),
  shopify: () => join('shp', 'at_', hex(32)),
  linear: () => join('lin', '_api_', base62(40)),
  figma: () => join('fi', 'gd_', base64url(40)),
  databricks: () => join('da', 'pi', hex(32)),
  'grafana cloud': () => join('gl', 'c_', base64(60)),
  'grafana account': () => join('gl', 'sa_', base62(32), '_', hex(8)),
  vault: () => join('hv', 's.', base64url(95)),
  terraform: () => join(base62(14), '.atlas', 'v1.', base64url(64)),
  docker: () => join('dckr', '_pat_', base64url(27)),
  supabase: () => join('sb', 'p_', hex(40)),
  sentry: () => join('sntr', 'yu_', hex(64)),
  age: () => join('AGE-SECRET', '-KEY-1', upper36(58)),
  'azure client': () => join(base62(3), '8', 'Q~', base62(34)),
  atlassian: () => join('ATAT', 'T3x', base64url(180)),
  airtable: () => join('pa', 't', base62(14), '.', hex(64)),
  doppler: () => join('d', 'p.pt.', base62(43)),
  dynatrace: () => join('dt', '0c01.', upper36(24), '.', upper36(64)),
  planetscale: () => join('pscale', '_tkn_', base62(43)),
  postman: () => join('PM', 'AK-', hex(24), '-', hex(34)),
  'new relic': () => join('NR', 'AK-', upper36(27)),
  notion: () => join('nt', 'n_', digits(11), base62(35)),
  pulumi: () => join('pu', 'l-', hex(40)),
  facebook: () => join('EA', 'AC', base62(120)),
  square: () => join('sq0', 'atp-', base64url(22)),
  openshift: () => join('sha', '256~', base64url(43)),
  jwt,
  jwe: () => `${jwt().split('.')[0]}.${base64url(60)}.${base64url(16)}.${base64url(90)}.${base64url(22)}`,
};

/** Places of a credential of known form without a name that gives it away. */
const PLACES: ((secret: string) => string)[] = [
  (s) => `value=${s}`,
  (s) => `{"a": 1, "b": "${s}", "c": true}`,
  (s) => `2026-11-21T10:00:00Z ERROR upstream refused ${s}: 403`,
  (s) => `curl https://api.example.com/v1/items -d 'x=${s}'`,
  (s) => `const x = '${s}';`,
  (s) => `Error: bad value "${s}"\r\n    at login (/srv/app/src/login.ts:4:2)`,
  (s) => `  x: ${s}\n  y: 2\n`,
  (s) => `https://example.com/callback?x=${encodeURIComponent(s)}&y=1`,
  (s) => `<entry>${s}</entry>`,
  (s) => `{\\"b\\":\\"${s}\\"}`,
];

/** Random values with nothing to tell them by but the name they are given. */
const VALUES: (() => string)[] = [
  () => hex(32),
  () => hex(40),
  () => hex(64),
  () => base36(20),
  () => base36(30),
  () => base62(24),
  () => base62(40),
  () => base64url(43),
  () => `${base64(86)}==`,
  uuid,
];

const NAMES = [
  'adafruit_api_key',
  'ALGOLIA_ADMIN_KEY',
  'bitbucketClientSecret',
  'codecov_token',
  'coinbaseAccessToken',
  'DATADOG_APP_KEY',
  'dropboxToken',
  'fastly-api-key',
  'finnhub_key',
  'jfrogIdentityToken',
  'KRAKEN_PRIVATE_KEY',
  'launchdarkly.sdk.key',
  'mapbox_secret_token',
  'netlifyAuthToken',
  'okta_api_token',
  'RAPIDAPI_KEY',
  'snyk_token',
  'twitch_client_secret',
  'yandexOauthToken',
  'zendesk_secret',
  'encryption_key',
  'SESSION_SECRET',
  'jwt_secret',
  'x-auth-token',
  'refresh_token',
  'sessionId',
];

const ASSIGNMENTS: ((name: string, secret: string) => string)[] = [
  (n, s) => `${n}=${s}`,
  (n, s) => `${n} = "${s}"`,
  (n, s) => `${n}: ${s}`,
  (n, s) => `${n}: '${s}'`,
  (n, s) => `{\n  "id": 7,\n  "${n}": "${s}"\n}`,
  (n, s) => `\\"${n}\\": \\"${s}\\",`,
  (n, s) => `export ${n.toUpperCase().replaceAll(/[-.]/g, '_')}=${s}`,
  (n, s) => `<${n}>${s}</${n}>`,
  (n, s) => `<add key="${n}" value="${s}" />`,
  (n, s) => `- name: ${n}\n  value: ${s}\n`,
  (n, s) => `${n}: |\n  ${s}`,
  (n, s) => `${n} := \`${s}\``,
  (n, s) => `String ${n} = "${s}";`,
  (n, s) => `config['${n}'] = '${s}'`,
  (n, s) => `${n},${s},`,
  (n, s) => `  "${n}" => "${s}"`,
  (n, s) => `${n} ?= "${s}"`,
  (n, s) => `run --${n} ${s} --verbose`,
  (n, s) => `GET /v1/items?page=2&${n}=${s}&sort=asc 200`,
  (n, s) => `[debug] options { ${n}: '${s}', retries: 3 }`,
];

const password = (): string => `${base62(5)}!${base62(4)}#${digits(2)}`;
const pem = (kind: string, lines: number): string[] => [
  `-----BEGIN ${kind}PRIVATE ${'KEY'}-----`,
  ...Array.from({ length: lines }, () => base64(64)),
  `${base64(30)}==`,
  `-----END ${kind}PRIVATE ${'KEY'}-----`,
];

/** A text around one secret, of which nothing else tells. */
function one(name: string, secret: string, text: (secret: string) => string): Positive {
  return { name, text: text(secret), secrets: [secret] };
}

function* structures(): Generator<Positive> {
  for (const [scheme, secret] of [
    ['Bearer', base64url(40)],
    ['Basic', Buffer.from(`alice:${password()}`).toString('base64')],
    ['Token', hex(40)],
    ['ApiKey', base62(32)],
    ['Negotiate', base64(60)],
    ['SSWS', base62(42)],
    ['Acme-Scheme', base62(28)],
  ] as const) {
    yield one(
      `Authorization ${scheme}`,
      secret,
      (s) => `Authorization: ${scheme} ${s}\r\nHost: example.com\r\n`,
    );
    yield one(
      `Authorization ${scheme}, curl`,
      secret,
      (s) => `curl -s -H 'Authorization: ${scheme} ${s}' https://example.com`,
    );
    yield one(
      `Authorization ${scheme}, JSON`,
      secret,
      (s) => `{"headers":{"authorization":"${scheme} ${s}","host":"a"}}`,
    );
    yield one(
      `Authorization ${scheme}, object`,
      secret,
      (s) => `{ Authorization: '${scheme} ${s}', Accept: '*/*' }`,
    );
  }
  yield one(
    'Proxy-Authorization',
    Buffer.from(`p:${password()}`).toString('base64'),
    (s) => `Proxy-Authorization: Basic ${s}`,
  );
  yield one(
    'Digest',
    hex(32),
    (s) => `Authorization: Digest username="u", realm="r", nonce="abc", uri="/", response="${s}"`,
  );
  yield one(
    'AWS signature',
    hex(64),
    (s) =>
      `Authorization: AWS4-HMAC-SHA256 Credential=x/20261121/eu/s3/aws4_request, SignedHeaders=host, Signature=${s}`,
  );
  for (const name of [
    'X-Api-Key',
    'X-Auth-Token',
    'X-Vault-Token',
    'PRIVATE-TOKEN',
    'Ocp-Apim-Subscription-Key',
    'apikey',
    'X-Goog-Api-Key',
    'X-CSRF-Token',
  ]) {
    yield one(name, base62(32), (s) => `GET / HTTP/1.1\r\n${name}: ${s}\r\nAccept: */*\r\n`);
    yield one(`${name}, curl`, base62(32), (s) => `curl -H "${name}: ${s}" https://example.com/`);
    yield one(`${name}, JSON`, base62(32), (s) => `"${name}":"${s}"`);
  }
  for (const text of [
    (s: string) => `Cookie: sid=${s}; theme=dark`,
    (s: string) => `Set-Cookie: session=${s}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    (s: string) => `{"cookie":"theme=dark; connect.sid=s%3A${s}"}`,
    (s: string) => `curl --cookie 'a=b' -H 'Cookie: PHPSESSID=${s}' https://example.com`,
    (s: string) => `'set-cookie': [ 'token=${s}; Max-Age=3600' ],`,
    (s: string) => `document.cookie = "auth=${s}; path=/"`,
  ]) {
    yield one('cookie', base62(32), text);
  }
  for (const scheme of [
    'https',
    'postgres',
    'postgresql',
    'mysql',
    'mongodb',
    'mongodb+srv',
    'redis',
    'rediss',
    'amqp',
    'amqps',
    'ftp',
    'smtp',
    'ldap',
    'clickhouse',
  ]) {
    yield one(
      `${scheme} URL`,
      password(),
      (s) => `connecting to ${scheme}://app:${s}@db.internal:1234/main?x=1`,
    );
    yield one(
      `${scheme} URL in JSON`,
      base62(20),
      (s) => `{"url":"${scheme}:\\/\\/app:${s}@db.internal\\/main"}`,
    );
  }
  yield one('redis without user', password(), (s) => `REDIS_URL=redis://:${s}@cache:6379/0`);
  yield one('@ in the password', `${base62(6)}@${base62(6)}`, (s) => `postgres://app:${s}@db:5432/main`);
  yield one('token as user', base62(40), (s) => `git clone https://${s}@github.com/acme/app.git`);
  yield one('Sentry DSN', hex(32), (s) => `dsn: https://${s}@o1.ingest.sentry.io/42`);
  yield one('Go MySQL DSN', password(), (s) => `app:${s}@tcp(127.0.0.1:3306)/main?parseTime=true`);
  yield one('JDBC Oracle', password(), (s) => `jdbc:oracle:thin:scott/${s}@//db:1521/orcl`);
  for (const text of [
    (s: string) =>
      `Server=tcp:db.example.com,1433;Initial Catalog=main;User ID=sa;Password=${s};Encrypt=True;`,
    (s: string) => `"Default": "Data Source=db;User Id=sa;Pwd=${s};"`,
    (s: string) => `jdbc:sqlserver://db:1433;databaseName=main;user=sa;password=${s};encrypt=true`,
    (s: string) => `jdbc:mysql://db:3306/main?user=app&password=${s}&useSSL=false`,
    (s: string) => `host=db port=5432 user=app password=${s} dbname=main`,
    (s: string) =>
      `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${base64(4)}${s}${base64(4)}==;EndpointSuffix=core.windows.net`,
    (s: string) =>
      `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=${s}a1=`,
  ]) {
    yield one('connection string', `${base62(9)}${digits(2)}${base62(9)}`, text);
  }
  yield one(
    'Azure SAS',
    base62(43),
    (s) => `https://acme.blob.core.windows.net/c/f?sv=2024-01-01&se=2027-01-01&sr=b&sig=${s}%3D`,
  );
  for (const kind of ['RSA ', '', 'EC ', 'OPENSSH ', 'ENCRYPTED ', 'DSA ']) {
    const lines = pem(kind, 6);
    const secrets = lines.slice(1, -1);
    yield { name: `${kind}PEM`, text: `before\n${lines.join('\n')}\nafter`, secrets };
    yield {
      name: `${kind}PEM, CRLF, indented`,
      text: `key: |\r\n${lines.map((line) => `    ${line}`).join('\r\n')}\r\nnext: 1`,
      secrets,
    };
    yield { name: `${kind}PEM in JSON`, text: `{"private_key":"${lines.join('\\n')}\\n","id":1}`, secrets };
    yield {
      name: `${kind}PEM, cut off`,
      text: `${lines.slice(0, 4).join('\n')}\n2026-11-21 INFO next line`,
      secrets: lines.slice(1, 4),
    };
    yield {
      name: `${kind}PEM in a string`,
      text: lines.map((line) => `  "${line}\\n" +`).join('\n'),
      secrets,
    };
  }
  yield one('JWK', base64url(43), (s) => `{"kty":"EC","crv":"P-256","x":"${base64url(10)}","d":"${s}"}`);
  for (const name of [
    'password',
    'PASSWORD',
    'db_password',
    'adminPassword',
    'passwd',
    'MYSQL_PWD',
    'smtpPass',
    'passphrase',
    'spring.datasource.password',
    'user[password]',
    'пароль',
    'contraseña',
  ]) {
    yield one(`${name} in INI`, password(), (s) => `[db]\n${name} = ${s}\nport = 5432\n`);
    yield one(`${name} in JSON`, password(), (s) => `{"user":"app","${name}":"${s}","port":1}`);
    yield one(`${name} in YAML`, password(), (s) => `user: app\n${name}: ${s}\nport: 1\n`);
    yield one(`${name} in code`, password(), (s) => `const c = connect({ user, ${name}: "${s}" });`);
  }
  for (const word of [
    'swordfish',
    'letmein',
    'Winter2026',
    'correct horse battery staple',
    'p@ss"word'.replace('"', ''),
    '12345678',
  ]) {
    yield one('weak password', word, (s) => `{"login":"bob","password":"${s}"}`);
  }
  yield one('escaped quote', `${base62(6)}\\"${base62(6)}`, (s) => `{"password":"${s}","x":1}`);
  for (const text of [
    (s: string) => `mysql -u root -p${s} main`,
    (s: string) => `mysqldump --user=root --password=${s} main`,
    (s: string) => `sshpass -p ${s} ssh host`,
    (s: string) => `docker login -u bob -p ${s} registry.example.com`,
    (s: string) => `redis-cli -h cache -a ${s} ping`,
    (s: string) => `curl -u bob:${s} https://example.com/`,
    (s: string) => `curl --user "bob:${s}" https://example.com/`,
    (s: string) => `openssl rsa -in k.pem -passin pass:${s}`,
    (s: string) => `app --password ${s} --port 80`,
    (s: string) => `wget --http-password=${s} https://example.com`,
    (s: string) => `machine example.com login bob password ${s}`,
    (s: string) => `db.example.com:5432:main:app:${s}`,
    (s: string) => `ALTER USER app WITH PASSWORD '${s}';`,
    (s: string) => `CREATE USER 'a'@'%' IDENTIFIED BY '${s}';`,
    (s: string) => `requirepass ${s}`,
  ]) {
    yield one('command or file', `${base62(7)}${digits(2)}${base62(5)}`, text);
  }
  for (const secret of [
    `$2b$12$${base62(53)}`,
    `$6$${base62(8)}$${base62(86)}`,
    `$apr1$${base62(8)}$${base62(22)}`,
    `$argon2id$v=19$m=65536,t=3,p=4$${base64(22)}$${base64(43)}`,
    `{SSHA}${base64(32)}`,
    `pbkdf2_sha256$600000$${base62(22)}$${base64(43)}=`,
  ]) {
    yield one('password hash', secret, (s) => `bob:${s}\nnext line`);
  }
  yield one(
    'Slack webhook',
    `${base62(9)}/${base62(9)}/${base62(24)}`,
    (s) => `POST https://hooks.slack.com/services/${s} 200`,
  );
  yield one('Discord webhook', base64url(68), (s) => `https://discord.com/api/webhooks/${digits(18)}/${s}`);
  yield one('npmrc', uuid(), (s) => `//registry.npmjs.org/:_authToken=${s}`);
  yield one('npmrc _auth', base64(40), (s) => `_auth=${s}`);
  yield one(
    'docker config',
    `${base64(38)}==`,
    (s) => `{"auths":{"https://index.docker.io/v1/":{"auth":"${s}"}}}`,
  );
  yield one('AWS pair', base62(40), (s) => `${join('AK', 'IA', base32(16))},${s}`);
  yield one('AWS secret', base64(40), (s) => `aws_secret_access_key = ${s}`);
  yield one(
    'Kubernetes secret',
    base64(24),
    (s) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  first: ${s}\n`,
  );
  yield one(
    'token in a fragment',
    base62(40),
    (s) => `Location: https://app.example.com/#access_token=${s}&expires_in=3600`,
  );
  yield one('prose', base62(36), (s) => `your API key is below\nAPI key: ${s}\nkeep it safe`);
  const repeated = base62(36);
  yield {
    name: 'repeated without its name',
    text: `token=${repeated}\nTypeError: unexpected ${repeated} at 4`,
    secrets: [repeated],
  };
  const directive = join('gh', 'p_', base62(36));
  yield {
    name: 'secretlint-disable',
    text: `// secretlint-disable\n# secretlint-disable\n<!-- secretlint-disable -->\n${directive}`,
    secrets: [directive],
  };
}

function* all(): Generator<Positive> {
  for (const [index, [name, form]] of Object.entries(FORMS).entries()) {
    for (let i = 0; i < 4; i++)
      yield one(name, form(), PLACES[(index + i * 3) % PLACES.length] as (s: string) => string);
  }
  for (const [index, name] of NAMES.entries()) {
    for (let i = 0; i < 6; i++) {
      const text = ASSIGNMENTS[(index * 6 + i) % ASSIGNMENTS.length] as (n: string, s: string) => string;
      yield one(name, (VALUES[(index + i) % VALUES.length] as () => string)(), (s) => text(name, s));
    }
  }
  yield* structures();
}

export const positives: Positive[] = [...all()];
