import { isUserinfo, notPlaceholder, strong, type Rule } from './rule.ts';
import { isAtLeast, isHexLike } from '../evidence/values.ts';

/** A host that is nothing else: with a dot, a port or brackets. */
const HOST = String.raw`(?:[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?![\w@-])|localhost\b|\[[\da-fA-F:.]{2,45}\]|[\w-]{1,63}:\d{1,5}(?!\d))`;

/** Rules for URLs: users, keys, and tokens in paths. */
export const URL_RULES: readonly Rule[] = [
  {
    // the user may be the token (`ghp_…@`), the password may hold an @; a port is no password
    kind: 'url-credentials',
    pattern:
      /(?<=[A-Za-z0-9]):(?:\\?\/){2}(?<secret>[^\s"'`<>@/\\?#:]{0,256}:(?!\d{1,5}[/?#'])[^\s"`<>/\\]{0,512}|[^\s"'`<>@/\\?#:]{8,512})@(?=[\w.${%[-])/dg,
    hints: ['://', ':\\/'],
    accept: isUserinfo,
  },
  {
    // the password holds a slash or a blank: it ends at the first @ before a host, where no host comes before the slash
    kind: 'url-credentials',
    pattern: new RegExp(
      String.raw`(?<=[A-Za-z0-9]):\/\/(?<secret>[^\s"'\`<>@/\\?#:]{0,128}:(?!\d{1,5}(?:[/?#'\s]|$))(?![^\s/]{0,200}@${HOST})(?=[^\s"\`<>]{0,200}/[^\s"\`<>]{0,200}@|[^\s"\`<>@]{1,64} )(?:(?!:\/\/)[^\s"\`<>\\]| (?=[^\s"'\`<>])){1,200}?)@(?=${HOST}|[\w-]{1,63}(?:[/?\s"',;)]|$)(?![^\s"'\`@]{0,200}@))`,
      'dg',
    ),
    hints: ['://'],
    accept: (secret) => !/:(?:port|\$|\{|<|\[)/i.test(secret) && isUserinfo(secret),
  },
  {
    kind: 'url-credentials',
    pattern:
      /@(?:tcp|udp|unix)\((?<=(?<![\w.-])(?<secret>[\w.-]{1,64}:[^\s"'`@/]{1,128})@(?:tcp|udp|unix)\()/dg,
    hints: ['@tcp(', '@udp(', '@unix('],
    accept: isUserinfo,
  },
  {
    kind: 'url-credentials',
    pattern: /jdbc:oracle:\w{1,8}:(?<secret>[^\s/"'@]{1,64}\/[^\s@"']{1,128})@/dg,
    hints: ['jdbc:oracle'],
    accept: notPlaceholder,
  },
  {
    kind: 'slack-webhook',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w+/-]{16,})/dg,
    hints: ['hooks.slack.com'],
  },
  {
    kind: 'discord-webhook',
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(?<secret>\d{8,}\/[\w-]{24,})/dg,
    hints: ['discord'],
  },
  {
    kind: 'teams-webhook',
    pattern: /webhook\.office\.com\/webhookb?\d?\/(?<secret>[\w@/-]{40,})/dg,
    hints: ['webhook.office.com'],
  },
  {
    kind: 'webhook-url',
    pattern:
      /(?:hooks\.zapier\.com\/hooks\/catch|open\.(?:feishu|larksuite)\.\w{2,3}\/open-apis\/bot\/v2\/hook)\/(?<secret>[\w/-]{10,})/dg,
    hints: ['zapier.com', 'feishu', 'larksuite'],
  },
  {
    kind: 'webhook-url',
    pattern: /maker\.ifttt\.com\/trigger\/[^\s/]{1,100}\/(?:json\/)?with\/key\/(?<secret>[\w-]{12,})/dg,
    hints: ['maker.ifttt.com'],
  },
  {
    kind: 'api-key',
    pattern: /softlayer\.com\/(?:soap|rest|xmlrpc)\/v3(?:\.1)?\/(?<secret>[a-z0-9]{40,})/dgi,
    hints: ['softlayer.com'],
  },
  {
    // our own links: the key stands behind the #, which mail gateways encode, some more than once
    kind: 'link-key',
    pattern: /(?:#|%(?:25){0,3}23)[!/]{0,2}(?:key(?:=|%(?:25){0,3}3D)|k=)?(?<secret>[\w-]{43})(?![\w-])/dg,
    hints: ['#', '%23', '2523'],
    accept: (secret) => /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && strong(secret),
  },
  {
    // our own URLs for one upload or download
    kind: 'capability-url',
    pattern: /public(?:\\?\/|%2F)(?:uploads|downloads)(?:\\?\/|%2F)(?<secret>[\w-]{12,})/dgi,
    hints: ['uploads', 'downloads'],
  },
  {
    kind: 'telegram-token',
    pattern: /\/bot(?<secret>\d{5,16}(?::|%3A)[\w-]{30,})/dgi,
    hints: ['/bot'],
  },
  {
    // what a path says is a token
    kind: 'path-token',
    pattern:
      /(?:\/|%2F)(?:tokens?|access[_-]?tokens?|hooks?|webhooks?|reset(?:[_-]password)?|password(?:s|[_-]reset)?|invit(?:e|es|ation|ations)|verify(?:[_-]e?mail)?|verification|confirm(?:ation)?|magic(?:[_-]links?)?|activate|activation|api[_-]?keys?|secrets?|unsubscribe|shared?|links?)(?:\/|%2F)(?<secret>[\w-]{20,200})(?![\w.-])/dgi,
    hints: ['/', '%2f'],
    accept: (secret) => isAtLeast(secret, 'literal', 3) && !isHexLike(secret) && /\d/.test(secret),
  },
  {
    kind: 'api-key',
    pattern:
      /(?:infura\.io\/(?:ws\/)?v3|alchemy(?:api)?\.(?:com|io)\/v2|quiknode\.pro|getblock\.io|ankr\.com\/\w{2,20}|webhooks\.mongodb-stitch\.com|api\.day\.app|sctapi\.ftqq\.com|chat\.googleapis\.com\/v1\/spaces)\/(?<secret>[\w-]{20,})/dg,
    hints: [
      'infura.io',
      'alchemy',
      'quiknode',
      'getblock',
      'ankr.com',
      'day.app',
      'ftqq.com',
      'mongodb-stitch',
      'chat.googleapis',
    ],
  },
  {
    // user:pw@/db of Go, user:pw without a scheme
    kind: 'url-credentials',
    pattern: /(?<![\w.:/@-])(?<secret>[\w.-]{1,64}:[^\s"'`@/:]{3,128})@\/(?=\w)/dg,
    hints: ['@/'],
    accept: isUserinfo,
  },
  {
    kind: 'url-credentials',
    pattern: /ldaps?:\/\/(?<secret>[^\s"'`@/]{1,128}:[^\s"'`@/]{3,128})@(?=[\w.-])/dg,
    hints: ['ldap'],
    accept: isUserinfo,
  },
  {
    kind: 'url-credentials',
    pattern:
      /%3A%2F%2F(?<secret>[^\s%"'&=]{0,64}(?:%(?!40|2F|3A)[0-9A-F]{2}[^\s%"'&=]{0,64}){0,8}%3A(?:[^\s%"'&=]|%(?!40|2F)[0-9A-F]{2}){3,200})%40/dgi,
    hints: ['%3a%2f%2f'],
  },
  {
    kind: 'url-credentials',
    pattern: /\bsips?:(?<secret>[^\s"'@/:]{1,64}:[^\s"'@/]{3,128})@(?=[\w.-])/dg,
    hints: ['sip:', 'sips:'],
    accept: isUserinfo,
  },
  {
    kind: 'path-token',
    pattern:
      /\/(?:password_?resets?|password-resets?|resets?|confirmations?|unlocks?|recover(?:y)?|accept(?:-invitation)?|join|signup|one-time-login|impersonate|sso|oauth\/authorize|auth\/verify)\/(?<secret>[\w-]{20,200})(?![\w.-])/dg,
    hints: ['/'],
    accept: (secret) => isAtLeast(secret, 'literal', 3) && !isHexLike(secret) && /\d/.test(secret),
  },
  {
    kind: 'webhook-url',
    pattern:
      /(?:events\.pagerduty\.com\/integration|hooks\.bitrise\.io\/h\/\w{1,20}\/\w{8,40}|logs\.datadoghq\.\w{2,3}\/v1\/input|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=|outlook\.office(?:365)?\.com\/webhook|api\.pushover\.net|hc-ping\.com|betteruptime\.com\/api\/v\d\/heartbeat|uptime\.betterstack\.com\/api\/v\d\/heartbeat|hooks\.glip\.com\/webhook|discord\.gg\/webhook)\/?(?<secret>[\w@/-]{16,300})/dg,
    hints: [
      'pagerduty',
      'bitrise',
      'datadoghq',
      'weixin',
      'outlook.office',
      'pushover',
      'hc-ping',
      'heartbeat',
      'glip',
    ],
  },
  {
    kind: 'webhook-url',
    pattern: /\/(?:hooks|webhooks?)\/[\w-]{8,60}\/(?<secret>[\w-]{20,200})(?![\w.-])/dg,
    hints: ['hook'],
    accept: isHookSecret,
  },
  {
    kind: 'webhook-url',
    pattern:
      /(?:\/(?:hooks?|webhooks?)(?:-test)?\/|hook\.(?:\w{2,8}\.)?(?:make|integromat)\.com\/)(?<secret>[\w-]{20,200})(?![\w.-])/dg,
    hints: ['hook'],
    accept: isHookSecret,
  },
  {
    // a key in the query of the address of a webhook
    kind: 'webhook-url',
    pattern:
      /\/(?:hooks?|webhooks?|v1\/input|integration)\/[^\s"'<>?]{1,160}\?(?:[\w.-]{1,40}=[^\s"'<>&]{0,100}&(?:amp;)?){0,6}?[\w.-]{1,40}=(?<secret>[\w%+/=~-]{20,300})/dg,
    hints: ['hook', '/v1/input/', '/integration/'],
    accept: isHookSecret,
  },
  {
    kind: 'webhook-url',
    pattern: /\/\/(?<secret>[a-z0-9]{12,40})\.m\.pipedream\.net\b/dg,
    hints: ['pipedream.net'],
  },
];

/** Whether a path segment is random and no id of a usual kind. */
function isHookSecret(secret: string): boolean {
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(secret);
  return !isUuid && isAtLeast(secret, 'literal', 3) && /\d/.test(secret);
}
