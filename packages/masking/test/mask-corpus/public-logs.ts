import { randomText } from './random.ts';

const { base36, base62, base64, base64url, digits, hex, upper36, uuid } = randomText(50_001);
const time = (i: number): string => `10:${String(i % 60).padStart(2, '0')}:${digits(2)}`;
const ip = (): string => `10.${digits(2)}.${digits(2)}.${digits(2)}`;

/** Lines in the spirit of the logs that researchers publish, each with numbers and ids that differ. */
const LINES: Record<string, ((i: number) => string)[]> = {
  hadoop: [
    (i) =>
      `081109 2036${digits(2)} ${i} INFO dfs.DataNode$PacketResponder: PacketResponder 1 for block blk_${digits(18)} terminating`,
    () =>
      `INFO dfs.FSNamesystem: BLOCK* NameSystem.addStoredBlock: blockMap updated: ${ip()}:50010 is added to blk_-${digits(18)} size 67108864`,
    () =>
      `INFO dfs.DataNode$DataXceiver: Receiving block blk_${digits(19)} src: /${ip()}:54106 dest: /${ip()}:50010`,
    (i) => `17/06/09 ${time(i)} INFO executor.Executor: Running task ${i}.0 in stage 0.0 (TID ${digits(3)})`,
    () =>
      `INFO storage.MemoryStore: Block broadcast_${digits(2)} stored as values in memory (estimated size 384.0 B, free 317.5 KB)`,
    () =>
      `INFO spark.SecurityManager: SecurityManager: authentication disabled; ui acls disabled; users with view permissions: Set(yarn, curi)`,
    () =>
      `INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: Created MRAppMaster for application appattempt_${digits(13)}_${digits(4)}_000001`,
    () =>
      `INFO [main] org.apache.hadoop.security.token.Token: Kind: YARN_AM_RM_TOKEN, Service: , Ident: (appAttemptId { application_id { id: 1 } })`,
    () =>
      `INFO delegation.AbstractDelegationTokenSecretManager: Updating the current master key for generating delegation tokens`,
    () =>
      `INFO org.apache.hadoop.hdfs.server.namenode.FSEditLog: Number of transactions: ${digits(3)} Total time for transactions(ms): ${digits(2)}`,
  ],
  openstack: [
    () =>
      `nova-api.log.1 2017-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server [req-${uuid()} ${hex(32)} ${hex(32)} - - -] ${ip()} "GET /v2/${hex(32)}/servers/detail HTTP/1.1" status: 200 len: 1893 time: 0.2477829`,
    () =>
      `nova-compute.log 2931 INFO nova.compute.manager [req-${uuid()} - - - - -] [instance: ${uuid()}] VM Started (Lifecycle Event)`,
    () =>
      `nova.virt.libvirt.imagecache [req-${uuid()} - - - - -] image ${uuid()} at (/var/lib/nova/instances/_base/${hex(40)}): checking`,
    () => `keystone.middleware.auth [-] Auth token not in the request header. Will not build auth context.`,
    () => `keystone.token.provider [req-${uuid()}] Unable to validate token: token is expired`,
    () =>
      `INFO nova.metadata.wsgi.server [req-${uuid()} - - - - -] ${ip()},${ip()} "GET /openstack/2013-10-17/vendor_data.json HTTP/1.1" status: 200`,
  ],
  supercomputers: [
    () =>
      `- 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.${digits(6)} R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected`,
    () =>
      `- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: session closed for user root`,
    () =>
      `- 1131566461 2005.11.09 tbird-admin1 Nov 9 12:01:01 local@tbird-admin1 postfix/postdrop[1896]: warning: unable to look up public/pickup: No such file or directory`,
    () => `RAS KERNEL FATAL data TLB error interrupt machine check: i-fetch......................0`,
    () =>
      `node-${digits(3)} unix.hw state_change.unavailable 1077804742 1 Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=${digits(4)})`,
    () =>
      `RAS APP FATAL ciod: Error loading /g/g24/buber/Yunsic/BG/partad/${digits(5)}/bin/raptor: invalid or missing program image`,
  ],
  mobile: [
    (i) =>
      `03-17 16:13:${String(i % 60).padStart(2, '0')}.${digits(3)}  1702  2395 D WindowManager: printFreezingDisplayLogsopening app wtoken = AppWindowToken{${hex(7)} token=Token{${hex(7)} ActivityRecord{${hex(7)} u0 com.tencent.qt.qtl/.activity.info.NewsDetailXmlActivity t761}}}, allDrawn= false`,
    () =>
      `03-17 16:13:38.820  1702  8671 D PowerManagerService: acquire lock=${digits(9)}, flags=0x1, tag="View Lock", name=com.android.systemui, ws=null, uid=10037, pid=2227`,
    () => `D PhoneStatusBar: isKeyguardShowing=false keyguardDone: true, token=${digits(3)}`,
    () =>
      `I ActivityManager: START u0 {act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 cmp=com.app/.Main} from uid ${digits(5)}`,
    () => `V KeyguardUpdateMonitor: received broadcast android.intent.action.BATTERY_CHANGED`,
    () => `20171223-22:15:29:${digits(3)}|Step_LSC|30002312|onStandStepChanged ${digits(4)}`,
    () =>
      `20171223-22:15:29:633|Step_SPUtils|30002312|setTodayTotalDetailSteps=1514038440000##${digits(4)}##548365##8661##12266##27164404`,
  ],
  desktops: [
    () =>
      `Jul  1 09:00:55 calvisitor-10-105-160-95 kernel[0]: IOThunderboltSwitch<0>(0x0)::listenerCallback - Thunderbolt HPD packet for route = 0x0 port = 11 unplug = 0`,
    () =>
      `Jul  1 09:02:26 authorMacBook-Pro com.apple.CDScheduler[43]: Thermal pressure state: 1 Memory pressure state: 0`,
    () =>
      `Jul  1 09:03:11 authorMacBook-Pro securityd[276]: SecOSStatusWith error:[-25300] Error Domain=NSOSStatusErrorDomain Code=-25300 "no matching items found" (Keychain item not found)`,
    () =>
      `com.apple.xpc.launchd[1] (com.apple.xpc.launchd.domain.pid.mdmclient.${digits(4)}): Failed to bootstrap path: path = /usr/libexec/mdmclient, error = 108: Invalid path`,
    () => `chrome.exe - proxy.cse.cuhk.edu.hk:5070 open through proxy proxy.cse.cuhk.edu.hk:5070 HTTPS`,
    () =>
      `[10.30 16:49:06] chrome.exe *64 - proxy.cse.cuhk.edu.hk:5070 close, 451 bytes sent, ${digits(5)} bytes (${digits(2)}.1 KB) received, lifetime <1 sec`,
    () =>
      `EventID 4624 An account was successfully logged on. Logon Type: 3 Logon Process: NtLmSsp Authentication Package: NTLM Key Length: 128`,
    () =>
      `Security-Auditing 4776 The computer attempted to validate the credentials for an account. Logon Account: bob Error Code: 0xC000006A`,
  ],
  'web and mail': [
    () => `[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties`,
    () => `[Sun Dec 04 04:51:18 2005] [error] mod_jk child workerEnv in error state ${digits(1)}`,
    () =>
      `${ip()} - - [21/Nov/2026:10:00:00 +0000] "GET /static/js/main.${hex(8)}.chunk.js HTTP/2.0" 200 ${digits(5)} "https://example.com/" "Mozilla/5.0"`,
    () =>
      `${ip()} - - [21/Nov/2026:10:00:00 +0000] "GET /assets/app-${base62(8)}.css?v=${hex(10)} HTTP/1.1" 304 0`,
    () =>
      `${ip()} - bob [21/Nov/2026:10:00:00 +0000] "POST /login HTTP/1.1" 302 - rt=0.${digits(3)} uct="0.001" rid=${hex(32)}`,
    () => `etag: W/"${hex(4)}-${base62(27)}"`,
    () => `x-request-id: ${uuid()}`,
    () => `traceparent: 00-${hex(32)}-${hex(16)}-01`,
    () => `cf-ray: ${hex(16)}-FRA`,
    () => `x-amzn-trace-id: Root=1-${hex(8)}-${hex(24)}`,
    () => `last-modified: Sat, 21 Nov 2026 10:00:00 GMT`,
    () => `Message-ID: <${base36(20)}.${digits(10)}@mail.example.com>`,
    () =>
      `postfix/smtp[${digits(4)}]: ${hex(10).toUpperCase()}: to=<bob@example.com>, relay=mx.example.com[${ip()}]:25, delay=0.5, status=sent (250 2.0.0 OK ${digits(10)} ${base36(12)} - gsmtp)`,
    () => `content-security-policy: script-src 'self' 'sha256-${base64(43)}=' 'strict-dynamic'`,
  ],
  logins: [
    () =>
      `Dec 10 06:55:46 LabSZ sshd[${digits(5)}]: reverse mapping checking getaddrinfo for ns.example.com [${ip()}] failed - POSSIBLE BREAK-IN ATTEMPT!`,
    () =>
      `Dec 10 06:55:48 LabSZ sshd[${digits(5)}]: Failed password for invalid user webmaster from ${ip()} port ${digits(5)} ssh2`,
    () =>
      `Dec 10 07:07:38 LabSZ sshd[${digits(5)}]: Accepted publickey for bob from ${ip()} port ${digits(5)} ssh2: RSA SHA256:${base64(43)}`,
    () =>
      `Dec 10 07:08:28 LabSZ sshd[${digits(5)}]: pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=${ip()}`,
    () =>
      `Dec 10 07:11:42 LabSZ sshd[${digits(5)}]: Connection closed by authenticating user root ${ip()} port ${digits(5)} [preauth]`,
    () =>
      `Jun 14 15:16:01 combo sshd(pam_unix)[${digits(5)}]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=${ip()}`,
    () => `sudo: pam_unix(sudo:session): session opened for user root(uid=0) by bob(uid=1000)`,
    () => `systemd-logind[${digits(3)}]: New session ${digits(4)} of user bob.`,
    () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(43)} bob@example.com`,
    () =>
      `The authenticity of host '${ip()}' can't be established. ED25519 key fingerprint is SHA256:${base64(43)}.`,
  ],
  'databases at work': [
    () =>
      `2026-11-21 10:00:00.123 UTC [${digits(4)}] LOG:  checkpoint complete: wrote ${digits(4)} buffers (10.0%); 0 WAL file(s) added`,
    () =>
      `2026-11-21 10:00:00.123 UTC [${digits(4)}] ERROR:  duplicate key value violates unique constraint "users_email_key"`,
    () => `DETAIL:  Key (email)=(bob@example.com) already exists.`,
    () => `DETAIL:  Key (session_id)=(${digits(8)}) is not present in table "sessions".`,
    () => `FATAL:  password authentication failed for user "app"`,
    () => `# Query_time: 2.${digits(6)}  Lock_time: 0.${digits(6)} Rows_sent: 1  Rows_examined: ${digits(5)}`,
    () =>
      `SET timestamp=${digits(10)}; SELECT id, token_count, password_changed_at FROM users WHERE id = ${digits(4)};`,
    () => `KEY \`idx_session_token\` (\`session_token\`), PRIMARY KEY (\`id\`), FOREIGN KEY (\`key_id\`)`,
    () =>
      `{"t":{"$date":"2026-11-21T10:00:00.123+00:00"},"s":"I","c":"ACCESS","id":20250,"ctx":"conn${digits(3)}","msg":"Authentication succeeded","attr":{"mechanism":"SCRAM-SHA-256","principalName":"app"}}`,
    () =>
      `[${digits(5)}] Background saving terminated with success; key space: db0:keys=${digits(4)},expires=${digits(3)},avg_ttl=0`,
  ],
  kubernetes: [
    () => `LAST SEEN   TYPE     REASON    OBJECT                           MESSAGE`,
    () =>
      `2m          Normal   Pulled    pod/api-${hex(9)}-${base36(5)}   Successfully pulled image "registry.example.com/api@sha256:${hex(64)}"`,
    () =>
      `Warning  FailedMount  MountVolume.SetUp failed for volume "api-secrets" : secret "api-secrets" not found`,
    () => `I1121 10:00:00.${digits(6)}       1 secure_serving.go:213] Serving securely on [::]:6443`,
    () =>
      `I1121 10:00:00.${digits(6)}       1 dynamic_cafile_content.go:157] "Starting controller" name="client-ca-bundle::/etc/kubernetes/pki/ca.crt"`,
    () => `  Mounts: /var/run/secrets/kubernetes.io/serviceaccount from kube-api-access-${base36(5)} (ro)`,
    () => `  resourceVersion: "${digits(9)}"`,
    () => `  uid: ${uuid()}`,
    () => `    imagePullSecrets: [{name: regcred}]`,
    () => `containerID: containerd://${hex(64)}`,
    () => `secret/api-keys configured`,
  ],
  traces: [
    (i) => `goroutine ${i} [select, ${digits(2)} minutes]:`,
    () => `net/http.(*conn).serve(0x${hex(10)}, {0x${hex(6)}, 0x${hex(10)}})`,
    () => `	/usr/local/go/src/crypto/tls/conn.go:1520 +0x${hex(3)}`,
    () =>
      `panic: runtime error: invalid memory address or nil pointer dereference [signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x${hex(6)}]`,
    () =>
      `	at org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter.doFilter(UsernamePasswordAuthenticationFilter.java:${digits(3)})`,
    () => `	at com.acme.auth.TokenService$$EnhancerBySpringCGLIB$$${hex(8)}.verifyToken(<generated>)`,
    () => `Caused by: java.security.InvalidKeyException: Invalid AES key length: 15 bytes`,
    (i) => `  File "/srv/app/auth/tokens.py", line ${i}, in decode_token`,
    () => `    raise InvalidTokenError("Signature has expired")`,
    () => `    at verifyPassword (/srv/app/node_modules/@acme/auth/dist/index.js:${digits(2)}:${digits(2)})`,
    () => `    from /usr/lib/ruby/3.3.0/net/http.rb:${digits(4)}:in 'Net::HTTP#connect'`,
    (i) =>
      `   ${i}: core::ops::function::FnOnce::call_once{{vtable.shim}} at /rustc/${hex(40)}/library/core/src/ops/function.rs:250:5`,
    () =>
      `thread 'tokio-runtime-worker' panicked at src/secrets.rs:${digits(3)}:${digits(2)}: called \`Option::unwrap()\` on a \`None\` value`,
    () => `ActiveRecord::RecordInvalid: Validation failed: Password is too short (minimum is 8 characters)`,
  ],
  'locks of packages': [
    () => `github.com/golang-jwt/jwt/v5 v5.2.1 h1:${base64(43)}=`,
    () => `github.com/golang-jwt/jwt/v5 v5.2.1/go.mod h1:${base64(43)}=`,
    () => `  resolved "https://registry.yarnpkg.com/tokenize/-/tokenize-1.0.${digits(1)}.tgz#${hex(40)}"`,
    () => `  integrity sha512-${base64(86)}==`,
    () => `      "reference": "${hex(40)}",`,
    () => `            "shasum": "${hex(40)}"`,
    () => `    {file = "keyring-25.2.1-py3-none-any.whl", hash = "sha256:${hex(64)}"},`,
    () => `content-hash = "${hex(64)}"`,
    () => `checksum = "${hex(64)}"`,
    () => `      sha512: ${base64(86)}==`,
    () => `  password-hash (0.5.0):`,
    () => `    cookie-signature: 1.0.${digits(1)}`,
    () => `DEPENDENCIES devise-two-factor (= 6.0.${digits(1)})`,
    () => `"jsonwebtoken@^9.0.0", "jsonwebtoken@^9.0.2":`,
    () => `  secretstorage = [{version = ">=3.2", markers = "sys_platform == 'linux'"}]`,
  ],
  'ids and blobs': [
    () => `commit ${hex(40)} (HEAD -> main, tag: v1.2.${digits(1)})`,
    () => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ${base64(60)}==`,
    () => `<script src="/app.js" integrity="sha384-${base64(64)}" crossorigin="anonymous"></script>`,
    () => `-----BEGIN CERTIFICATE-----`,
    () => `MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ`,
    () => `${base64(64)}`,
    () => `-----END CERTIFICATE-----`,
    () => `digest: sha256:${hex(64)}`,
    () => `"correlationId": "${uuid()}", "spanId": "${hex(16)}", "traceId": "${hex(32)}"`,
    () => `order ${upper36(10)} shipped with tracking number 1Z${upper36(16)}`,
    () => `S3 version id ${base64url(32)} of reports/2026-11.csv`,
    () => `build ${digits(8)}.${digits(1)} artifact api-1.4.${digits(2)}-${hex(7)}.tar.gz`,
    () =>
      `Serial Number: ${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)} Signature Algorithm: sha256WithRSAEncryption`,
    () => `user_id=${uuid()} tenant=${hex(24)} page_token_count=${digits(2)}`,
    () => `cache key users:${digits(6)}:profile hit in ${digits(2)} ms`,
    () => `partition key ${hex(8)} sort key ORDER#${digits(8)} consumed 0.5 RCU`,
  ],
};

const COUNT = 1000;

/** Lines without a secret, by who writes them. */
export const publicLogs = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(LINES).map(([name, lines]) => [
      name,
      Array.from({ length: COUNT }, (_, i) => (lines[i % lines.length] as (i: number) => string)(i)),
    ]),
  );
