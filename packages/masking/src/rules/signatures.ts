import { notPlaceholder, type Rule } from './rule.ts';
import { isPlaceholder } from '../evidence/values.ts';
import { isWordy } from '../evidence/wordy.ts';

/** Signatures in addresses, and the same in headers and forms. */
export const SIGNATURE_RULES: readonly Rule[] = [
  {
    // signatures of presigned URLs and shared access tokens
    kind: 'signature',
    pattern:
      /(?:(?<![\w-])(?:(?:X-(?:Amz|Goog|Oss|Tos|Obs|Cos)-|CloudFront-)(?:Signature|Security-Token))|(?:[?&;~\s]|%(?:25){0,2}(?:26|3F)|&amp;|\\{1,4}u0026)(?:X-(?:Amz|Goog|Oss|Tos|Obs|Cos)-(?:Signature|Security-Token)|Security-Token|Signature|sig|hmac|q-signature|OSSSignature))(?:=|%(?:25){0,2}3D)(?<secret>[\w%+/=~.-]{16,4096})/dgi,
    hints: ['signature', 'sig=', 'sig%3d', 'hmac=', 'security-token'],
    accept: (secret) => !isPlaceholder(secret) && /\d|[A-Z]/.test(secret),
  },
  {
    // the same as headers, in forms and in data
    kind: 'signature',
    pattern:
      /(?<![\w-])X-(?:Amz|Goog|Oss|Tos|Obs|Cos)-(?:Signature|Security-Token)\\{0,3}(?:["']?[ \t]{0,4}[:,=]>?[ \t]{0,4}\\{0,3}["']|["'][ \t]{1,4}value=["']|:[ \t]{1,4})(?<secret>[\w%+/=~.-]{16,4096})/dgi,
    hints: ['-signature', '-security-token'],
  },
  {
    // signatures of networks of caches
    kind: 'signature',
    pattern: /[?&](?:_upt=|sign=|verify=\d{10}-|Authorization=|upload_id=)(?<secret>[\w%+/=~.-]{18,600})/dg,
    hints: ['_upt=', 'sign=', 'verify=', 'authorization=', 'upload_id='],
    accept: (secret) => notPlaceholder(secret) && /\d/.test(secret) && !isWordy(secret),
  },
  {
    kind: 'signature',
    pattern: /[?&](?:st|md5|hash)=(?<secret>[\w-]{22}(?:==)?)(?=&(?:e|exp|expires)=\d{10})/dg,
    hints: ['?st=', '&st=', 'md5=', 'hash='],
  },
  {
    kind: 'signature',
    pattern: /\/s--(?<secret>[\w-]{8}|[\w-]{32})--\//dg,
    hints: ['/s--'],
  },
  {
    // tokens of Azure's gateways and hubs
    kind: 'signature',
    pattern:
      /SharedAccessSignature[ =][^\s"'<>]{0,400}?(?:(?<=[?& ])s(?:ig|n)=|&\d{12}&)(?<secret>[\w%+/=-]{30,400})/dg,
    hints: ['sharedaccesssignature'],
  },
  {
    kind: 'signature',
    pattern: /\.imgix\.net\/[^\s"'<>]{0,400}?[?&]s=(?<secret>[0-9a-f]{32})/dg,
    hints: ['.imgix.net'],
  },
];
