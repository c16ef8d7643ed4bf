import { describe, expect, it } from 'vitest';
import { mask } from '../src/mask.ts';

/** A secret marked by `‹` and `›` is to be masked, all else to stay. */
const MARKED = /‹([^›]*)›/g;

const SECRETS: Record<string, string[]> = {
  'behind a chain of labels': [
    'response: password: ‹some-words-here›',
    'fatal: token: ‹kx7QmZp2vLw9›',
    'ERROR passphrase: ‹purple-monkey-dishwasher›',
    // further ones
    'auth: user: bob password: ‹hunter2›',
    'level=info msg="login: password: ‹purple-monkey›"',
    'DEBUG:app.login:password: ‹velvet-kettle›',
    '10:00:00.123 [main] WARN c.e.Login - password: ‹candleharbor›',
    'web-1  | password: ‹velvet-kettle›',
  ],
  'of several words': [
    'password: ‹blue lamp›',
    '- Password: ‹blue lamp› # old',
    'user: bob, password: ‹blue lamp›',
    'password = ‹blue lamp›',
    'Passwort: ‹blaue Lampe›',
    'wifi:\n  password: ‹blue lamp›\n  hidden: false',
    'password: ‹correct horse battery staple›',
    'ERROR passphrase: ‹correct horse battery staple›',
    'DB_PASSWORD=‹correct horse battery staple›',
    // further ones
    'password: ‹Tr0ub4dor & 3 more›',
    'passphrase: ‹velvet kettle under bridge› # rotate',
    '"passphrase": "‹the quick brown fox›"',
    'wifi:\n  passphrase: ‹velvet kettle violet walnut›\n  hidden: false',
    'password=‹blue lamp›',
    'DB_PASSWORD=‹blue lamp›\nPORT=80',
    'export DB_PASSWORD=‹blue lamp› # old',
    'user=bob password=‹blue lamp›',
    'user=bob password=‹velvet kettle violet walnut›',
    'password=‹blue lamp› host=db',
    'passphrase: ‹changed horse battery staple›',
    'passcode: ‹4829 horse battery staple›',
  ],
  'in a sentence': [
    'The password is ‹hunter2›',
    'The password for bob is ‹hunter2›',
    'password was ‹hunter2›, change it',
    'the wifi password is ‹Summer24› on the old router',
    'the password is ‹83920145›',
    'das Passwort ist ‹sommer24›',
    'la contraseña es ‹verano24›',
    'Passphrase is ‹correct horse battery staple›',
    'Password is: ‹some-words-here›',
    // further ones
    'Your passphrase was ‹velvet kettle violet walnut›',
    'Your password is: ‹velvet-kettle›',
    'The new password is: ‹correct horse battery staple›',
    'Das Passwort ist: ‹geheim-wort›',
    'La password è: ‹parola-lunga›',
    'Password for bob: ‹correct horse battery staple›',
    'the old password was ‹hunter2!x9›',
  ],
  'in a container': [
    '{"password": {"old": "‹hunter2›", "new": "‹correct-horse›"}}',
    '{"api_keys": ["‹abcd1234efgh›", "‹h7Kq2mLr›"]}',
    '{"token": {"access": "‹kx7QmZp2vLw9›", "expires_in": 3600}}',
    // further ones
    'password:\n  old: ‹hunter2›\n  new: ‹s3cret-words›\nport: 80',
    '{"secrets": {"db": "‹hunter2›", "smtp": "‹opens3same›"}}',
    '<password><old>‹hunter2›</old><new>‹correct-horse›</new></password>',
    'password[old]=‹hunter2›&password[new]=‹s3cret›',
    'map[password:map[old:‹hunter2› new:‹s3cret›]]',
    '"{\\"token\\":{\\"access\\":\\"‹kx7QmZp2vLw9›\\"}}"',
    'Tokens: []string{"‹kx7QmZp2vLw9kx7Qm›"}',
  ],
  'in a container of Elixir or Ruby': [
    '%{token: %{access: "‹kx7QmZp2vLw9›"}}',
    'password: %{old: "‹hunter2›"}',
    '{:password=>{:old=>"‹hunter2›"}}',
    '{:password=>{:old => "‹hunter2›"}}',
    // further ones
    '%{password: %{old: "‹hunter2›", new: "‹correct-horse›"}}',
    '%{token: %Token{access: "‹kx7QmZp2vLw9›", expires_in: 3600}}',
    '%{password: %My.Pair{old: "‹hunter2›"}}',
    '{:token=>{:access=>"‹kx7QmZp2vLw9›", :expires_in=>3600}}',
    '{"password"=>{"old"=>"‹hunter2›", "new"=>"‹s3cret-words›"}}',
    '{:password=>["‹hunter2x!›", "‹correct-horse1›"]}',
  ],
  'beside a user in credentials': [
    '{"credentials":{"user":"bob","pass":"‹hunter2x›"}}',
    // further ones
    '{"auth":{"user":"bob","pass":"‹sunshine›"}}',
    'credentials:\n  user: bob\n  pass: ‹hunter2x›\nport: 80',
    'credentials = { user = "bob", pw = "‹hunter2x›" }',
    '<credentials><user>bob</user><pass>‹hunter2x›</pass></credentials>',
  ],
  'in an address, not encoded': [
    'postgres://‹bob:pa/ss›@db.example.com/app',
    'postgres://‹bob:pa ss›@db.example.com/app',
    // further ones
    'https://‹bob:p@ss/w0rd›@example.com/x',
    'redis://‹:p/w›@cache:6379/0',
    'DATABASE_URL="mysql://‹root:a b/c d›@127.0.0.1:3306/app"',
    'imap://‹johndoe%40gmail.com:hunter22›@imap.example.com/INBOX',
  ],
  'in quotes over several lines': [
    'password: "‹first line›\n‹second line›\n‹third›"',
    "PASSWORD='‹first-part›\n‹second-part›'\nPORT=1",
    // further ones
    '{"id": 1, "secret": "‹line one›\n‹line two›", "a": 1}',
    'password: |\n  ‹velvet-kettle›\n  ‹second-kettle›\nport: 80',
    'connect(password="‹velvet-kettle1›\r\n‹violet-walnut›")',
    '<password>\n‹velvet-kettle›\n‹violet-walnut›\n</password>',
  ],
  'under a name in another language': [
    'parola: ‹hunter2pass›',
    'hasło: ‹tajne-haslo›',
    'şifre: ‹gizli-sifre›',
    'wachtwoord: ‹geheim-woord›',
    'lösenord: ‹hemligt-ord›',
    'mdp: ‹bonjour-monde›',
    'clave: ‹secreto-largo›',
    '口令：‹abc-def-ghi›',
    'Mot de passe : ‹bonjour-monde›',
    'كلمة المرور: ‹سرسري123›',
    '密码＝‹hunter2›',
    // further ones
    'Mot de passe\u00a0: ‹bonjour-monde›',
    'Datenbankkennwort: ‹geheim-wort›',
    'ŞİFRE: ‹gizli-sifre›',
    'Hasło użytkownika: ‹tajne-haslo›',
    '{"パスワード": "‹himitsu1›"}',
    'пароль: «‹hunter2›»',
    'Passwort: „‹geheim-wort›“',
    'palavra-passe: ‹segredo-longo›',
    'contrasen\u0303a: ‹secreto-largo›',
  ],
  'as a code for a person': [
    'verification code is ‹482913›',
    'Use the code ‹482913› to sign in',
    'Enter code ‹482 913› and press Enter',
    'use code ‹4829› for verification',
    'your code ‹4829› for the door',
    'verification code is ‹482913›',
    'Your verification code: ‹482 913›.',
    // further ones
    '‹482913› is your verification code',
    '‹482913› is your passcode. The error code is 5003',
    'Your one-time passcode is ‹482913›',
    'passcode: ‹482 913›',
    'verification code was ‹482913›',
    'Your passcode was ‹482 913›, valid for 5 minutes',
    'Der Bestätigungscode war ‹482913›',
    'Use code ‹482913› to sign in',
    '"verificationCode": "‹482913›"',
    'Ihr Bestätigungscode lautet ‹482913›',
    '認証コード：‹482913›',
    'Votre code de vérification est ‹482913›',
  ],
  'wrapped at the end of a line': [
    'access_token=‹kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2v›\n‹Lw9kx7QmZp2vLw9aBc123›\ndone',
    // further ones
    '> X-Auth-Token: ‹kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2vLw9›\r\n> ‹Lw9kx7QmZp2vLw9aBc123›\r\n> Date: x',
    'web-1  | api_key: ‹kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2v›\nweb-1  | ‹Lw9kx7QmZp2vLw9aBc123›\nweb-1  | ok',
    'Authorization: Bearer ‹kx7QmZp2vLw9kx7QmZp2vLw9kx7QmZp2v›\n  ‹Lw9kx7QmZp2vLw9aBc123›',
  ],
};

const ORDINARY: Record<string, string[]> = {
  'sentences and headings about passwords': [
    'the password is sha256 hashed',
    'the password is base64 encoded',
    'password is 90 days old',
    'the longest password is 1024',
    'the password is field3 of the form',
    'password: must change',
    'password: account locked',
    'Password: policy violation',
    'Passwort: nicht gesetzt',
    'ERROR password: blue lamp',
  ],
  labels: [
    'ERROR: password: required',
    'ERROR password: must contain a digit',
    'error: token: expired',
    'WARN password: the minimum length is 8',
    'Invalid password: too short',
    'password: changed by admin',
    'password: rotated for 3 users',
    'password: rotated 3 days ago by cron',
    'password: disabled by policy',
    'password: sent by email',
    'password: stored in the vault',
    'password: Click here to continue',
    'Password is: required',
    'Password to: bob',
    'Passphrase is too short for this key',
    'Passphrase is stored using strong encryption',
    'The password is: none of your business',
    'password was changed yesterday',
    'verification code was sent',
    'Password: %{count} characters',
    'PASS: gdb.arch/byte.exp: continue to breakpoint',
    '"pass": "Das Element hat eine gültige Überschrift",',
  ],
  containers: [
    '{"token":{"type":"bearer","expires_in":3600,"scope":"read write"}}',
    '{"password":{"type":"string","minLength":8,"description":"The password of the account"}}',
    '{"errors":{"password":["is too short (minimum is 8 characters)","can\'t be blank"]}}',
    '"password": {"title": "Password", "hint": "Enter your password", "weak": "Weak"}',
    'volumes:\n  - name: creds\n    secret:\n      secretName: db-credentials\n      defaultMode: 420',
    'secret: { state: components["schemas"]["SecretState"], get: () => headers["x-id"] }',
    '"node_modules/jsonwebtoken": { "version": "9.0.2", "license": "MIT" }',
  ],
  addresses: [
    'imap://johndoe%40gmail.com@imap.example.com/INBOX',
    'https://user%40host@example.com/principal/',
    'http://example.com:8080/a@b',
    'https://cdn.example.com/npm/@scope/pkg@1.2.3/file.js',
    'redis://host:port/0 or ask admin@example.com',
    'see http://localhost:3000/ and mail bob@example.com',
  ],
  quotes: [
    'token: "abc\n2026-11-21 level="info" msg="x"',
    'password: "\n',
    'it said: token "x and left\nthe "house"',
  ],
  languages: [
    'Contraseña: incorrecta',
    'Passwort: geändert von admin',
    'Passwort: gea\u0308ndert von admin',
    'Passwort: vom Administrator gestern geändert',
    'contraseña: enviada por correo',
    'mot de passe: modifié par admin',
    'password: modificata da admin',
    'senha: alterada pelo administrador',
    'wachtwoord: gewijzigd door beheerder',
    'hasło: zmienione przez admina',
    'şifre: yönetici tarafından değiştirildi',
    'lösenord: ändrat av admin',
    'пароль: змінено адміністратором сьогодні',
    'パスワード: 変更されました',
    '密码: 已更改',
    'clave: valor',
    'clave: valor por defecto',
    'mdp: module data path',
    'mdp: modele de donnees physique',
    'пароль: неверный',
    'パスワード：必須',
    'hasło: wymagane',
    '密码：不能为空',
    'wachtwoord vergeten: klik hier',
    'la clave del problema es otra',
  ],
  codes: [
    'use the code 5003 for errors',
    'Use code 5003 when a file is missing',
    'use the code 20045 instead of 20044',
    'error: exit code is 482913',
    'status code: 5003',
    'zip code 90210',
    'checked the PIN 1457ms',
    'error code 482913',
    '5003 is the error code',
    '4829 is the exit code',
    '404040 is the zip code',
    '75001 est votre code postal',
    '28013 es tu código postal',
    '5003 ist dein Fehlercode',
    '482913 is the product code',
  ],
  wraps: [
    'commit 4f2a9c7d4f2a9c7d4f2a9c7d4f2a9c7d4f2a9c7d\n3f2a9c7d4f2a9c7d4f2a9c7d4f2a9c7d4f2a9c7d',
    'GET https://example.com/a/very/long/path/that/ends/here/and/has/no/token\na1b2c3d4e5f6 GET /next',
  ],
  selectors: [
    '-[Engine writeRecord:fromPrint:key:atLOI:ofKind:lqm:isFaulty:] Hashing of the primary key failed.',
    '- (void)getToken:(NSString *)key withError:(NSError **)error',
    '[self.store setPassword:password forService:service account:account];',
    '-[Vault unlockWithPassphrase:completion:] called on the main thread',
  ],
};

/** A text with one sign for each secret, whatever lines it had. */
const around = (text: string, secret: RegExp): string =>
  text.replaceAll(secret, '…').replaceAll(/…[\s>|…]*(?:web-1  \| …)?/g, '…');

describe('a secret is masked', () => {
  it.each(Object.keys(SECRETS))('%s', async (way) => {
    for (const marked of SECRETS[way] as string[]) {
      const { text } = await mask(marked.replaceAll(MARKED, '$1'));
      expect(around(text, /\[masked:[a-z0-9-]+\]/g)).toBe(around(marked, MARKED));
    }
  });
});

describe('ordinary text stays', () => {
  it.each(Object.keys(ORDINARY))('%s', async (kind) => {
    for (const text of ORDINARY[kind] as string[]) expect((await mask(text)).text).toBe(text);
  });
});

it('keeps the line breaks of a secret of several lines', async () => {
  expect((await mask('a\npassword: "one-1\r\ntwo-2\nthree-3"\nb')).text).toBe(
    'a\npassword: "[masked:password]\r\n\n"\nb',
  );
});
