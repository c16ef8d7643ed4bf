import type { EventType, WebhookEndpoint, WebhookEndpointStatistics } from '@tempshare/sdk/types';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { at } from '../api.ts';
import { Form } from '../kit/form.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { queryOf } from '../query.ts';
import { useSession } from '../session.tsx';
import { OfKey, useSource } from '../source.tsx';
import { Time } from '../times.tsx';
import { EndpointFields, EventChecks } from './webhook-dialogs.tsx';
import { SecretShown, Webhook } from './webhook.tsx';

/** Webhook endpoints, or the one that the address names. */
export default function Webhooks() {
  const { id } = useRoute().params as { id?: string };
  const { key } = useLocation().query as { key?: string };
  return (
    <Page
      title={t(id === undefined ? 'nav.webhooks' : 'hooks.endpoint')}
      lead={
        id === undefined ? (
          t('hooks.lead')
        ) : (
          <a href={at('/developers/webhooks') + queryOf({ key })}>{t('nav.webhooks')}</a>
        )
      }
      key={id}
    >
      <OfKey path="/developers/webhooks">{id === undefined ? <Endpoints /> : <Webhook id={id} />}</OfKey>
    </Page>
  );
}

function Endpoints() {
  const { user } = useSession();
  const { callV1 } = useSource();
  const [secret, setSecret] = useState<string>();
  const endpoints = useLoad(async (signal) => {
    const [list, statistics] = await Promise.all([
      callV1((client) => client.webhookEndpoints.list({ limit: 20 }, { signal })),
      callV1((client) => client.webhookEndpoints.statistics({ signal })),
    ]);
    return list.webhookEndpoints.map((endpoint) => ({
      ...endpoint,
      day: statistics.endpoints.find(({ endpointId }) => endpointId === endpoint.id),
    }));
  });
  const mayWrite = user.role !== 'auditor';
  return (
    <>
      {mayWrite && (
        <button type="button" class="jump-new" onClick={() => document.getElementById('new-hook')?.focus()}>
          {t('hooks.new')}
        </button>
      )}
      <div class="two">
        <section class="panel-card">
          <Loading of={endpoints}>
            {(found) =>
              found.length === 0 ? (
                <p>{t('hooks.empty')}</p>
              ) : (
                <Table
                  caption={t('nav.webhooks')}
                  rows={found}
                  keyOf={({ id }) => id}
                  columns={[
                    { title: t('hooks.endpoint'), cell: (endpoint) => <Named of={endpoint} /> },
                    { title: t('hooks.state'), cell: (endpoint) => <StateOf of={endpoint} /> },
                    { title: t('hooks.day'), cell: ({ day }) => day && <Day of={day} /> },
                  ]}
                />
              )
            }
          </Loading>
        </section>
        {mayWrite && <NewEndpoint onCreated={setSecret} />}
      </div>
      {secret !== undefined && (
        <SecretShown
          secret={secret}
          onClose={() => {
            setSecret(undefined);
            void endpoints.reload();
          }}
        />
      )}
    </>
  );
}

function Named({ of: { id, url, description, events, createdAt } }: { of: WebhookEndpoint }) {
  const { link } = useSource();
  return (
    <>
      <a href={link(`/developers/webhooks/${id}`)}>
        <b dir="ltr">{url}</b>
      </a>
      {description && (
        <small>
          <bdi>{description}</bdi>
        </small>
      )}
      <small>
        {events ? t('hooks.count', { count: events.length }) : t('hooks.all-events')}, <Time at={createdAt} />
      </small>
    </>
  );
}

const StateOf = ({ of: { disabledReason, pausedUntil } }: { of: WebhookEndpoint }) => (
  <>
    <span class={disabledReason || pausedUntil ? 'chip soon' : 'chip'}>
      {t(disabledReason ? 'hooks.disabled' : pausedUntil ? 'hooks.paused' : 'hooks.active')}
    </span>
    {disabledReason && <small>{t(`disabled.${disabledReason}`)}</small>}
  </>
);

const Day = ({ of: { delivered, failed, pending } }: { of: WebhookEndpointStatistics }) => (
  <>
    {t('hooks.delivered', { count: delivered })}
    {failed > 0 && <small>{t('hooks.failed', { count: failed })}</small>}
    {pending > 0 && <small>{t('hooks.pending', { count: pending })}</small>}
  </>
);

/** Registers an endpoint. */
function NewEndpoint({ onCreated }: { onCreated: (secret: string) => void }) {
  const { callV1 } = useSource();
  const [events, setEvents] = useState<readonly EventType[] | null>(null);
  const [version, setVersion] = useState(0);
  return (
    <section class="panel-card" aria-labelledby="new-hook">
      <h2 id="new-hook" tabIndex={-1}>
        {t('hooks.new')}
      </h2>
      <Form
        key={version}
        send={t('hooks.create')}
        onSend={async (value) => {
          const description = value('description');
          const body = {
            url: value('url'),
            ...(description && { description }),
            ...(events && { events: [...events] }),
          };
          const { secret } = await callV1((client) => client.webhookEndpoints.create(body));
          onCreated(secret);
          setEvents(null);
          // Empties the fields.
          setVersion(version + 1);
        }}
      >
        <EndpointFields />
        <EventChecks chosen={events} onChoose={setEvents} />
      </Form>
    </section>
  );
}
