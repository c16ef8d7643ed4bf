import { expirationSeconds } from '@tempshare/contract';
import { serverNow } from '../../clock.ts';
import { t } from '../../i18n.ts';
import { at } from '../api.ts';
import { Copyable } from '../kit/shown-once.tsx';
import type { ContainerKind } from './create-containers.ts';
import type { Access, TextKind } from './send-items.ts';

type Kind = TextKind | 'file' | ContainerKind;

/** Choices for an item. The password itself is never shown. */
export type Choices = Partial<Access>;

const SDK = `'@tempshare/sdk'`;

/** A property of a body, in TypeScript and in JSON. */
type Property = readonly [name: string, typescript: string, json: string];

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const property = (name: string, value: string | number | boolean): Property => [
  name,
  typeof value === 'string' ? quoted(value) : String(value),
  JSON.stringify(value),
];

const OF_FILE: readonly Property[] = [
  property('type', 'file'),
  ['file', "{ path: 'report.pdf' }", ''],
  ['fileName', '', '"report.pdf"'],
];

/** Another content of each kind. */
const CONTENTS: Record<Kind, readonly Property[]> = {
  secret: [property('secret', 'Hello')],
  text: [property('type', 'text'), property('text', 'Hello')],
  url: [property('type', 'url'), property('targetUrl', 'https://example.com')],
  file: OF_FILE,
  request: [property('title', 'Papers')],
  room: [property('name', 'Incident 4711')],
  drop: [property('label', 'Hints')],
};

const RESOURCES: Record<Kind, string> = {
  ...{ secret: 'secrets', text: 'transfers', url: 'transfers', file: 'transfers' },
  ...{ request: 'requests', room: 'rooms', drop: 'drops' },
};

const HOUR_SECONDS = 3600;

function lifetimeOf(kind: Kind, lifetime: number | null): Property {
  if (kind === 'room') return property('ttlHours', lifetime! / HOUR_SECONDS);
  const named = Object.entries(expirationSeconds).find(([, seconds]) => seconds === lifetime);
  if (named) return property('expiration', named[0]);
  const expiresAt = new Date(serverNow() + 1000 * lifetime!).toISOString();
  return ['expiresAt', `new Date(Date.now() + ${1000 * lifetime!}).toISOString()`, JSON.stringify(expiresAt)];
}

function propertiesOf(kind: Kind, { lifetime, views, password = '', label = '' }: Choices): Property[] {
  return [
    ...CONTENTS[kind],
    ...(lifetime === undefined || kind === 'drop' ? [] : [lifetimeOf(kind, lifetime)]),
    ...(views === undefined || kind === 'secret'
      ? []
      : [views === 1 ? property('oneTime', true) : property('maxViews', views)]),
    ...(password === ''
      ? []
      : [['password', 'process.env.SHARE_PASSWORD', `"'"$SHARE_PASSWORD"'"`] as const]),
    ...(label === '' || kind === 'drop' ? [] : [property('label', label)]),
  ];
}

function typescriptOf(kind: Kind, choices: Choices): string {
  const properties = propertiesOf(kind, choices).filter(([, typescript]) => typescript !== '');
  return `import { Tempshare } from ${SDK};

const tempshare = new Tempshare({
  apiKey: process.env.SERVICE_API_KEY,
  baseUrl: '${location.origin}${at('/api/v1')}',
});
console.log(
  await tempshare.${RESOURCES[kind]}.create({
${properties.map(([name, typescript]) => `    ${name}: ${typescript},\n`).join('')}  }),
);`;
}

/** Kinds that a client seals, and that the server seals for curl. */
const isSealed = (kind: Kind): boolean => kind !== 'request' && kind !== 'drop';

function curlOf(kind: Kind, choices: Choices): string {
  const properties = propertiesOf(kind, choices).filter(([, , json]) => json !== '');
  if (isSealed(kind)) properties.push(property('encryption', 'server'));
  const body = properties.map(([name, , json]) => {
    // An apostrophe ends what the shell takes as it is; that of a variable is meant.
    const text = name === 'password' ? json : json.replaceAll("'", String.raw`'\''`);
    return `"${name}":${text}`;
  });
  return `curl ${location.origin}${at(`/api/v1/${RESOURCES[kind]}`)} \\
  -H "Authorization: Bearer $SERVICE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{${body.join(',')}}'${kind === 'file' ? '\n# Then, with the uploadUrl of the response:\ncurl -T report.pdf "$UPLOAD_URL"' : ''}`;
}

/** How a program does the same, with another content. */
export const Program = ({ kind, choices }: { kind: Kind; choices: Choices }) => (
  <details class="panel-card">
    <summary>{t('ready.program')}</summary>
    <Copyable label="TypeScript" text={typescriptOf(kind, choices)} />
    <Copyable label="curl" text={curlOf(kind, choices)} />
    {isSealed(kind) && <p class="note">{t('ready.program.note')}</p>}
  </details>
);
