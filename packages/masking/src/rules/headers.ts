import { before, isBasic, notPlaceholder, strong, type Rule } from './rule.ts';
import { isAtLeast, isHexLike } from '../evidence/values.ts';

const AFTER_AUTHORIZATION =
  /(?<=authorization["'\\]{0,6}\s{0,3}(?:[:=,(]|=>|%3A){1,2}\s{0,3}["'`\\]{0,6}(?:%20|\+)?)/iy;

/** Rules for headers and cookies. */
export const HEADER_RULES: readonly Rule[] = [
  {
    kind: 'authorization',
    pattern:
      /(?<![\w-])(?<scheme>Bearer|Token|Negotiate|NTLM|Kerberos|ApiKey|Api-Key|SSWS|GenieKey|Splunk|DPoP|JWT|PAT|Basic|Key|Apikey|App|Client-ID)(?:[ \t]{1,4}|%20|\+)(?:\\{0,3}["'])?(?:(?:token|key|apikey|auth)=["']?)?(?<secret>[^\s"'`<>,;)}\]\\&]{3,})/dgi,
    accept: (secret, { text, index, scheme = '' }) => {
      AFTER_AUTHORIZATION.lastIndex = index;
      if (AFTER_AUTHORIZATION.test(text)) return notPlaceholder(secret);
      if (/^basic$/i.test(scheme)) return secret.length >= 8 && isBasic(secret);
      // `RSA key 1A2B…` is a fingerprint
      if (/^(?:key|app)$/i.test(scheme) && isHexLike(secret)) return false;
      const least = /^(?:bearer|negotiate|ntlm|dpop|ssws)$/i.test(scheme) ? 2 : 3;
      return secret.length >= 12 && isAtLeast(secret, 'code', least);
    },
  },
  {
    // a scheme that is not known, and what follows it
    kind: 'authorization',
    pattern:
      /authorization["'\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\\]{0,4}[A-Za-z][\w-]{1,24} (?<secret>[^\s"'`<>,;=]{6,}(?![^\s"'`<>,;=]|=["']?[\w+/]))/dgi,
    hints: ['authorization'],
    accept: strong,
  },
  {
    // Digest, OAuth 1, Hawk, HTTP signatures: their parameters
    kind: 'authorization',
    pattern:
      /\b(?:response|c?nonce|opaque|mac|hash|oauth_(?:signature|token|consumer_key|nonce)|signature)=\\{0,3}"(?<secret>[^"\\\r\n]{6,500})/dgi,
    hints: ['authorization'],
    accept: (_, hit) => /authorization/i.test(before(hit)),
  },
  // AWS Signature 4, Azure SharedKey
  {
    kind: 'authorization',
    pattern: /AWS4-HMAC-SHA256[^\r\n"']{0,600}?Signature=(?<secret>[0-9a-f]{32,})/dg,
    hints: ['aws4-hmac-sha256'],
  },
  {
    kind: 'authorization',
    pattern: /\bSharedKey(?:Lite)? [\w-]{1,64}:(?<secret>[A-Za-z0-9+/]{20,}={0,2})/dg,
    hints: ['sharedkey'],
  },
  {
    kind: 'authorization',
    pattern: /\bAUTH (?:PLAIN|LOGIN|XOAUTH2) (?<secret>[A-Za-z0-9+/=]{8,})/dg,
    hints: ['auth plain', 'auth login', 'auth xoauth2'],
    accept: notPlaceholder,
  },
  {
    kind: 'token',
    pattern: /\bK10[0-9a-f]{64}::(?<secret>[\w:.-]{8,200})/dg,
    hints: ['k10'],
  },
  {
    // <Cookie sessionid=… for example.com/>
    kind: 'cookie',
    pattern: /<Cookie [\w.-]{1,60}=(?<secret>[^\s>]{3,400}) for /dg,
    hints: ['<cookie '],
    accept: notPlaceholder,
  },
  {
    // the jar that curl and wget keep
    kind: 'cookie',
    pattern: /\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\r\n]{1,200}\t(?<secret>[^\t\r\n]{6,4096})/dg,
    hints: ['true\t', 'false\t'],
    accept: (secret) => isAtLeast(secret, 'whole', 3),
  },
  {
    kind: 'password',
    pattern:
      /type=\\{0,3}["']password\\{0,3}["'][^<>\r\n]{0,200}?value=\\{0,3}["'](?<secret>[^"'\\\r\n]{3,200})/dgi,
    hints: ['"password', "'password"],
    accept: notPlaceholder,
  },
];
