import { randomText } from './random.ts';

const { base36, base62, base64, base64url, digits, hex, upper36, uuid } = randomText(7);

/** Texts without a credential, which must stay as they are. */
const WRITTEN = String.raw`
password: required
Password is required
"password": "Password must be at least 8 characters long"
"password": "required"
'password' => 'required|min:8|confirmed'
errors: { password: "is too short" }
Invalid password for user bob
password authentication failed for user "app"
FATAL: password authentication failed
password=***
password=********
password: [REDACTED]
password=<redacted>
"password":"[FILTERED]"
token=REDACTED
secret: ***
secret: xxxxxxxx
apiKey: xxxx-xxxx-xxxx
Authorization: ***
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer ${'${TOKEN}'}
Authorization: Bearer ${'${process.env.TOKEN}'}
Authorization: Bearer {{token}}
Authorization: Basic <base64>
Authorization: required
Authorization header is missing
curl -H "Authorization: Bearer $GITHUB_TOKEN" https://api.github.com
curl -H 'X-Api-Key: <your-api-key>' https://example.com
curl -u "$USER:$PASSWORD" https://example.com
docker run -u 1000:1000 -p 8080:80 nginx
password: <your-password>
api_key: YOUR_API_KEY
api_key = "your-api-key-here"
token: <your-token>
token = "${'${TOKEN}'}"
DB_PASSWORD=${'${DB_PASSWORD}'}
DB_PASSWORD=$DB_PASSWORD
password: {{ .Values.db.password }}
password: ${'${{ secrets.DB_PASSWORD }}'}
password = var.db_password
password: process.env.DB_PASSWORD
const token = process.env.GITHUB_TOKEN;
const secret = config.get('auth.secret');
token = os.environ["TOKEN"]
password = os.getenv("DB_PASSWORD")
String password = System.getenv("DB_PASSWORD");
api_key=%API_KEY%
password: null
password: undefined
"password": null
"password": ""
password=
password:
token: true
secret: false
"token": null,
DISCORD_TOKEN=
password = None
token_type: bearer
"token_type": "bearer"
"token_type":"Bearer","expires_in":3600
token_count: 1234567890
max_tokens: 4096
"total_tokens": 123456
tokens: 128000
next_token: eyJvZmZzZXQiOjEwMH0
"nextPageToken": "CAUQAA1234567890abcdef"
pageToken=abc123def456ghi789
unexpected token: punc (;)
SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON
SyntaxError: Unexpected token u in JSON at position 0
password: string;
password: string | null;
  token?: string;
secret: Buffer
apiKey: z.string().min(20)
password: str = Field(...)
func login(user string, password string) error {
def login(username, password):
public login(password: string): Promise<Token> {
type Credentials = { username: string; password: string };
interface Token { value: string }
password VARCHAR(255) NOT NULL
"password" text NOT NULL,
ALTER TABLE users ADD COLUMN password_hash text;
SELECT id, password FROM users WHERE token = $1
INSERT INTO users (name, password) VALUES (?, ?)
const password = getPassword();
const token = await getToken(user);
token = generateToken(32)
password = input("Password: ")
this.password = password;
user.token = token
password: hashedPassword,
const { password, token } = req.body;
if (password === confirmPassword) {
if (!token) throw new Error('no token');
return bcrypt.compare(password, user.password_hash);
secret = crypto.randomBytes(32).toString('hex')
token: localStorage.getItem('token')
headers: { Authorization: authHeader }
Authorization: ${'`Bearer ${token}`'}
"Authorization": "Bearer " + token
<label for="password">Password</label>
<input type="password" id="password" name="password" placeholder="Password">
<input type="password" name="password" value="">
<label htmlFor="token">Token</label>
input[type="password"] { color: red }
autocomplete="current-password"
aria-label="Show password"
credentials: 'include'
fetch(url, { credentials: 'same-origin' })
withCredentials: true
Access-Control-Allow-Credentials: true
Access-Control-Allow-Headers: Authorization, X-Api-Key, Content-Type
WWW-Authenticate: Bearer realm="example"
WWW-Authenticate: Basic realm="Restricted area"
author: Jane Doe
"author": "jane"
authority: example.com
:authority: example.com
authenticated=true
auth: ok
auth method: password
keyboard: qwerty
key: value
"key": "user.name"
key=cart:42
primary_key: id
foreign_key = "user_id"
public_key: MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEabc
key_id: 4f5e6d7c
kid: 2026-key-1
sort_key=created_at
cacheKey: users:list:page:2
passed: 12, failed: 0
pass: 12
PASS src/auth/token.test.ts
bypass=true
compass: north
passenger: 2
passport: strategy
secretary: Jane
secretName: my-tls-secret
secret_name = "app/prod/db"
secretKeyRef:
valueFrom: { secretKeyRef: { name: db, key: password } }
arn:aws:secretsmanager:eu-west-1:123456789012:secret:app-db
password: !vault |
password: ENC[AES256_GCM]
password: op://vault/item/password
password_file: /run/secrets/db_password
token_url: https://example.com/oauth/token
token_endpoint: "https://login.example.com/oauth2/v2.0/token"
privateKeyPath: ./certs/server.key
private_key_file=/etc/ssl/private/server.key
ssh-rsa is not a token
passwordPolicy: strong
passwordMinLength: 12
password_reset_at: 2026-11-21T10:00:00Z
password_changed: true
resetPassword: Reset your password
"forgotPassword": "Forgot password?"
"confirmPassword": "Confirm your password"
"login.password.label": "Password"
placeholder: "Enter your password"
Set-Cookie: theme=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT
cookies are disabled
cookie policy: strict
Cookie: consent=true
const session = await openSession();
session: 5
session expired
sessionTimeout=3600
signature: (a, b) => c
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
-----BEGIN PRIVATE KEY-----
https://example.com/reset-password?step=2
https://example.com:8443/path@2x.png
https://example.com/@user/post
https://user@example.com/repo.git
ssh://git@github.com/acme/app.git
git@github.com:acme/app.git
http://localhost:3000/?token=
postgres://user:password@localhost/db
postgres://${'${USER}:${PASSWORD}'}@db/main
redis://localhost:6379/0
mongodb://localhost:27017/test
mailto:jane@example.com
pip install token-bucket==1.2.3
npm i jsonwebtoken@9.0.2
import { tokenize } from './tokenizer.ts';
export * as token from './token.ts';
at Object.token (/srv/app/src/token.ts:12:34)
    at async authenticate (file:///srv/app/src/http/authenticate.ts:44:11)
    at Parser.parseToken (webpack-internal:///./src/parser.js:120:9)
java.lang.SecurityException: token expired at com.example.auth.TokenFilter.doFilter(TokenFilter.java:87)
[info] loaded secret manager in 12ms
[info] rotating keys: 3 of 3
bearer of good news
basic understanding of things
token ring network
the secret of success is work
the password is never stored
use --password to set the password
usage: login [--user NAME] [--password PASSWORD]
--token <token>   access token
-p, --port <port>
mysql -u root -p
kubectl get secret db -o yaml
AKIAIOSFODNN7EXAMPLE
wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
sk_live_
ghp_
eyJ
npm_config_registry=https://registry.npmjs.org/
npm_package_version=1.0.0
hf_hub_download(repo_id="acme/model")
glob_pattern: **/*.ts
--pass-through
i18n.t('auth.password.reset')
t("errors.token_expired")
errorCode: TOKEN_EXPIRED
code: INVALID_PASSWORD
reason=invalid_token
error="invalid_token", error_description="The token expired"
scope=openid profile email
grant_type=refresh_token
grant_type=password&username=bob
response_type=code&client_id=web
code: 200
pin: top
pinned: true
$2 = token
{"type":"password"}
{"kind":"secret","name":"db"}
kind: SecretStore
enum Kind { Token, Secret, Key }
case TokenKind.String: return token;
map.set(key, value);
for (const key of keys) {
keyof typeof tokens
Object.keys(secrets).length
new Map([['password', 1]])
expect(mask('password')).toBe('password')
describe('token', () => {
it('refuses a wrong password', async () => {
`
  .split('\n')
  .filter((line) => line.trim() !== '');

/** Random text that means something else: digests, ids, times, pictures, code. */
const RANDOM: ((i: number) => string)[] = [
  () => `commit ${hex(40)}`,
  () => `${hex(7)} Merge branch 'main'`,
  () => `index ${hex(7)}..${hex(7)} 100644`,
  () => `sha256:${hex(64)}`,
  () => `"integrity": "sha512-${base64(86)}=="`,
  () => `<script src="a.js" integrity="sha384-${base64(64)}" crossorigin="anonymous"></script>`,
  () => `ETag: "${hex(32)}"`,
  () => `etag: W/"${hex(12)}-${base64url(22)}"`,
  () => `md5=${hex(32)} size=1024`,
  () => `checksum: ${hex(64)}`,
  () => `Content-MD5: ${base64(22)}==`,
  () => `image: registry.example.com/app@sha256:${hex(64)}`,
  () => `request_id=${uuid()} status=200`,
  () => `"traceId":"${hex(32)}","spanId":"${hex(16)}"`,
  () => `traceparent: 00-${hex(32)}-${hex(16)}-01`,
  () => `GET /users/${uuid()}/orders/${digits(8)} 200 12ms`,
  () => `id: 01${upper36(24).replaceAll(/[ILOU]/g, 'X')}`,
  () => `<img src="data:image/png;base64,iVBORw0KGgo${base64(120)}=">`,
  () => `background: url(data:image/svg+xml;base64,PHN2${base64(80)})`,
  () => `src: url(data:font/woff2;base64,d09GMgAB${base64(90)})`,
  () => `00000010  ${Array.from({ length: 16 }, () => hex(2)).join(' ')}  |................|`,
  () => `0x${hex(16)} in main () at main.c:42`,
  () => `2026-11-21T10:${digits(2)}:07.${digits(3)}Z [info] worker ${digits(3)} ready in ${digits(3)}ms`,
  () => `fingerprint: SHA256:${base64(43)}`,
  () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${base64(44)} bob@host`,
  () => `build/assets/index-${base62(8)}.js   120.4 kB`,
  () => `!function(e,t){"use strict";e.k=t,e.n=function(e){return e.${base36(3)}}}(this,{key:1});`,
  () => `var a=e.token,b=t.key,c=n.secret;r.${base36(2)}(a,b,c)`,
  () => `X-Request-Id: ${hex(32)}`,
  () => `cache-key: v1-${hex(64)}`,
  () => `Serial Number: ${Array.from({ length: 8 }, () => hex(2)).join(':')}`,
  () => `at chunk-${upper36(8)}.js:${digits(3)}:${digits(2)}`,
];

/** Harmless values between a name and the end of a line, or in the URL of a hook. */
const LISTS = [
  'users:\nalice:administrator\nbob:viewer99',
  'accounts\nalice:team-42-blue\nbob:team-43-red',
  'Users online\nnginx:1.25.3-Alpine\nweb:20-Bookworm',
  'Accounts\neu-west:Zone1a-Primary',
  'Users\nbackend:AuthService2\nfrontend:LoginPage1',
  'logins\nweb01:CentOS-7.9\nweb02:Ubuntu-22.04',
  'accounts\nstripe:Acct1DefaultEU\nadyen:Merchant2X',
  'token cache styles.3ff695c00d717f2d and a1b2c3.3ff695c00d717f2d.js',
  'bootstrap.min styles.3ff695c00d717f2d',
  'https://api.github.com/repos/a/b/hooks/12345678',
  'https://dash.example.com/webhooks/8f3a1b2c-1111-4222-8333-444455556666/edit',
  'https://docs.example.com/webhooks/getting-started-with-webhooks-2024',
  'https://docs.example.com/hooks/useDeferredValueAndTransition18',
  'https://x.com/webhooks/list?cursor=2026-11-22T10:00:00.000Z&limit=100',
  'https://x.com/hooks/x?utm_campaign=spring-sale-2026-launch',
  'POST /webhooks/stripe-payment-intent-succeeded-v2 200',
  'edited vars.yml: `$ANSIBLE_VAULT;1.1;AES256` is the header of a vault',
];

export const lookAlikes: string[] = [
  ...WRITTEN,
  ...LISTS,
  ...RANDOM.flatMap((make, i) => Array.from({ length: 4 }, () => make(i))),
];
