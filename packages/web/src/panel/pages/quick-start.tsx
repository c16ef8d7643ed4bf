import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { useArrival, type Arrival } from '../arrival.ts';
import type { KeyCreated } from '../key.ts';
import { Choice } from '../kit/choice.tsx';
import { Form } from '../kit/form.tsx';
import { Page } from '../kit/page.tsx';
import { Copyable, ShownOnce } from '../kit/shown-once.tsx';
import { useSession } from '../session.tsx';
import { DAY } from '../times.tsx';
import { PRESETS } from './scopes.tsx';

const address = (path: string): string => `${location.origin}${at(path)}`;

const SDK = `'@tempshare/sdk'`;

/** Code of the first call, by its tab. Without a key it reads the one in `.env`. */
const EXAMPLES = {
  curl: (key?: string) => `${key ? '' : 'set -a; . ./.env; set +a\n'}curl ${address('/api/v1/transfers')} \\
  -H "Authorization: Bearer ${key ?? '$SERVICE_API_KEY'}" \\
  -H "Content-Type: application/json" \\
  -d '{"type":"text","text":"Hello"}'`,
  typescript: (key?: string) => `// npm install <checkout of tempshare>/packages/sdk/dist
// node ${key ? '' : '--env-file=.env '}first-call.mts
import { Tempshare } from ${SDK};

const tempshare = new Tempshare({
  apiKey: ${key ? `'${key}'` : 'process.env.SERVICE_API_KEY'},
  baseUrl: '${address('/api/v1')}',
});
const { shareUrl } = await tempshare.transfers.create({ type: 'text', text: 'Hello' });
console.log(shareUrl);`,
} as const;
type Tab = keyof typeof EXAMPLES;
const TABS: readonly (readonly [Tab, string])[] = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
];

/** The first call of the API: a key, a line to run, and a check that it has arrived. The address says which tab is open. */
export default function QuickStart() {
  const { tab } = useLocation().query as { tab?: string };
  const [open] = TABS.find(([name]) => name === tab) ?? TABS[0]!;
  const [created, setCreated] = useState<KeyCreated>();
  const [isShown, setShown] = useState(false);
  const arrival = useArrival(created?.key.id);
  return (
    <Page title={t('nav.quick-start')} lead={t('start.quick.lead')}>
      <FirstKey
        created={created?.key}
        onCreated={(key) => {
          setCreated(key);
          setShown(true);
        }}
      />
      <section class="panel-card">
        <h2>{t('quick.run')}</h2>
        <Choice
          label={t('quick.tabs')}
          options={TABS.map(([name, title]) => [`?tab=${name}`, title, name === open])}
          path="/developers/quick-start"
        />
        <Copyable
          key={open}
          label={TABS.find(([name]) => name === open)![1]}
          text={EXAMPLES[open](created?.apiKey)}
          isMain
        />
      </section>
      <section class="panel-card">
        <h2>{t('quick.check')}</h2>
        <p role="status" class={typeof arrival === 'string' ? 'check-call' : 'check-call good'}>
          {sentenceOf(arrival)}
        </p>
      </section>
      {created && isShown && (
        <ShownOnce
          title={t('keys.shown', { name: created.key.name })}
          note={t('once.lead')}
          texts={[
            [t('keys.shown.key'), created.apiKey],
            [t('keys.shown.env'), `SERVICE_API_KEY=${created.apiKey}`],
          ]}
          onClose={() => setShown(false)}
        />
      )}
    </Page>
  );
}

interface FirstKeyProps {
  created: KeyCreated['key'] | undefined;
  onCreated: (created: KeyCreated) => void;
}

/** Creates a key for the example. */
function FirstKey({ created, onCreated }: FirstKeyProps) {
  const { may } = useSession();
  return (
    <section class="panel-card">
      <h2>{t('quick.key')}</h2>
      {created ? (
        <p>{t('quick.key.made', { name: created.name })}</p>
      ) : (
        <>
          <p>{t('quick.key.lead')}</p>
          {may('createKey') && (
            <Form
              send={t('keys.create')}
              onSend={async () => {
                const body = {
                  name: 'quick-start',
                  environment: 'test' as const,
                  scopes: [...PRESETS.send],
                  expiresAt: new Date(Date.now() + 30 * DAY).toISOString(),
                };
                onCreated(await call(() => api.POST('/keys', { body })));
              }}
            />
          )}
        </>
      )}
    </section>
  );
}

function sentenceOf(arrival: Arrival): string {
  if (arrival === 'waiting') return t('quick.waiting');
  if (arrival === 'late') return t('quick.late');
  return t('quick.arrived', { name: arrival.name });
}
