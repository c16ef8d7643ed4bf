import { isRandom, notPlaceholder, strong, type Rule } from './rule.ts';

/** Rules for the output of single products. */
export const PRODUCT_RULES: readonly Rule[] = [
  {
    // ThingsBoard: the token of a device in its path
    kind: 'path-token',
    pattern: /\/api\/v1\/(?<secret>[A-Za-z0-9]{20})\/(?:telemetry|attributes|rpc|claim|provision)\b/dg,
    hints: ['/telemetry', '/attributes', '/rpc', '/claim', '/provision'],
    accept: isRandom,
  },
  {
    kind: 'token',
    pattern:
      /(?:Jenkins-Crumb["'\\]{0,3}[ \t]{0,4}[:=][ \t]{0,4}|["']crumb\\{0,3}["'][ \t]{0,4}:[ \t]{0,4})["'\\]{0,4}(?<secret>[0-9a-f]{32,})/dgi,
    hints: ['jenkins-crumb', 'crumb"', "crumb'"],
  },
  {
    kind: 'session',
    pattern: /\b_gitlab_session=(?<secret>[\w%+/=-]{20,})/dg,
    hints: ['_gitlab_session'],
  },
  {
    // keys that tools call by their purpose
    kind: 'api-key',
    pattern:
      /\b(?:(?:cypress[ \t]{1,4}run|agent[ \t]{1,4}link)\b[^\n|;&]{0,200}?--key[ \t=]{1,4}|(?:CYPRESS_RECORD_KEY|INNGEST_EVENT_KEY|splunk[._-]hec)["'\\]{0,3}[ \t]{0,4}[:=][ \t]{0,4})["'\\]{0,3}(?<secret>[\w-]{30,})/dgi,
    hints: ['cypress', 'agent link', 'inngest_event_key', 'splunk'],
    accept: notPlaceholder,
  },
  {
    kind: 'api-key',
    pattern: /\binn\.gs\/e\/(?<secret>[\w-]{40,})/dg,
    hints: ['inn.gs'],
  },
  {
    // what Vault prints when it is set up
    kind: 'secret',
    pattern: /\b(?:Unseal|Recovery) Key \d{1,2}:[ \t]{1,4}(?<secret>[A-Za-z0-9+/]{40,}={0,2})/dg,
    hints: ['unseal key', 'recovery key'],
  },
  {
    // a field of a form with its value before its type
    kind: 'password',
    pattern:
      /<input\b[^<>\r\n]{0,200}?value=\\{0,3}["'](?<secret>[^"'\\<>\r\n]{3,200})\\{0,3}["'][^<>\r\n]{0,200}?type=\\{0,3}["']password/dgi,
    hints: ['"password', "'password"],
    accept: notPlaceholder,
  },
  {
    // cells and definitions of pages: the name of a secret, and the secret
    kind: 'password',
    pattern:
      /<(?:th|td|dt|b|strong|label)>[\w -]{0,30}?(?:password|passphrase|secret|token|api[ _-]?key)[ \t]{0,4}:?<\/(?:th|td|dt|b|strong|label)>\s{0,20}(?:<(?:td|dd|code|span|b)>)?(?<secret>[^<>\s]{6,200})(?=<)/dgi,
    hints: ['password', 'passphrase', 'secret', 'token', 'api'],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
];
