import type { ForeignCase } from './foreign.ts';
import { LISTED_NAMES, TRUFFLEHOG_KEYS } from './provider-lists.ts';
import { randomText } from './random.ts';

const { base36, base62, base64, base64url, digits, hex, upper36, uuid } = randomText(60_001);

/**
 * Providers whose keys have no form of their own, and what they are made of: from the rules of betterleaks and TruffleHog,
 * read on 22 November 2026. Their rules want the name of the provider near; ours want a name that says what the value is.
 */
const PROVIDERS =
  'amplitude:hex32 asana:b36.32 assemblyai:b36.32 bitbucket:url.64 bitly:hex40 bittrex:b36.32 box:b36.32 meraki:hex40 civo:b36.50 cloudflare:url.40 cloudflareGlobal:hex37 ' +
  'cloudinary:b62.32 codecov:uuid cohere:b62.40 coinbase:url.64 configcat:slash confluent:b62.64 contentful:url.43 couchbase:b64.80 coveralls:b62.37 datadog:b36.32 ' +
  'datadogApp:b62.40 datagov:b62.40 deepgram:hex40 discord:hex64 disqus:b36.64 droneci:b36.32 dropbox:b36.15 exoscale:url.43 facebook:hex32 fastly:url.32 finicity:hex32 ' +
  'finnhub:b36.20 flickr:b36.32 freshbooks:b36.64 gitea:hex40 gitter:url.40 greptile:b64.48 gumroad:hex64 heroku:uuid honeycomb:b36.22 hubspot:uuid ibm:url.44 influxdb:b64.88 ' +
  'infomaniak:url.80 intercom:url.60 jumpcloud:b36.40 kagi:dotted kraken:b64.86 kucoin:hex24 kucoinSecret:uuid launchdarkly:url.40 lighton:url.60 linear:hex32 linkedin:b36.16 looker:b36.24 ' +
  'mattermost:b36.26 messagebird:b36.25 mistral:b62.32 netlify:url.43 newrelic:b36.64 nytimes:url.32 okta:url.42 ovh:b62.32 plaid:b36.30 polymarket:b64.44 privateai:b36.32 rapidapi:url.50 ' +
  'scaleway:uuid sendbird:hex40 sentry:hex64 snyk:uuid sonar:b36.40 sourcegraph:hex40 squarespace:uuid sumologic:b36.64 travis:b36.22 twitch:b36.30 twitter:b36.45 twitterApi:b36.25 ' +
  'upstage:b62.45 vercel:b62.24 wandb:hex40 zendesk:b36.40 ipstack:hex32 faceplusplus:url.32 geoapify:b36.32 ambee:hex64 fulcrum:b36.80 plivo:url.40 splunk:b62.22 tyntec:b62.32 ' +
  'survicate:b36.32 m3o:b62.48 surveysparrow:url.88 streak:hex32 shutterstock:b62.32 unifyid:url.44 omnisend:b62.75 browshot:b62.28 avaza:number salesblink:letters.16 fakejson:b62.22 ' +
  'invoiceocean:b62.20 ipapi:b36.32 swiftype:url.20 rocketreach:b36.39 cloverly:b36.28 shotstack:b62.40 pdflayer:b36.32 segment:dotted sparkpost:b62.40 openweather:b36.32 pepipost:b62.32 ' +
  'campayn:b36.64 scrapestack:b36.32 youtube:url.39 languagelayer:b36.32 razorpay:b62.24 getgist:b64.68 cloudelements:b62.43 vpnapi:b62.32 lastfm:b36.32 chatbot:b62.32 spotify:b62.32 ' +
  'nitro:hex32 hunter:url.40 clicksend:uuid currencylayer:b36.32 goodday:b36.32 positionstack:b36.32 flightstats:b36.32 vouchery:uuid swell:b62.32 rev:b64.27 storecove:url.43 serpstack:b36.32 ' +
  'theoddsapi:hex32 telnyx:url.55 circleci:hex40 signupgenius:b62.32 surveyanyplace:b62.32 hiveage:url.20 upcdatabase:b36.32 currencyfreaks:b36.32 onelogin:b36.64 typeform:b62.44 urlscan:uuid ' +
  'partnerstack:b62.64 revampcrm:b62.40 airvisual:uuid nicereply:hex40 ipgeolocation:b36.32 apptivo:uuid moosend:uuid axonaut:b36.32 calendarific:b36.40 mailjet:b62.32 adzuna:b36.32 ' +
  'numverify:b36.32 yousign:b36.32 sugester:b62.32 tomorrowio:b62.32 polygon:b62.32 boostnote:hex64 companyhub:b62.20';

const WRITERS: ((name: string, value: string) => string)[] = [
  (name, value) => `${name.toUpperCase()}_API_KEY=${value}`,
  (name, value) => `X-${name}-Token: ${value}`,
  (name, value) => `{"${name}Secret": "${value}"}`,
  (name, value) => `${name}_client_secret: ${value}`,
  (name, value) => `${name}_access_token = '${value}'`,
  (name, value) => `const ${name}ApiKey = "${value}";`,
  (name, value) => `app --${name}-token ${value} --verbose`,
  (name, value) => `x-${name}-api-key: ${value}`,
  (name, value) => `<secret>{AQAAABAAA ${value}}</secret>`,
  (name, value) => `[${name}]\nsecret_key = ${value}`,
  (name, value) => `GET https://api.example.com/${name}?api_key=${encodeURIComponent(value)} 200`,
  (name, value) => `[DEBUG] ${name}: using token=${value}`,
];

function made(shape: string): string {
  const length = Number(/\d+$/.exec(shape)?.[0] ?? 0);
  if (shape.startsWith('hex')) return hex(length);
  if (shape.startsWith('b36')) return base36(length);
  if (shape.startsWith('b62')) return base62(length);
  if (shape.startsWith('b64')) return base64(length);
  if (shape.startsWith('url')) return base64url(length);
  if (shape.startsWith('up.')) return upper36(length);
  if (shape.startsWith('letters')) return base62(length).replaceAll(/\d/g, 'Q');
  if (shape === 'slash') return `${base64url(22)}/${base64url(22)}`;
  if (shape === 'dotted') return `${base64url(11)}.${base64url(43)}`;
  if (shape === 'number') return `${digits(4)}-${hex(40)}`;
  return uuid();
}

/** Shapes of the keys of providers whose rules were not read. */
const SHAPES = ['hex32', 'b62.40', 'uuid', 'b36.24', 'url.43', 'b64.44'];

/** Each provider with the shape of its keys. */
export const PROVIDER_NAMES: readonly string[] = [
  ...PROVIDERS.split(' '),
  ...TRUFFLEHOG_KEYS.split(' '),
  ...LISTED_NAMES.split(' ').map((name, i) => `${name}:${SHAPES[i % SHAPES.length]}`),
];

/** Keys without a form, under names of their providers. */
export function* providerNames(): Generator<ForeignCase> {
  for (const provider of PROVIDER_NAMES) {
    const [name, shape] = provider.split(':') as [string, string];
    for (const [i, write] of WRITERS.entries()) {
      const value = made(shape);
      const text = write(name, value);
      const secrets = [value, encodeURIComponent(value)].filter((form) => text.includes(form));
      yield { group: 'by provider', id: `${name} ${i}`, text, secrets };
    }
  }
}
