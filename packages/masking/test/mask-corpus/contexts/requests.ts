import { randomText } from '../random.ts';
import { chosen, type ContextGroup } from './secrets.ts';

const { base64url, digits, hex } = randomText(40_002);
const enc = encodeURIComponent;

/** Requests on the wire, and tools that print them. */
export const requests: ContextGroup[] = [
  [
    'requests',
    chosen.token,
    {
      'header raw': (s) => `> GET /v1 HTTP/1.1\n> Host: x\n> X-Vault-Token: ${s}\n>`,
      'header provider': (s) => `X-Acme-Token: ${s}`,
      'header provider key': (s) => `x-acme-api-key: ${s}`,
      'header ocp': (s) => `Ocp-Apim-Subscription-Key: ${s}`,
      'header basic': (s) => `authorization: Basic ${Buffer.from(`bob:${s}`).toString('base64')}`,
      'header custom scheme': (s) => `Authorization: Token token="${s}", email="a@b.c"`,
      'header apikey scheme': (s) => `Authorization: ApiKey ${s}`,
      'header bare': (s) => `Authorization: ${s}`,
      'header aws': (s) =>
        `Authorization: AWS4-HMAC-SHA256 Credential=X/20260101/eu/s3/aws4_request, SignedHeaders=host, Signature=${s}${s}`,
      'header digest': (s) => `Authorization: Digest username="bob", realm="x", nonce="y", response="${s}"`,
      'header proxy': (s) => `Proxy-Authorization: Bearer ${s}`,
      'headers object': (s) => `headers: { 'Content-Type': 'application/json', 'X-API-Key': '${s}' }`,
      'headers array': (s) =>
        `"headers": [\n  {\n    "name": "Authorization",\n    "value": "Bearer ${s}"\n  }\n]`,
      'headers flat': (s) => `rawHeaders: [\n  'Authorization',\n  'Bearer ${s}',\n  'Accept',\n  '*/*'\n]`,
      'headers pairs': (s) => `[["accept","*/*"],["x-api-key","${s}"]]`,
      'headers go': (s) => `map[Authorization:[Bearer ${s}] Accept:[*/*]]`,
      'headers go secret': (s) => `http.Header{"X-Auth-Token":[]string{"${s}"}, "Accept":[]string{"*/*"}}`,
      'headers values': (s) => `"X-Api-Key": [\n  "${s}"\n],`,
      'headers python': (s) => `send: b'GET / HTTP/1.1\\r\\nHost: x\\r\\nX-Api-Key: ${s}\\r\\n\\r\\n'`,
      'headers tuples': (s) => `[(b'host', b'x'), (b'authorization', b'Bearer ${s}')]`,
      'headers yaml list': (s) => `headers:\n  - name: X-Api-Key\n    value: ${s}`,
      'headers har': (s) => `{"name": "Cookie", "value": "sid=${s}"}`,
      cookie: (s) => `Cookie: theme=dark; session=${s}; lang=de`,
      'cookie connect': (s) => `Cookie: connect.sid=s%3A${s}.${s}`,
      'cookie jwt': (s) => `cookie: access_token=${s}`,
      'set-cookie': (s) => `set-cookie: sessionid=${s}; Path=/; HttpOnly`,
      'set-cookie json': (s) => `"set-cookie":["JSESSIONID=${s}; Path=/"]`,
      'cookie jar': (s) => `.example.com\tTRUE\t/\tTRUE\t1790000000\tsessionid\t${s}`,
      'curl cookie': (s) => `curl -b "session=${s}" https://example.com`,
      query: (s) => `GET /v1/items?access_token=${s}&page=2 HTTP/1.1`,
      'query key': (s) => `https://maps.example.com/api/js?key=${s}&callback=x`,
      'query apikey': (s) => `https://api.example.com/data?apikey=${s}`,
      'query appid': (s) => `https://api.example.com/data?q=x&appid=${s}`,
      'query sig': (s) =>
        `https://x.blob.core.windows.net/c/b?sv=2024-01-01&se=2026-01-01&sp=r&sig=${enc(`${s}+/ab12=`)}`,
      'query cloudfront': (s) =>
        `https://d.cloudfront.net/x?Expires=1790000000&Signature=${s}~${s}__&Key-Pair-Id=K1`,
      'query oss': (s) =>
        `https://b.oss-cn.aliyuncs.com/o?OSSAccessKeyId=X&Expires=1&Signature=${s.slice(0, 26)}%3D`,
      'query goog': (s) =>
        `https://storage.googleapis.com/b/o?X-Goog-Credential=x&X-Goog-Signature=${hex(64)}${s.toLowerCase()}`,
      'query amz token': (s) => `?X-Amz-Security-Token=${s}${s}&X-Amz-Expires=300`,
      'query code': (s) => `GET /oauth/callback?code=${s}&state=xyz`,
      'query code function': (s) => `https://x.azurewebsites.net/api/f?code=${s}==`,
      'query logic app': (s) =>
        `https://x.logic.azure.com/workflows/y/triggers/z/run?api-version=1&sp=%2F&sv=1.0&sig=${s}`,
      fragment: (s) => `https://app.example.com/cb#access_token=${s}&token_type=bearer`,
      'query encoded': (s) => `next=%2Fcb%3Faccess_token%3D${s}%26x%3D1`,
      'query double encoded': (s) => `u=%253Faccess_token%253D${s}%2526a%253D1`,
      form: (s) => `grant_type=client_credentials&client_id=x&client_secret=${s}`,
      'form refresh': (s) => `grant_type=refresh_token&refresh_token=${s}`,
      'form assertion': (s) => `client_assertion=${s}.${s}.${s}&x=1`,
      multipart: (s) => `--x\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${s}\r\n--x--`,
      graphql: (s) => `{"query":"mutation($t:String!){login(token:$t){id}}","variables":{"token":"${s}"}}`,
      'graphql inline': (s) => `mutation { login(email: "a@b.c", password: "${s}") { id } }`,
      'graphql secret': (s) => `variables: {"input":{"clientSecret":"${s}"}}`,
      'json rpc': (s) => `{"jsonrpc":"2.0","method":"login","params":{"user":"bob","password":"${s}"}}`,
      'json lines': (s) => `{"level":"debug","msg":"body {\\"access_token\\":\\"${s}\\"}\\n"}`,
      'json lines twice': (s) =>
        JSON.stringify({ log: `${JSON.stringify({ msg: `a\nsecret_key=${s}\n` })}\n` }),
      soap: (s) => `<wsse:Password Type="x#PasswordText">${s}</wsse:Password>`,
      'soap token': (s) => `<sessionToken>${s}</sessionToken>`,
      'xml rpc': (s) => `<member><name>password</name><value><string>${s}</string></value></member>`,
      'html input': (s) => `<input type="hidden" name="authenticity_token" value="${s}">`,
      'html password': (s) => `<input type="password" id="p" value="${s}">`,
      'html meta': (s) => `<meta name="csrf-token" content="${s}">`,
      'token response': (s) => `{"access_token":"${s}","token_type":"Bearer","expires_in":3600}`,
      'id token': (s) => `"id_token": "${s}.${s}.${s}"`,
      websocket: (s) => `wss://ws.example.com/socket?token=${s}`,
      'grpc metadata': (s) => `metadata: {authorization: [Bearer ${s}]}`,
      mailto: (s) => `https://app.example.com/reset?token=${s}`,
      confirmation: (s) => `https://app.example.com/confirm?confirmation_token=${s}`,
      'unsubscribe path': (s) => `https://app.example.com/password_resets/${s}/edit`,
      otp: () => `otpauth://totp/x?secret=${'JBSWY3DPEHPK3PXPJBSW'}${digits(0)}&issuer=x`,
    },
  ],
  [
    'webhook addresses',
    () => base64url(24).replaceAll(/[-_]/g, 'a'),
    {
      slack: (s) => `https://hooks.slack.com/services/T${digits(8)}/B${digits(8)}/${s}`,
      'slack workflow': (s) =>
        `https://hooks.slack.com/workflows/T${digits(8)}/A${digits(8)}/${digits(18)}/${s}`,
      'slack triggers': (s) => `https://hooks.slack.com/triggers/T${digits(8)}/${digits(13)}/${s}${hex(8)}`,
      discord: (s) => `https://discord.com/api/webhooks/${digits(18)}/${s}${s}`,
      'discord app': (s) => `https://discordapp.com/api/webhooks/${digits(19)}/${s}-${s}`,
      teams: (s) =>
        `https://acme.webhook.office.com/webhookb2/8f3a1b2c-1111-4222-8333-444455556666@8f3a1b2c-1111-4222-8333-444455556666/IncomingWebhook/${hex(32)}/${s}`,
      'teams flow': (s) =>
        `https://prod-1.westeurope.logic.azure.com:443/workflows/${hex(32)}/triggers/manual/paths/invoke?sig=${s}`,
      telegram: (s) => `https://api.telegram.org/bot${digits(9)}:AAE${s}${s.slice(0, 8)}/sendMessage`,
      zapier: (s) => `https://hooks.zapier.com/hooks/catch/${digits(7)}/${s.slice(0, 7)}/`,
      ifttt: (s) => `https://maker.ifttt.com/trigger/x/with/key/${s}`,
      mattermost: (s) => `https://chat.example.com/hooks/${s.toLowerCase()}ab`,
      'google chat': (s) => `https://chat.googleapis.com/v1/spaces/AAAA/messages?key=x&token=${s}%3D`,
      datadog: (s) => `https://http-intake.logs.datadoghq.com/v1/input/${hex(32)}?s=${s}`,
      pagerduty: (s) => `https://events.pagerduty.com/integration/${hex(32)}/enqueue?t=${s.length}`,
      feishu: (s) => `https://open.feishu.cn/open-apis/bot/v2/hook/${s}`,
      dingtalk: (s) => `https://oapi.dingtalk.com/robot/send?access_token=${s}${s}`,
      wecom: (s) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${s}`,
      rocket: (s) => `https://chat.example.com/hooks/${hex(24)}/${s}`,
      bitrise: (s) => `https://hooks.bitrise.io/h/github/${hex(16)}/${s}`,
      ours: (s) => `https://share.example.com/s/t_x#${s}${base64url(19)}`,
      'our upload': (s) => `https://share.example.com/api/v1/public/uploads/u_${s}`,
    },
  ],
];
