import type { ForeignCase } from './foreign.ts';
import { randomText } from './random.ts';

const { base36, base62, base64, base64url, hex, upper36, uuid } = randomText(30_002);

const NAMES =
  'password PASSWORD db_password DATABASE_PASSWORD dbPassword MYSQL_ROOT_PASSWORD POSTGRES_PASSWORD redis_password SMTP_PASS MAIL_PASSWORD admin_password ' +
  'rootPassword user_pass passphrase keystorePassword ssl.truststore.password spring.datasource.password ansible_become_pass vault_pass LDAP_BIND_PW ' +
  'secret client_secret clientSecret APP_SECRET secret_key SECRET_KEY_BASE secret_key_base JWT_SECRET NEXTAUTH_SECRET session_secret cookie_secret shared_secret webhook_secret ' +
  'token access_token accessToken refresh_token AUTH_TOKEN api_token GITHUB_TOKEN GH_PAT AZURE_DEVOPS_EXT_PAT GITLAB_PAT bot_token id_token csrf_token NPM_TOKEN ' +
  'api_key apiKey APIKEY x-api-key OPENAI_API_KEY private_key encryption_key ENCRYPTION_KEY signing_key aws_secret_access_key AWS_SECRET_ACCESS_KEY aws_session_token ' +
  'account_key storage_key MASTER_KEY APP_KEY license_key consumer_secret auth_key subscription-key credentials basic_auth DB_PWD sa_password ' +
  'twilio_auth_token SENTRY_AUTH_TOKEN CLOUDFLARE_API_TOKEN datadog_api_key stripe_secret_key sendgrid_api_key HEROKU_API_KEY okta_client_token';

const VALUES: Record<string, () => string> = {
  'hex 32': () => hex(32),
  'hex 64': () => hex(64),
  'base62 20': () => base62(20),
  'base62 40': () => base62(40),
  'base64 44': () => `${base64(43)}=`,
  'base64url 43': () => base64url(43),
  'base36 25': () => base36(25),
  uuid: () => uuid(),
  dotted: () => `${base62(12)}.${base62(16)}.${base62(8)}`,
  'key groups': () => [upper36(5), upper36(5), upper36(5), upper36(5)].join('-'),
};
const PASSWORDS: Record<string, () => string> = {
  symbols: () => `${base62(4)}!${base62(4)}@${base62(3)}`,
  dollar: () => `${base62(5)}$${base62(4)}&${base62(2)}`,
  words: () => `Correct-${base36(3)}-Horse${hex(2)}`,
};

const plural = (name: string): string =>
  /s$/i.test(name) ? name : name + (name === name.toUpperCase() ? 'S' : 's');

const WRITERS: Record<string, (name: string, value: string) => string> = {
  env: (n, v) => `${n}=${v}`,
  'env export': (n, v) => `export ${n}="${v}"`,
  'env windows': (n, v) => `set ${n}=${v}`,
  powershell: (n, v) => `$env:${n} = "${v}"`,
  dockerfile: (n, v) => `ENV ${n} ${v}`,
  'docker run': (n, v) => `docker run -d -e ${n}=${v} -p 80:80 nginx`,
  compose: (n, v) => `    environment:\n      - ${n}=${v}\n      - TZ=UTC`,
  yaml: (n, v) => `app:\n  ${n}: ${v}\n  port: 80`,
  'yaml quoted': (n, v) => `  ${n}: "${v}"`,
  'yaml comment': (n, v) => `${n}: ${v} # rotate me`,
  json: (n, v) => JSON.stringify({ id: 4, [n]: v, on: true }, null, 2),
  'json compact': (n, v) => JSON.stringify({ id: 4, [n]: v, on: true }),
  'json in json': (n, v) => JSON.stringify({ msg: JSON.stringify({ [n]: v, a: 1 }) }),
  'json thrice': (n, v) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [n]: v }) }) }),
  'name and value': (n, v) => JSON.stringify([{ name: n, value: v }]),
  'name, type, value': (n, v) => JSON.stringify([{ name: n, type: 'string', value: v }]),
  'value before name': (n, v) => JSON.stringify([{ value: v, name: n }]),
  'key and value': (n, v) => JSON.stringify({ Key: n, Value: v }),
  'yaml name value': (n, v) => `        - name: ${n}\n          value: ${v}`,
  'yaml name value quoted': (n, v) => `  - name: "${n}"\n    value: "${v}"`,
  ini: (n, v) => `[main]\n${n} = ${v}\n`,
  properties: (n, v) => `server.port=80\n${n}=${v}\nx=1`,
  toml: (n, v) => `${n} = '${v}'`,
  hcl: (n, v) => `  ${n}   = "${v}"`,
  'plan new': (n, v) => `      + ${n} = "${v}"`,
  'plan change': (n, v) => `      ~ ${n} = "${v.split('').reverse().join('')}" -> "${v}"`,
  'plan from null': (n, v) => `  ~ ${n} = null -> "${v}"`,
  tfvars: (n, v) => `variable "${n}" {\n  default = "${v}"\n}`,
  xml: (n, v) => `<config><${n}>${v}</${n}></config>`,
  'xml attribute': (n, v) => `<server name="a" ${n}="${v}" port="80"/>`,
  'xml key value': (n, v) => `<add key="${n}" value="${v}"/>`,
  'xml entry': (n, v) => `<entry key="${n}">${v}</entry>`,
  'xml property': (n, v) => `<property name="${n}"><value>${v}</value></property>`,
  plist: (n, v) => `<key>${n}</key>\n\t<string>${v}</string>`,
  js: (n, v) => `const config = { host: 'h', '${n}': '${v}' };`,
  'js default': (n, v) => `const x = process.env.${n} || '${v}';`,
  'js nullish': (n, v) => `${n}: process.env.${n} ?? "${v}",`,
  'python default': (n, v) => `x = os.environ.get("${n}", "${v}")`,
  'python getenv': (n, v) => `key = os.getenv('${n}', '${v}')`,
  'ruby fetch': (n, v) => `ENV.fetch("${n}", "${v}")`,
  'shell default': (n, v) => `X="\${${n}:-${v}}"`,
  'php env': (n, v) => `'x' => env('${n}', '${v}'),`,
  'php define': (n, v) => `define('${n}', '${v}');`,
  'php array': (n, v) => `$config['${n}'] = '${v}';`,
  'php print_r': (n, v) => `Array\n(\n    [${n}] => ${v}\n    [port] => 80\n)`,
  'php var_dump': (n, v) => `array(1) {\n  ["${n}"]=>\n  string(${v.length}) "${v}"\n}`,
  'php serialize': (n, v) => `a:1:{s:${n.length}:"${n}";s:${v.length}:"${v}";}`,
  'php var_export': (n, v) => `array (\n  '${n}' => '${v}',\n)`,
  'ruby hash': (n, v) => `{:${n}=>"${v}", :port=>80}`,
  'ruby hash new': (n, v) => `{${n}: "${v}", port: 80}`,
  'ruby string key': (n, v) => `{"${n}"=>"${v}"}`,
  'go struct': (n, v) => `{Host:db ${n}:${v} Port:80}`,
  'go struct sharp': (n, v) => `main.Config{Host:"db", ${n}:"${v}", Port:80}`,
  'go map': (n, v) => `map[host:db ${n}:${v} port:80]`,
  'python dict': (n, v) => `{'host': 'db', '${n}': '${v}', 'port': 80}`,
  'python repr': (n, v) => `Config(host='db', ${n}='${v}', port=80)`,
  'python tuple': (n, v) => `[('host', 'db'), ('${n}', '${v}')]`,
  'python bytes': (n, v) => `(b'${n}', b'${v}')`,
  'java toString': (n, v) => `Config{host='db', ${n}='${v}', port=80}`,
  'java map': (n, v) => `{host=db, ${n}=${v}, port=80}`,
  'java record': (n, v) => `Config[host=db, ${n}=${v}, port=80]`,
  'rust debug': (n, v) => `Config { host: "db", ${n}: "${v}", port: 80 }`,
  'rust some': (n, v) => `Config { ${n}: Some("${v}") }`,
  elixir: (n, v) => `%{host: "db", "${n}" => "${v}"}`,
  csharp: (n, v) => `Environment.SetEnvironmentVariable("${n}", "${v}");`,
  'java property': (n, v) => `System.setProperty("${n}", "${v}");`,
  'java flag': (n, v) => `java -D${n}=${v} -jar app.jar`,
  'flag equals': (n, v) => `run --${n.replaceAll('_', '-')}=${v} --verbose`,
  'flag space': (n, v) => `run --${n.replaceAll('_', '-')} ${v} --verbose`,
  'flag quoted': (n, v) => `run --${n.replaceAll('_', '-')} '${v}' --verbose`,
  'argv json': (n, v) => JSON.stringify(['run', `--${n.replaceAll('_', '-')}`, v, '--verbose']),
  'argv equals': (n, v) => JSON.stringify(['run', `--${n.replaceAll('_', '-')}=${v}`, '--verbose']),
  'argv yaml': (n, v) => `args:\n  - --${n.replaceAll('_', '-')}\n  - ${v}\n  - --verbose`,
  'helm set': (n, v) => `helm upgrade app ./chart --set auth.${n}=${v} --wait`,
  query: (n, v) => `GET /v1/x?page=1&${n}=${encodeURIComponent(v)}&z=2 200`,
  'query first': (n, v) => `https://api.example.com/v1?${n}=${encodeURIComponent(v)}`,
  'form body': (n, v) => `grant_type=x&${n}=${encodeURIComponent(v)}&scope=a`,
  multipart: (n, v) =>
    `--b0undary\r\nContent-Disposition: form-data; name="${n}"\r\n\r\n${v}\r\n--b0undary--`,
  'multipart type': (n, v) =>
    `Content-Disposition: form-data; name="${n}"\r\nContent-Type: text/plain\r\n\r\n${v}\r\n--x`,
  'curl form': (n, v) => `curl -F '${n}=${v}' https://example.com`,
  'curl data': (n, v) => `curl -d '${n}=${v}' https://example.com`,
  header: (n, v) => `POST /x HTTP/1.1\r\nHost: a\r\n${n}: ${v}\r\nAccept: */*`,
  'header list': (n, v) => `headers: [\n  'host',\n  'example.com',\n  '${n}',\n  '${v}',\n]`,
  'header arrays': (n, v) => JSON.stringify({ headers: { [n]: [v] } }),
  'header arrays over lines': (n, v) => JSON.stringify({ headers: { [n]: [v] } }, null, 2),
  'header pairs': (n, v) =>
    JSON.stringify([
      ['host', 'a'],
      [n, v],
    ]),
  'go header': (n, v) => `map[Accept:[*/*] ${n}:[${v}] Host:[a]]`,
  'curl verbose': (n, v) => `> ${n}: ${v}\n> Accept: */*`,
  'netsh log': (n, v) => `[${n}: ${v}]`,
  'sql insert': (n, v) => `UPDATE settings SET ${n.replaceAll(/[-.]/g, '_')} = '${v}' WHERE id = 1`,
  markdown: (n, v) => `- **${n}**: \`${v}\``,
  'markdown table': (n, v) => `| ${n} | ${v} |`,
  sentence: (n, v) => `the ${n} is ${v}`,
  'log pair': (n, v) => `2026-11-21 10:00:00 INFO connecting host=db ${n}=${v} port=80`,
  'log colon': (n, v) => `2026-11-21 10:00:00 DEBUG ${n}: ${v}`,
  'log quoted': (n, v) => `level=debug ${n}="${v}"`,
  'ansi value': (n, v) => `\u001b[36m${n}\u001b[0m=\u001b[33m${v}\u001b[0m`,
  'ansi node': (n, v) => `{ ${n}: \u001b[32m'${v}'\u001b[39m }`,
  'ansi json': (n, v) =>
    `\u001b[1;39m{\u001b[0m\u001b[34;1m"${n}"\u001b[0m\u001b[1;39m:\u001b[0m \u001b[0;32m"${v}"\u001b[0m`,
  'plural json': (n, v) => JSON.stringify({ [`${plural(n)}`]: [v, v.split('').reverse().join('')] }),
  'plural yaml': (n, v) => `${plural(n)}:\n  - ${v}\n  - ${v.split('').reverse().join('')}\n`,
  'plural over lines': (n, v) => JSON.stringify({ [`${plural(n)}`]: ['first-one', v] }, null, 2),
  'kubectl literal': (n, v) => `kubectl create secret generic x --from-literal=${n}=${v}`,
  'github env': (n, v) => `  ${n}: ${v}\n##[endgroup]`,
  'github output': (n, v) => `::set-output name=${n}::${v}`,
  'bash trace': (n, v) => `+ export ${n}=${v}\n+ ${n}=${v}`,
  declare: (n, v) => `declare -x ${n}="${v}"`,
  fish: (n, v) => `set -gx ${n} ${v}`,
  'heredoc json': (n, v) => `{ "${n}" : "${v}" }`,
  makefile: (n, v) => `${n} ?= ${v}`,
  swift: (n, v) => `let x: [String: String] = ["${n}": "${v}"]`,
  kotlin: (n, v) => `val m = mapOf("${n}" to "${v}")`,
  scala: (n, v) => `Map("${n}" -> "${v}")`,
  clojure: (n, v) => `{:${n} "${v}"}`,
  perl: (n, v) => `$ENV{'${n}'} = '${v}';`,
  lua: (n, v) => `config["${n}"] = "${v}"`,
  nginx: (n, v) => `proxy_set_header ${n} "${v}";`,
  'redis conf': (n, v) => `CONFIG SET ${n} ${v}`,
  prisma: (n, v) => `params: ["${n}","${v}"]`,
  'html input': (n, v) => `<input type="hidden" name="${n}" value="${v}">`,
  'html input, value later': (n, v) => `<input name="${n}" type="hidden" id="x" value="${v}" />`,
  csv: (n, v) => `name,value\n${n},${v}\n`,
  cookie: (n, v) => `Set-Cookie: ${n.replaceAll('.', '_')}=${encodeURIComponent(v)}; Path=/; HttpOnly`,
};

/** Values given to names that tell what they are, in each way of writing a name and a value. */
export function* namedValues(): Generator<ForeignCase> {
  const names = NAMES.split(' ');
  let turn = 0;
  for (const [writer, write] of Object.entries(WRITERS)) {
    for (const name of names) {
      // Every name in every writer, with a kind of value that changes.
      turn += 7;
      const passwordLike = /pass|pwd|_pw$/i.test(name);
      const kinds = { ...VALUES, ...(passwordLike && PASSWORDS) };
      const [kind, value] = Object.entries(kinds)[turn % Object.keys(kinds).length] as [string, () => string];
      const secret = value();
      const text = write(name, secret);
      const secrets = [secret, encodeURIComponent(secret)].filter((form) => text.includes(form));
      yield { group: 'by name', id: `${writer} ${name} ${kind}`, text, secrets };
    }
  }
}
