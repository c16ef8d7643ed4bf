import type { WebhookEndpoint } from '@tempshare/sdk/types';
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
type Action = (typeof ACTIONS)[number];
const LANGUAGES = Object.keys(SNIPPETS) as Snippet[];

/** An endpoint: its state, what was sent to it, and how to verify that. */
export function Webhook({ id }: { id: string }) {
  const { user } = useSession();
  const { callV1 } = useSource();
  const [doing, setDoing] = useState<Action>();
  const [secret, setSecret] = useState<string>();
  const [version, setVersion] = useState(0);
  const [refused, setRefused] = useState<Refused>();
  const endpoint = useLoad((signal) => callV1((client) => client.webhookEndpoints.get(id, { signal })), [id]);
  const mayWrite = user.role !== 'auditor';
  const changed = (): Promise<void> => {
    setVersion((before) => before + 1);
    return endpoint.reload();
  };
  const change = (send: () => Promise<unknown>): void => {
    setRefused(undefined);
    void send().then(changed, (error: unknown) => setRefused(asRefused(error)));
  };
  const enable = (enabled: boolean): void =>
    change(() => callV1((client) => client.webhookEndpoints.update(id, { enabled })));
  const confirmSecret = (): void =>
    change(() => callV1((client) => client.webhookEndpoints.confirmSecret(id)));
  return (
    <>
      <Loading of={endpoint}>
        {(found) => (
          <>
            <About endpoint={found} />
            <Warnings
              endpoint={found}
              mayWrite={mayWrite}
              onEnable={() => enable(true)}
              onConfirm={confirmSecret}
            />
            {mayWrite && <Actions endpoint={found} onDo={setDoing} onDisable={() => enable(false)} />}
            <Refusal refused={refused} />
            <Parts endpoint={found} mayWrite={mayWrite} version={version} />
            <Dialogs
              endpoint={found}
              doing={doing}
              onClose={() => setDoing(undefined)}
              onChanged={changed}
              onSecret={setSecret}
            />
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

interface EndpointProps {
  endpoint: WebhookEndpoint;
}

const About = ({ endpoint: { url, description, enabled, events, pausedUntil } }: EndpointProps) => (
  <>
    <h2 class="address" dir="ltr">
      {url}
    </h2>
    {description && (
      <p>
        <bdi>{description}</bdi>
      </p>
    )}
    <p class="chip-line">
      <span class={enabled ? 'chip' : 'chip soon'}>{t(enabled ? 'hooks.active' : 'hooks.disabled')}</span>{' '}
      <span class="chip mute">
        {events ? t('hooks.count', { count: events.length }) : t('hooks.all-events')}
      </span>{' '}
      {pausedUntil && <span class="chip soon">{t('hooks.paused')}</span>}
    </p>
  </>
);

interface WarningsProps extends EndpointProps {
  mayWrite: boolean;
  onEnable: () => void;
  /** The receiver has the new secret. */
  onConfirm: () => void;
}

/** Why the endpoint is disabled, what it has missed, and a rotation that is under way. */
function Warnings({ endpoint, mayWrite, onEnable, onConfirm }: WarningsProps) {
  const { disabledReason, skipped, rotation } = endpoint;
  const { link } = useSource();
  return (
    <>
      {disabledReason && (
        <div class="banner" role="status">
          <p>
            <b>{t(`disabled.${disabledReason}`)}</b> {t('hooks.disabled.lead')}
          </p>
          {mayWrite && (
            <button type="button" class="main" onClick={onEnable}>
              {t('hooks.enable')}
            </button>
          )}
        </div>
      )}
      {skipped && (
        <p class="banner">
          {skipped.until
            ? t('hooks.skipped', { when: exact(skipped.from), until: exact(skipped.until) })
            : t('hooks.skips', { when: exact(skipped.from) })}{' '}
          <a href={link('/developers/events')}>{t('nav.events')}</a>
        </p>
      )}
      {rotation && (
        <div class="banner">
          <p>{t('hooks.rotating', { when: away(rotation.endsAt) })}</p>
          {mayWrite && (
            <button type="button" class="small" onClick={onConfirm}>
              {t('hooks.confirm')}
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface ActionsProps extends EndpointProps {
  onDo: (action: Action) => void;
  onDisable: () => void;
}

const Actions = ({ endpoint, onDo, onDisable }: ActionsProps) => (
  <div class="buttons">
    {ACTIONS.map((action) => (
      <button key={action} type="button" class="small" onClick={() => onDo(action)}>
        {t(`hooks.${action}`)}
      </button>
    ))}
    {endpoint.enabled && (
      <button type="button" class="small" onClick={onDisable}>
        {t('hooks.disable')}
      </button>
    )}
  </div>
);

interface PartsProps extends EndpointProps {
  mayWrite: boolean;
  version: number;
}

/** Deliveries or verification, as the address says. */
function Parts({ endpoint, mayWrite, version }: PartsProps) {
  const { query: queryOf } = useSource();
  const { query } = useLocation() as { query: { tab?: string } };
  const path = `/developers/webhooks/${endpoint.id}`;
  const isVerify = query.tab !== undefined;
  return (
    <>
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
        <Deliveries endpoint={endpoint} mayWrite={mayWrite} version={version} />
      )}
    </>
  );
}

interface DialogsProps extends EndpointProps {
  doing: Action | undefined;
  onClose: () => void;
  onChanged: () => Promise<void>;
  onSecret: (secret: string) => void;
}

/** The dialog that is open, if any. */
function Dialogs({ endpoint, doing, onClose, onChanged, onSecret }: DialogsProps) {
  const { route } = useLocation() as { route: (url: string) => void };
  const { link } = useSource();
  const done = async (): Promise<void> => {
    await onChanged();
    onClose();
  };
  switch (doing) {
    case undefined:
      return null;
    case 'test':
      return <TestEvent of={endpoint} onClose={onClose} onDone={done} />;
    case 'edit':
      return <EditEndpoint of={endpoint} onClose={onClose} onDone={done} />;
    case 'rotate':
      return (
        <RotateSecret
          of={endpoint}
          onClose={onClose}
          onCreated={(created) => {
            onClose();
            onSecret(created);
          }}
        />
      );
    case 'remove':
      return (
        <RemoveEndpoint of={endpoint} onClose={onClose} onDone={() => route(link('/developers/webhooks'))} />
      );
  }
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
