import { randomText } from '../random.ts';
import { chosen, type ContextGroup } from './secrets.ts';

const { base62, base64, digits, hex, uuid } = randomText(40_011);
const enc = encodeURIComponent;
const amz = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=x%2F20261121%2Fus-east-1%2Fs3%2Faws4_request';

/** Addresses that clouds and networks of caches sign. */
export const signatures: ContextGroup[] = [
  [
    'cloud queries',
    chosen.hex,
    {
      'rds token': (s) =>
        `db.x.eu-west-1.rds.amazonaws.com:3306/?Action=connect&DBUser=app&${amz}&X-Amz-Signature=${s}`,
      'iot socket': (s) => `wss://a1.iot.eu-west-1.amazonaws.com/mqtt?${amz}&X-Amz-Signature=${s}`,
      'sts call': (s) => `https://sts.amazonaws.com/?Action=GetCallerIdentity&${amz}&X-Amz-Signature=${s}`,
      'r2 in lower case': (s) => `https://a.r2.cloudflarestorage.com/b/k?x-amz-date=1&x-amz-signature=${s}`,
      'post form': (s) => `{"fields":{"key":"k","X-Amz-Signature":"${s}"}}`,
      'post form field': (s) => `<input type="hidden" name="X-Amz-Signature" value="${s}">`,
      'curl form': (s) => `curl -F key=k -F x-amz-signature=${s} -F file=@a https://b.s3.amazonaws.com/`,
      'oss v4': (s) => `https://b.oss-cn-hangzhou.aliyuncs.com/k?x-oss-date=1&x-oss-signature=${s}`,
      tos: (s) => `https://b.tos-cn-beijing.volces.com/k?X-Tos-Date=1&X-Tos-Signature=${s}`,
      obs: (s) => `https://b.obs.cn-north-4.myhuaweicloud.com/k?X-Obs-Date=1&X-Obs-Signature=${s}`,
      'akamai token': (s) =>
        `https://cdn.example.com/v.m3u8?hdnts=exp=1763719200~acl=/*~hmac=${s}${s.slice(0, 24)}`,
      'akamai cookie': (s) => `__token__=st=1763719200~exp=1763722800~acl=/*~hmac=${s}${s.slice(0, 24)}`,
      'aliyun cdn': (s) => `https://v.example.com/a.flv?auth_key=1763719200-0-0-${s.slice(0, 32)}`,
      imgix: (s) => `https://a.imgix.net/p.jpg?w=400&s=${s.slice(0, 32)}`,
      upyun: (s) => `https://v.example.com/a.mp4?_upt=${s.slice(0, 8)}1763719200&sign=${s}`,
      'tencent cdn': (s) => `https://c.example.com/a.png?sign=1763719200-abc-0-${s.slice(0, 32)}`,
      bunny: (s) => `https://a.b-cdn.net/k?token=${s}&expires=1763719200`,
      'aws in a log of lines': (s) =>
        `"GET /k?X-Amz-Expires=60&X-Amz-Signature=${s} HTTP/1.1" 200 12 "-" "curl"`,
      'aws twice encoded': (s) => `next=%252Fk%253FX-Amz-Date%253D1%2526X-Amz-Signature%253D${s}`,
      'aws after a hash': (s) => `https://app.example.com/#/open?X-Amz-Signature=${s}`,
      'aws python dict': (s) => `{'X-Amz-Date': '1', 'X-Amz-Signature': '${s}'}`,
      'aws header line': (s) => `X-Amz-Signature: ${s}`,
      'aws canonical': (s) =>
        `Authorization=AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=${s}`,
    },
  ],
  [
    'cloud queries',
    chosen.base64,
    {
      'user delegation': (s) =>
        `https://a.blob.core.windows.net/c/f?skoid=${uuid()}&sktid=x&skt=1&ske=2&sig=${enc(s)}`,
      'account sas': (s) =>
        `BlobEndpoint=https://a.blob.core.windows.net/;SharedAccessSignature=sv=2024&ss=b&sig=${enc(s)}`,
      'sas raw': (s) => `?sv=2024-11-04&ss=bfqt&srt=sco&sp=rwdl&sig=${s}`,
      'sas azcopy': (s) => `azcopy copy "https://a.dfs.core.windows.net/c?sp=r&sig=${enc(s)}" .`,
      'sas in powershell': (s) => `$url = 'https://a.queue.core.windows.net/q?se=1&sig=${enc(s)}'`,
      'sas in yaml': (s) => `source: https://a.file.core.windows.net/s?sv=1&sig=${enc(s)}`,
      'event hub': (s) => `SharedAccessSignature sr=sb%3a%2f%2fx&sig=${enc(s)}&se=1763719200&skn=send`,
      'iot hub': (s) =>
        `SharedAccessSignature=SharedAccessSignature sr=h.azure-devices.net&sig=${enc(s)}&se=1`,
      'gcs in html': (s) =>
        `<img src="https://storage.googleapis.com/b/o?GoogleAccessId=x&amp;Signature=${enc(s)}">`,
      firebase: () => `https://firebasestorage.googleapis.com/v0/b/x/o/y?alt=media&token=${uuid()}`,
      'cloudfront policy': (s) =>
        `https://d1.cloudfront.net/k?Policy=eyJTdGF0ZW1lbnQi&Signature=${s.replaceAll(/[+/=]/g, '_')}`,
      'cloudfront cookie': (s) =>
        `Cookie: CloudFront-Signature=${s.replaceAll(/[+/=]/g, '_')}; CloudFront-Key-Pair-Id=K1`,
      'google maps': (s) =>
        `https://maps.googleapis.com/maps/api/staticmap?client=x&signature=${s.slice(0, 27).replaceAll(/[+/]/g, '-')}=`,
      qiniu: (s) =>
        `https://q.example.com/k?e=1763719200&token=${base62(40)}:${s.slice(0, 27).replaceAll(/[+/]/g, '-')}=`,
      eks: (s) => `token: k8s-aws-v1.${s.replaceAll(/[+/=]/g, 'x')}${s.replaceAll(/[+/=]/g, 'y')}`,
      'cloudflare images': (s) => `https://example.com/i/a.png?verify=1763719200-${enc(s)}`,
      'api management': (s) => `Authorization: SharedAccessSignature uid=x&ex=2026-01-01&sn=${enc(s)}`,
      backblaze: (s) =>
        `https://f001.backblazeb2.com/file/b/k?Authorization=3_${s.replaceAll(/[+/=]/g, '_')}`,
      'gcs escaped in JSON': (s) =>
        `{"u":"https:\\/\\/storage.googleapis.com\\/b\\/o?Expires=1\\u0026Signature=${enc(s)}"}`,
      'security token in JSON': (s) => `{"SecurityToken":"${s}${s}","Expiration":"2026-11-21T11:00:00Z"}`,
      'session token of a profile': (s) => `aws_session_token = ${s}${s}`,
      'cos token': (s) =>
        `https://b.cos.ap-shanghai.myqcloud.com/k?x-cos-security-token=${base64(60)}${enc(s)}`,
      'oss token': (s) => `https://b.oss-cn-hangzhou.aliyuncs.com/k?security-token=${enc(s)}${digits(4)}`,
      saml: (s) => `SAMLRequest=x&RelayState=y&SigAlg=rsa&Signature=${enc(s)}`,
      'aws v2 header': (s) => `Authorization: AWS ${'AK'}IA${'X'.repeat(16)}:${s.slice(0, 27)}=`,
      'upload id': () =>
        `https://storage.googleapis.com/upload/storage/v1/b/x/o?uploadType=resumable&upload_id=${base62(60)}${hex(8)}`,
    },
  ],
];
