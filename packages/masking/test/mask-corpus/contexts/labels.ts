import type { ContextGroup } from './secrets.ts';
import { chosen } from './secrets.ts';
import { wordy } from './words.ts';

/** Labels before the name of a secret on its line. */
const labelled: Record<string, (secret: string) => string> = {
  response: (s) => `response: password: ${s}`,
  fatal: (s) => `fatal: passphrase: ${s}`,
  level: (s) => `ERROR passphrase: ${s}`,
  'small level': (s) => `error password: ${s}`,
  'level in brackets': (s) => `[WARN] password: ${s}`,
  timestamp: (s) => `2026-11-21 10:00:00 INFO password: ${s}`,
  'timestamp with a zone': (s) => `2026-11-21T10:00:00.123Z DEBUG password: ${s}`,
  'three labels': (s) => `app: auth: request: password: ${s}`,
  syslog: (s) => `Nov 21 10:00:00 web-1 app[4242]: password: ${s}`,
  'a logger of Java': (s) => `10:00:00.123 [main] DEBUG c.e.Login - password: ${s}`,
  'a logger of Python': (s) => `DEBUG:app.login:password: ${s}`,
  'a logger of Go': (s) => `2026/11/21 10:00:00 login.go:42: password: ${s}`,
  'a container': (s) => `web-1  | password: ${s}`,
  'a list': (s) => `- password: ${s}`,
  'a pair before': (s) => `login: user: bob password: ${s}`,
  'a comma before': (s) => `user: bob, password: ${s}`,
  'a message': (s) => `level=debug msg="login password: ${s}"`,
  'a message in JSON': (s) => `{"level":"debug","msg":"request: password: ${s}"}`,
  'an exception': (s) => `Caused by: java.lang.IllegalStateException: password: ${s}`,
  'a prompt': (s) => `bob@web:~$ Password: ${s}`,
  'a comment': (s) => `// password: ${s}`,
  'equals after labels': (s) => `debug: config: password = ${s}`,
  'two spaces': (s) => `config:  password:  ${s}`,
  'a table of facts': (s) => `Host: db\nUser: app\nPassword: ${s}`,
  'user password': (s) => `INFO: user password: ${s}`,
  'with its user': (s) => `password for bob: ${s}`,
};

/** Values of several words. */
const phrases: Record<string, (secret: string) => string> = {
  colon: (s) => `password: ${s}`,
  equals: (s) => `PASSWORD=${s}`,
  'equals with spaces': (s) => `db_password = ${s}`,
  export: (s) => `export DB_PASSWORD=${s}`,
  quoted: (s) => `password="${s}"`,
  'single quotes': (s) => `passphrase: '${s}'`,
  json: (s) => `{"passphrase": "${s}", "id": 1}`,
  'after a level': (s) => `INFO passphrase: ${s}`,
  'after labels': (s) => `gpg: debug: passphrase: ${s}`,
  sentence: (s) => `the passphrase is ${s}`,
  'quoted sentence': (s) => `the password is "${s}"`,
  yaml: (s) => `wifi:\n  ssid: home\n  passphrase: ${s}\n  hidden: false`,
  ini: (s) => `[db]\npassword = ${s}\nport = 5432`,
  comment: (s) => `password: ${s} # rotate`,
  xml: (s) => `<password>${s}</password>`,
  flag: (s) => `keytool --password '${s}' --list`,
  'a wallet': (s) => `secret: ${s}`,
  carriage: (s) => `password: ${s}\r`,
  'with a digit': (s) => `password: ${s} 42`,
  'in a docker log': (s) => `web-1  | password: ${s}`,
  'a user before': (s) => `user: bob, password: ${s}`,
  'escaped json': (s) => `{"body":"{\\"password\\":\\"${s}\\"}"}`,
};

export const labels: ContextGroup[] = [
  ['labels', wordy.dashed, labelled],
  ['labels', wordy.numbered, labelled],
  ['labels', wordy.word, labelled],
  ['labels', chosen.plain, labelled],
  ['phrases', wordy.spaced, phrases],
];
