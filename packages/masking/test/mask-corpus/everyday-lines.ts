import { randomText } from './random.ts';

const { base36, base62, base64, base64url, digits, hex, upper36, uuid } = randomText(30_004);
const time = (i: number): string =>
  `10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`;
const WORDS =
  'cart order invoice user account service handler worker queue index cache stream router parser socket buffer report payment session login request response storage device'.split(
    ' ',
  );
const word = (i: number): string => WORDS[(i * 7) % WORDS.length] as string;

/** Lines as programs write them, each with numbers and ids that differ. */
const LINES: Record<string, ((i: number) => string)[]> = {
  'windows component log': [
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CBS    Session: ${digits(8)}_${digits(10)} initialized by client WindowsUpdateAgent, external staging directory: (null)`,
    (i) => `2026-11-21 ${time(i)}, Info                  CBS    Session: ${digits(8)}_${digits(10)}`,
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CBS    Read out cached package applicability for package: Package_for_KB${digits(7)}~31bf3856ad364e35~amd64~~6.1.1.${i}, ApplicableState: 112, CurrentState:112`,
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CSI    0000000${i % 10}@2026/11/21:10:00:00.${digits(3)} WcpInitialize (wcp.dll version 0.0.0.6) called (stack @0x7fed806eb5d @0x7fef9fb9b6d @0x7fef9f8358f)`,
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CBS    Warning: Unrecognized packageExtended attribute.`,
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CBS    SQM: Initializing online with Windows opt-in: False, session ${digits(8)}_${digits(8)}`,
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CBS    Failed to internally open package. [HRESULT = 0x${hex(8)} - CBS_E_INVALID_PACKAGE]`,
    (i) =>
      `2026-11-21 ${time(i)}, Info                  CSI    ${hex(8)} Created NT transaction (seq ${i}) result 0x00000000, handle @0x${hex(3)}`,
  ],
  zookeeper: [
    (i) =>
      `2026-11-21 ${time(i)},${digits(3)} - INFO  [NIOServerCxn.Factory:0.0.0.0/0.0.0.0:2181:ZooKeeperServer@839] - Client attempting to establish new session at /10.10.34.11:${digits(5)}`,
    (i) =>
      `2026-11-21 ${time(i)},${digits(3)} - INFO  [CommitProcessor:1:ZooKeeperServer@595] - Established session 0x${hex(15)} with negotiated timeout 10000 for client /10.10.34.19:${digits(5)}`,
    (i) =>
      `2026-11-21 ${time(i)},${digits(3)} - WARN  [NIOServerCxn.Factory:NIOServerCnxn@357] - caught end of stream exception, sessionid 0x${hex(15)}, likely client has closed socket`,
    (i) =>
      `2026-11-21 ${time(i)},${digits(3)} - INFO  [ProcessThread:-1:PrepRequestProcessor@476] - Processed session termination for sessionid: 0x${hex(15)}`,
    (i) =>
      `2026-11-21 ${time(i)},${digits(3)} - INFO  [SessionTracker:ZooKeeperServer@325] - Expiring session 0x${hex(15)}, timeout of 10000ms exceeded`,
    (i) =>
      `2026-11-21 ${time(i)},${digits(3)} - INFO  [QuorumPeer] - Closed socket connection for client /10.10.34.13:${digits(5)} which had sessionid 0x${hex(15)}`,
    () =>
      `Session establishment complete on server h/10.0.0.1:2181, sessionid = 0x${hex(15)}, negotiated timeout = 40000`,
    () =>
      `WATCHER:: WatchedEvent state:SyncConnected type:None path:null session:0x${hex(16)} zxid:0x${hex(8)}`,
  ],
  git: [
    () => `commit ${hex(40)}`,
    () => `index ${hex(7)}..${hex(7)} 100644`,
    (i) => `${hex(9)} Merge pull request #${i} from acme/fix-${word(i)}-token`,
    () => `HEAD is now at ${hex(8)} Fix password reset form`,
    () => `   ${hex(7)}..${hex(7)}  main -> origin/main`,
    () => `tree ${hex(40)}`,
    () => `Subproject commit ${hex(40)}`,
    () => `From https://github.com/acme/app`,
    () => ` * branch            ${hex(40)} -> FETCH_HEAD`,
    () => `signed-off key: gpg: using RSA key ${hex(40).toUpperCase()}`,
    () =>
      `gpg: Primary key fingerprint: ${hex(4).toUpperCase()} ${hex(4).toUpperCase()} ${hex(4).toUpperCase()}`,
  ],
  'lock files': [
    () => `      "integrity": "sha512-${base64(86)}==",`,
    (i) => `      "resolved": "https://registry.npmjs.org/js-tokens/-/js-tokens-4.0.${i}.tgz",`,
    () => `  integrity sha512-${base64(86)}==`,
    () => `    {file = "token-1.0.tar.gz", hash = "sha256:${hex(64)}"},`,
    () => `checksum = "${hex(64)}"`,
    () => `github.com/acme/auth v1.2.3 h1:${base64(43)}=`,
    () => `    sha256: ${hex(64)}`,
    () => `    --hash=sha256:${hex(64)} \\`,
    () => `  checksum: 10c0/${hex(128)}`,
    () => `    secrets-manager (1.2.3)`,
    () => `"content-hash": "${hex(32)}",`,
    () => `      "contentHash": "${base64(86)}=="`,
    () => `    resolution: {integrity: sha512-${base64(86)}==}`,
    () => `  "pinCode@npm:^1.0.0":`,
    () => `      "node_modules/jsonwebtoken": {`,
    () => `source = "registry+https://github.com/rust-lang/crates.io-index"`,
    () => `/jwt-decode@4.0.0: resolution: {integrity: sha512-${base64(86)}==}`,
    () => `zlib: ${hex(32)}`,
    () => `PODFILE CHECKSUM: ${hex(40)}`,
    () => `  "hash": "sha256-${base64(43)}=",`,
  ],
  'stack traces': [
    (i) => `    at AuthService.validateToken (/srv/app/dist/auth/auth.service.js:${i}:17)`,
    (i) => `\tat com.acme.security.PasswordEncoder.matches(PasswordEncoder.java:${i})`,
    (i) => `  File "/usr/lib/python3.12/site-packages/keyring/credentials.py", line ${i}, in get_password`,
    (i) => `    from /usr/lib/ruby/gems/3.3.0/gems/jwt-2.7/lib/jwt/decode.rb:${i}:in \`verify_signature'`,
    (i) => `#${i} 0x00007f${hex(10)} in session_start () from /usr/lib/libauth.so.1`,
    (i) => `goroutine ${i} [running]:`,
    () => `github.com/acme/token.(*Store).Get(0xc000${hex(6)}, {0xc000${hex(6)}, 0x20})`,
    () => `Caused by: java.lang.IllegalStateException: token must not be null`,
    (i) => `   at System.Security.Cryptography.SymmetricAlgorithm.set_Key(Byte[] value) in Key.cs:line ${i}`,
    () => `TypeError: Cannot read properties of undefined (reading 'password')`,
    () => `KeyError: 'api_key'`,
    () =>
      `thread 'main' panicked at 'called Result::unwrap() on an Err value: InvalidToken', src/main.rs:4:5`,
    (i) => `    at async Promise.all (index ${i})`,
    () => `PHP Fatal error:  Uncaught Error: Undefined constant "API_KEY" in /var/www/index.php:3`,
    () => `	at sun.reflect.GeneratedMethodAccessor${digits(3)}.invoke(Unknown Source)`,
    () => `ActiveSupport::MessageVerifier::InvalidSignature (secret_key_base):`,
    () => `    raise AuthenticationError("invalid token")`,
    () => `        password = kwargs.get("password")`,
  ],
  'web server': [
    (i) =>
      `203.0.113.${i % 250} - - [21/Nov/2026:${time(i)} +0000] "GET /assets/app.${hex(8)}.js HTTP/1.1" 200 ${digits(5)} "-" "Mozilla/5.0 (X11; Linux x86_64)"`,
    () => `"GET /static/media/logo.${hex(20)}.svg HTTP/2.0" 304 0`,
    () => `"POST /login HTTP/1.1" 401 12`,
    () => `"GET /.well-known/jwks.json HTTP/1.1" 200`,
    () => `GET /users/${uuid()}/sessions 200 4ms`,
    () => `etag: W/"${hex(4)}-${base64(27)}"`,
    () => `x-request-id: ${uuid()}`,
    () => `cf-ray: ${hex(16)}-FRA`,
    () => `traceparent: 00-${hex(32)}-${hex(16)}-01`,
    () => `x-amzn-trace-id: Root=1-${hex(8)}-${hex(24)}`,
    () => `content-security-policy: script-src 'self' 'sha256-${base64(43)}='`,
    () =>
      `upstream timed out, request: "POST /oauth/token HTTP/1.1", upstream: "http://10.0.0.1:80/oauth/token"`,
    () => `x-amz-id-2: ${base64(76)}`,
    () => `GET /oauth/authorize?response_type=code&client_id=web&scope=openid 302`,
    () => `GET /docs/authentication#how-to-rotate-the-signing-keys-of-a-tenant 200`,
    () => `if-none-match: "${hex(32)}"`,
    () => `strict-transport-security: max-age=31536000`,
    () =>
      `https://example.com/guide/getting-started#${'configuration-of-the-public-web-service-page'.slice(0, 43)}`,
    () => `link: <https://api.example.com/items?page=2&cursor=${digits(6)}>; rel="next"`,
  ],
  containers: [
    () => `Status: Downloaded newer image for nginx@sha256:${hex(64)}`,
    () => `${hex(12)}: Pull complete`,
    () => `Digest: sha256:${hex(64)}`,
    () => `Successfully built ${hex(12)}`,
    () => `#8 [build 3/9] COPY --from=deps /app/node_modules ./node_modules`,
    () => `web-1  | listening on 8080`,
    () => `pod/web-${hex(10)}-${base36(5)} created`,
    () => `secret/db-credentials created`,
    () => `serviceaccount/default-token unchanged`,
    () => `  Normal  Pulled  4s  kubelet  Container image "app:${hex(7)}" already present on machine`,
    () => `MountVolume.SetUp failed for volume "kube-api-access-${base36(5)}"`,
    () => `containerd://${hex(64)}`,
    () => `secretName: tls-cert`,
    () => `  secretKeyRef:`,
    () => `      name: db-credentials`,
    () => `      key: password`,
    () => `imagePullSecrets:`,
    () => `#11 exporting manifest sha256:${hex(64)} done`,
    () => `kind: Secret`,
    () => `automountServiceAccountToken: false`,
    () => `k8s-app=kube-dns,pod-template-hash=${hex(10)}`,
  ],
  databases: [
    () => `LOG:  checkpoint complete: wrote ${digits(3)} buffers (0.3%)`,
    () => `FATAL:  password authentication failed for user "app"`,
    () => `2026-11-21 10:00:00 UTC [${digits(4)}] LOG:  connection authorized: user=app database=main`,
    () => `DETAIL:  Key (session_id)=(${digits(6)}) already exists.`,
    () => `ERROR:  duplicate key value violates unique constraint "users_token_key"`,
    () => `CREATE INDEX idx_tokens_user ON tokens (user_id);`,
    () => `Query OK, ${digits(2)} rows affected`,
    () => `[Note] Access denied for user 'root'@'localhost' (using password: YES)`,
    () => `SELECT "users"."id", "users"."password_digest" FROM "users" WHERE "users"."id" = $1`,
    () => `ALTER TABLE sessions ADD COLUMN token varchar(64);`,
    () => `redis: Accepted 127.0.0.1:${digits(5)}`,
    () => `primary key: ${digits(8)}`,
    () => `partition key = user#${digits(5)}`,
    () => `{"_id":{"$oid":"${hex(24)}"}}`,
    () => `cache key=cart:${hex(10)} hit`,
    () => `key=${word(4)}:${digits(6)} ttl=300`,
    () => `LSN: 0/${hex(7).toUpperCase()}`,
    () => `COPY public.tokens (id, value) FROM stdin;`,
    () => `foreign key (author_id) references authors (id)`,
  ],
  'linux and devices': [
    (i) =>
      `Nov 21 ${time(i)} host sshd[${digits(4)}]: Failed password for invalid user admin from 203.0.113.4 port ${digits(5)} ssh2`,
    (i) =>
      `Nov 21 ${time(i)} host sshd(pam_unix)[${digits(5)}]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=203.0.113.9`,
    (i) => `Nov 21 ${time(i)} host systemd[1]: Started Session ${digits(4)} of user root.`,
    (i) =>
      `Nov 21 ${time(i)} host sshd[4]: Accepted publickey for bob from 203.0.113.4 port 22 ssh2: RSA SHA256:${base64(43)}`,
    () => `session opened for user root by (uid=0)`,
    () => `usb 1-1: New USB device found, idVendor=${hex(4)}, idProduct=${hex(4)}`,
    () => `audit: type=1400 audit(${digits(10)}.${digits(3)}:${digits(2)}): apparmor="STATUS"`,
    () => `pam_unix(cron:session): session closed for user root`,
    () => `MAC: ${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}`,
    () => `UUID=${uuid()} / ext4 defaults 0 1`,
    () =>
      `- ${digits(10)} 2026.11.21 R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected`,
    () => `dfs.DataNode$DataXceiver: Receiving block blk_-${digits(19)} src: /10.250.19.102:54106`,
    () =>
      `BLOCK* NameSystem.allocateBlock: /mnt/hadoop/task_${digits(12)}_m_000590_0/part-00590. blk_${digits(19)}`,
    () =>
      `nova.osapi_compute.wsgi.server [req-${uuid()} ${hex(32)} ${hex(32)} - - -] 10.11.10.1 "GET /v2/${hex(32)}/servers/detail HTTP/1.1" status: 200 len: 1893`,
    () =>
      `proxy.cse.cuhk.edu.hk:5070 close, ${digits(4)} bytes sent, ${digits(4)} bytes received, lifetime 00:01`,
    () =>
      `Mac kernel[0]: ARPT: ${digits(6)}.${digits(6)}: wl0: setup_keepalive: Seq: ${digits(9)}, Ack: ${digits(10)}`,
    () =>
      `PowerManagerService: acquire lock=${digits(9)}, flags=0x1, tag="View Lock", name=com.android.systemui, ws=null`,
    () => `workerEnv.init() ok /etc/httpd/conf/workers2.properties`,
    () => `step_counter|onExtend:${digits(10)} 0 0 4`,
    () => `OpenSSH_9.6p1 host key: ssh-ed25519 SHA256:${base64(43)}`,
    () => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB${base64(80)} bob@host`,
  ],
  code: [
    () => `const token = await getToken(user);`,
    () => `password: string;`,
    () => `if (password !== confirmPassword) {`,
    () => `import { hashPassword } from './password';`,
    () => `token: process.env.TOKEN,`,
    () => `export const SESSION_KEY = 'session';`,
    () => `  secret: config.get('auth.secret'),`,
    () => `password = os.environ["DB_PASSWORD"]`,
    () => `private final String password;`,
    () => `func NewToken(secret []byte) (*Token, error) {`,
    () => `const cacheKey = \`user:\${id}\`;`,
    () => `tokens = line.split(",")`,
    () => `  authToken?: string | null;`,
    () => `return { accessToken, refreshToken };`,
    () => `assert_eq!(token.kind, TokenKind::Ident);`,
    () => `<label for="password">Password</label>`,
    () => `  password: z.string().min(8),`,
    () => `"test:auth": "vitest run auth"`,
    () => `key: "sidebar-${word(3)}-open"`,
    () => `@Value("\${app.jwt.secret}") private String secret;`,
    () => `SELECT token FROM sessions WHERE user_id = ?`,
    () => `headers.set('authorization', \`Bearer \${token}\`)`,
    () => `$this->token = $token;`,
    () => `def authenticate(username, password)`,
    () => `Authorization: Bearer <token>`,
    () => `const secrets = await vault.list('kv');`,
    () => `password || 'guest'`,
    () => ` * Resources are identified by URI (e.g. a path)`,
    () => ` * Undefined value error is identified by \`code: 'ERR_INVALID_VALUE'\`.`,
    () => `import { JwtTokenInvalid, JwtPayloadRequiresAud, JwtHeaderRequiresKid } from './errors.js';`,
    () => `token: null, expiresIn: 3600`,
    () => `auth: { type: 'oauth2', flows: {} }`,
    () => `data:image/png;base64,iVBORw0KGgo${base64(200)}`,
    () => `src="data:image/svg+xml;base64,${base64(120)}"`,
    () => `@font-face{src:url(data:font/woff2;base64,d09GMgAB${base64(160)})}`,
    () => `//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJz${base64(80)}`,
  ],
  macos: [
    (i) =>
      `Jul  1 ${time(i)} mac symptomsd[215]: -[Engine _writeRecord:fromPrint:key:atPlace:ofKind:isFaulty:] Hashing of the primary key failed.`,
    (i) =>
      `Jul  1 ${time(i)} mac AddressBookSourceSync[${i}]: [CardDAV-ERROR] -getPrincipal:[_controller supportsURL:https://bob%40example.com@contacts.example.com/${digits(9)}/principal/] Error Domain=NSURLErrorDomain Code=-1009 "offline" UserInfo={NSErrorFailingURLKey=https://bob%40example.com@contacts.example.com/, _kCFStreamErrorCodeKey=-1009}`,
    (i) =>
      `Jul  1 ${time(i)} mac QuickLook[${i}]: [QL] No sandbox token for request <Thumbnail a-${digits(4)}.log>`,
    () => `KeychainGetStatus: keychain: -25300`,
    () => `Extension main strSendMsg = {"websitekey":false,"commandkey":true,"browserkey":true}`,
    () =>
      `Could not get event name for stream/token: com.example.activity/${digits(4)}: ${digits(3)}: stale data`,
    () => `<Store:0x${hex(9)} store=<KeyedStore:0x${hex(9)} path="/Users/a/Keystone.store" locked=NO > >`,
    () => `tagKey=ChannelID brandKey=BrandID versionKey=Version cohort=1:1y5: cohortName=Stable`,
    () =>
      `[Accounts] Failed to update account with identifier ${uuid().toUpperCase()}, error: Code=${digits(2)}`,
    () => `Captive: CNPluginHandler en0: Authenticated`,
    () => `Session ${digits(6)} destroyed`,
    () => `tcp_connection ${digits(5)} connectx to 192.0.2.7:80@0 failed: [51] Network is unreachable`,
  ],
  apache: [
    (i) => `[Sun Dec 04 ${time(i)} 2025] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties`,
    (i) => `[Sun Dec 04 ${time(i)} 2025] [error] mod_jk child workerEnv in error state ${i % 10}`,
    (i) =>
      `[Sun Dec 04 ${time(i)} 2025] [error] [client 192.0.2.${i % 250}] user bob: authentication failure for "/admin": Password Mismatch`,
    (i) => `[Sun Dec 04 ${time(i)} 2025] [auth_basic:error] [pid ${i}] AH01618: user bob not found: /private`,
    () => `AH02568: Certificate and private key www.example.com:443:0 from /etc/ssl/a.crt and /etc/ssl/a.key`,
    () =>
      `AH01909: example.com:443:0 server certificate does NOT include an ID which matches the server name`,
    () => `[ssl:info] AH01914: Configuring server web:443 for SSL protocol, session cache: shmcb`,
  ],
  hdfs: [
    (i) =>
      `251109 ${digits(6)} ${i} INFO dfs.DataNode$PacketResponder: PacketResponder 1 for block blk_${digits(17)} terminating`,
    () =>
      `INFO dfs.FSNamesystem: BLOCK* NameSystem.addStoredBlock: blockMap updated: 10.0.73.220:50010 is added to blk_${digits(19)} size 67108864`,
    () =>
      `WARN dfs.DataNode$DataXceiver: 10.0.42.84:50010:Got exception while serving blk_-${digits(19)} to /10.0.90.64:`,
    () =>
      `INFO delegation.AbstractDelegationTokenSecretManager: Updating the current master key for generating delegation tokens`,
    () =>
      `INFO security.UserGroupInformation: Login successful for user hdfs/nn1 using keytab file /etc/hdfs.keytab`,
    () =>
      `INFO block.BlockTokenSecretManager: Setting block keys. BlockPool = BP-${digits(9)}-10.0.0.1-${digits(13)} .`,
  ],
  npm: [
    () => `npm http fetch GET 200 https://registry.npmjs.org/jsonwebtoken ${digits(3)}ms (cache revalidated)`,
    () =>
      `npm warn deprecated request@2.88.2: request has been deprecated, see https://example.com/issues/${digits(4)}`,
    () => `npm verbose argv "install" "--loglevel" "verbose" "passport@0.7.0"`,
    () => `npm error code E401`,
    () => `npm error Incorrect or missing password.`,
    () =>
      `npm error If you were trying to login, change your password, create an authentication token or enable two-factor authentication`,
    () => `npm timing reify:audit Completed in ${digits(3)}ms`,
    () => `npm silly placeDep ROOT keyv@4.5.4 OK for: flat-cache@4.0.1 want: ^4.5.4`,
    () => `added ${digits(3)} packages, and audited ${digits(3)} packages in 4s`,
    () => `npm error This operation requires a one-time password from your authenticator.`,
    () => `npm verbose cwd /srv/app/packages/token-store`,
  ],
  gradle: [
    () => `> Task :auth:compileKotlin UP-TO-DATE`,
    () => `> Task :token-service:test FAILED`,
    () => `Build cache key for task ':auth:compileJava' is ${hex(32)}`,
    () => `w: file:///srv/app/auth/src/main/kotlin/Token.kt:${digits(2)}:9 Parameter 'secret' is never used`,
    () => `e: Password.kt: (12, 5): Unresolved reference: passwordEncoder`,
    () => `com.example.auth.TokenTest > rejects an expired token PASSED`,
    () =>
      `A problem occurred evaluating project ':auth'. > Could not get unknown property 'signingPassword' for root project`,
    () =>
      `Execution failed for task ':app:validateSigningRelease'. > Keystore file not set for signing config release`,
    () => `+--- com.auth0:java-jwt:4.4.${digits(1)}`,
    () => `BUILD FAILED in 12s with 7 actionable tasks: 2 executed, 5 up-to-date`,
  ],
  'kubernetes at work': [
    () =>
      `E1121 10:00:00.${digits(6)} 1 reflector.go:138] Failed to watch *v1.Secret: secrets is forbidden: User "system:node" cannot list resource`,
    () =>
      `Warning  FailedMount  kubelet  MountVolume.SetUp failed for volume "certs" : secret "tls-cert" not found`,
    () => `Error: couldn't find key password in Secret default/db-credentials`,
    () => `    secret: {secretName: tls-cert, defaultMode: 420}`,
    () =>
      `{"level":"info","controller":"secret","namespace":"default","name":"db-credentials","msg":"reconciled"}`,
    () => `I1121 token_controller.go: Generated bootstrap token for serviceaccount default/builder`,
    () => `Events: Type Reason Age From Message: Normal Synced secret synced successfully`,
    () => `error: exit code: 137 reason: OOMKilled pod: auth-${hex(10)}-x7k2q`,
    () =>
      `time="2026-11-21T10:00:00Z" level=error msg="rpc error: code = Unauthenticated desc = invalid token" code=16`,
    () => `{"token":{"type":"bearer","expires_in":3600},"password":{"policy":"strong","min":12}}`,
  ],
  services: [
    (i) =>
      `{"level":"info","time":${digits(13)},"msg":"session started","sessionId":${digits(6)},"userId":${i}}`,
    () => `INFO token refreshed for user ${digits(5)}`,
    () => `WARN password policy: minimum length 12`,
    () => `level=info msg="token expired" user=${digits(4)} ttl=3600s`,
    () => `{"event":"login","user":"bob","auth":"oidc"}`,
    () => `processed 12 secrets in 4 ms`,
    () => `{"id":"${uuid()}","type":"order.created","version":"1.4.${digits(2)}"}`,
    () => `trace_id=${hex(32)} span_id=${hex(16)}`,
    () => `build ${hex(40)} version 2026.11.${digits(2)}`,
    () => `keyspace hits: ${digits(7)}`,
    () => `max_tokens=4096 temperature=0.2`,
    () => `usage: prompt_tokens=${digits(3)} completion_tokens=${digits(3)} total_tokens=${digits(4)}`,
    () => `user_id=${uuid()} request_id=req_${base62(14)}`,
    () => `sha256:${hex(64)}  app-linux-amd64.tar.gz`,
    () => `${hex(64)}  release.zip`,
    () => `${hex(32)}  dump.sql`,
    () => `order ${upper36(8)} shipped`,
    () => `object key: uploads/2026/11/${uuid()}.png`,
    () => `s3 key=logs/${digits(8)}/part-${digits(5)}.parquet`,
    () => `GET https://cdn.example.com/${hex(32)}/${base62(16)}.webp 200`,
    () => `idempotency-key: ${uuid()}`,
    () => `Loaded 4 API keys`,
    () => `invalid credentials for bob`,
    () => `authorization: denied (policy 4)`,
    () => `auth=none tls=1.3 cipher=TLS_AES_128_GCM_SHA256`,
    () => `nextPageToken: ${base64url(30)}`,
    () => `cursor=${base64url(24)}`,
    () => `event_id: ${hex(32)}`,
    () => `subscription sub_${base62(14)} renewed`,
    () => `customer cus_${base62(14)} created`,
    () => `message_id=<${base62(20)}@mail.example.com>`,
    () => `jti=${uuid()} iss=https://id.example.com`,
    () => `key_id=${uuid()} algorithm=ed25519`,
    () => `kid: ${base64url(24)}`,
    () => `AWS_ACCESS_KEY_ID is not set`,
    () => `session ${digits(6)} closed after 42 s`,
    () => `Session-Id: ${digits(5)}`,
    () => `pin: 4 mode: output`,
    () => `code: 1006 reason: abnormal`,
    () => `exit code: 137`,
  ],
};

/** At least 400 lines of each program. */
export function everydayLines(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(LINES).map(([name, writers]) => [
      name,
      Array.from({ length: 1200 }, (_, i) => (writers[i % writers.length] as (i: number) => string)(i)),
    ]),
  );
}
