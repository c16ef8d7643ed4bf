import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import type { Refused } from '../api.ts';
import { Choice } from '../kit/choice.tsx';
import { Loading } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { Copyable, ShownOnce } from '../kit/shown-once.tsx';
import { asRefused, useLoad } from '../load.ts';
import { useSession } from '../session.tsx';
import { useSource } from '../source.tsx';
import { away, exact } from '../times.tsx';
import { SNIPPETS, type Snippet } from './verify-snippets.ts';
import { Deliveries } from './webhook-deliveries.tsx';
import { EditEndpoint, RemoveEndpoint, RotateSecret, TestEvent } from './webhook-dialogs.tsx';

const ACTIONS = ['test', 'rotate', 'edit', 'remove'] as const;
const LANGUAGES = Object.keys(SNIPPETS) as Snippet[];

/** An endpoint: its state, what was sent to it, and how to verify that. */
export function Webhook({ id }: { id: string }) {
  const { user } = useSession();
  const { callV1, query: queryOf, link } = useSource();
  const { query, route } = useLocation() as { query: { tab?: string }; route: (url: string) => void };
  const [doing, setDoing] = useState<(typeof ACTIONS)[number]>();
  const [secret, setSecret] = useState<string>();
  const [version, setVersion] = useState(0);
  const [refused, setRefused] = useState<Refused>();
  const endpoint = useLoad((signal) => callV1((client) => client.webhookEndpoints.get(id, { signal })), [id]);
  const mayWrite = user.role !== 'auditor';
  const path = `/developers/webhooks/${id}`;
  const stop = (): void => setDoing(undefined);
  const change = (send: () => Promise<unknown>): void => {
    setRefused(undefined);
    void send().then(
      () => {
        void endpoint.reload();
        setVersion((before) => before + 1);
      },
      (error: unknown) => setRefused(asRefused(error)),
    );
  };
  const enable = (enabled: boolean): void =>
    change(() => callV1((client) => client.webhookEndpoints.update(id, { enabled })));
  const done = async (): Promise<void> => {
    await endpoint.reload();
    setVersion((before) => before + 1);
    stop();
  };
  const isVerify = query.tab !== undefined;
  return (
    <>
      <Loading of={endpoint}>
        {(found) => (
          <>
            <h2 class="address" dir="ltr">
              {found.url}
            </h2>
            {found.description && (
              <p>
                <bdi>{found.description}</bdi>
              </p>
            )}
            <p class="chip-line">
              <span class={found.enabled ? 'chip' : 'chip soon'}>
                {t(found.enabled ? 'hooks.active' : 'hooks.disabled')}
              </span>{' '}
              <span class="chip mute">
                {found.events ? t('hooks.count', { count: found.events.length }) : t('hooks.all-events')}
              </span>{' '}
              {found.pausedUntil && <span class="chip soon">{t('hooks.paused')}</span>}
            </p>
            {found.disabledReason && (
              <div class="banner" role="status">
                <p>
                  <b>{t(`disabled.${found.disabledReason}`)}</b> {t('hooks.disabled.lead')}
                </p>
                {mayWrite && (
                  <button type="button" class="main" onClick={() => enable(true)}>
                    {t('hooks.enable')}
                  </button>
                )}
              </div>
            )}
            {found.skipped && (
              <p class="banner">
                {found.skipped.until
                  ? t('hooks.skipped', {
                      when: exact(found.skipped.from),
                      until: exact(found.skipped.until),
                    })
                  : t('hooks.skips', { when: exact(found.skipped.from) })}{' '}
                <a href={link('/developers/events')}>{t('nav.events')}</a>
              </p>
            )}
            {found.rotation && (
              <div class="banner">
                <p>{t('hooks.rotating', { when: away(found.rotation.endsAt) })}</p>
                {mayWrite && (
                  <button
                    type="button"
                    class="small"
                    onClick={() =>
                      change(() => callV1((client) => client.webhookEndpoints.confirmSecret(id)))
                    }
                  >
                    {t('hooks.confirm')}
                  </button>
                )}
              </div>
            )}
            {mayWrite && (
              <div class="buttons">
                {ACTIONS.map((action) => (
                  <button key={action} type="button" class="small" onClick={() => setDoing(action)}>
                    {t(`hooks.${action}`)}
                  </button>
                ))}
                {found.enabled && (
                  <button type="button" class="small" onClick={() => enable(false)}>
                    {t('hooks.disable')}
                  </button>
                )}
              </div>
            )}
            <Refusal refused={refused} />
            <Choice
              label={t('hooks.parts')}
              path={path}
              options={[
                [queryOf(), t('hooks.deliveries'), !isVerify],
                [queryOf({ tab: LANGUAGES[0] }), t('hooks.verify'), isVerify],
              ]}
            />
            {isVerify ? (
              <Verify path={path} tab={query.tab!} />
            ) : (
              <Deliveries endpoint={found} mayWrite={mayWrite} version={version} />
            )}
            {doing === 'test' && <TestEvent of={found} onClose={stop} onDone={done} />}
            {doing === 'edit' && <EditEndpoint of={found} onClose={stop} onDone={done} />}
            {doing === 'rotate' && (
              <RotateSecret
                of={found}
                onClose={stop}
                onCreated={(created) => {
                  stop();
                  setSecret(created);
                }}
              />
            )}
            {doing === 'remove' && (
              <RemoveEndpoint of={found} onClose={stop} onDone={() => route(link('/developers/webhooks'))} />
            )}
          </>
        )}
      </Loading>
      {secret !== undefined && (
        <SecretShown
          secret={secret}
          onClose={() => {
            setSecret(undefined);
            void endpoint.reload();
          }}
        />
      )}
    </>
  );
}

/** A signing secret, which the server returns once. */
export const SecretShown = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    title={t('hooks.secret')}
    note={t('once.lead')}
    texts={[
      [t('hooks.secret'), secret],
      [t('keys.shown.env'), `SERVICE_WEBHOOK_SECRET=${secret}`],
    ]}
    onClose={onClose}
  />
);

/** Code that verifies a webhook. */
function Verify({ path, tab }: { path: string; tab: string }) {
  const { query } = useSource();
  const open = LANGUAGES.find((language) => language === tab) ?? LANGUAGES[0]!;
  return (
    <section class="panel-card">
      <p>{t('hooks.verify.lead')}</p>
      <Choice
        label={t('quick.tabs')}
        path={path}
        options={LANGUAGES.map((language) => [query({ tab: language }), language, language === open])}
      />
      <Copyable key={open} label={open} text={SNIPPETS[open]} isMain />
    </section>
  );
}
