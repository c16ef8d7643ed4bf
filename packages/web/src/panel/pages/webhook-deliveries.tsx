import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookRedelivery,
  WebhookResponse,
} from '@tempshare/sdk/types';
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import type { Refused } from '../api.ts';
import { Choice } from '../kit/choice.tsx';
import { ListPages } from '../kit/list.tsx';
import { Loading } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { RowButton, Table } from '../kit/table.tsx';
import { asRefused, useLoad } from '../load.ts';
import { useSource } from '../source.tsx';
import { Time } from '../times.tsx';
import { Day } from './delivery-bars.tsx';
import { DeliveryState, duration, number, Outcome } from './delivery-facts.tsx';
import { RedeliverFailed } from './webhook-dialogs.tsx';

const FIRST_POLL = 1_000;
const LAST_POLL = 30_000;
/** A next attempt within this time is waited for. */
const SOON = 10_000;

interface DeliveriesProps {
  endpoint: WebhookEndpoint;
  mayWrite: boolean;
  /** Grows when a test was sent. */
  version: number;
}

/** Failed deliveries that are sent again. */
interface Redelivery {
  id: string;
  hasMore: boolean;
}

interface Shown {
  state: 'failed' | undefined;
  cursor: string | undefined;
}

/** The deliveries that the address names. */
function useShown(): Shown {
  const { state, cursor } = useLocation().query as { state?: string; cursor?: string };
  return { state: state === 'failed' ? state : undefined, cursor };
}

/** Sends single deliveries again, and counts them. */
function useRedeliver(id: string, reload: () => Promise<void>) {
  const { callV1 } = useSource();
  const [refused, setRefused] = useState<Refused>();
  const [redelivered, setRedelivered] = useState(0);
  const redeliver = async ({ id: deliveryId }: WebhookDelivery): Promise<void> => {
    setRefused(undefined);
    await callV1((client) => client.webhookEndpoints.deliveries.redeliver(id, deliveryId)).then(
      () => {
        void reload();
        setRedelivered(redelivered + 1);
      },
      (error: unknown) => setRefused(asRefused(error)),
    );
  };
  return { redeliver, redelivered, refused };
}

/** Deliveries to an endpoint, with the last 24 hours above. The address says which are shown. */
export function Deliveries({ endpoint, mayWrite, version }: DeliveriesProps) {
  const { id } = endpoint;
  const { link } = useSource();
  const { state, cursor } = useShown();
  const path = `/developers/webhooks/${id}`;
  const [redelivery, setRedelivery] = useState<Redelivery>();
  const [asks, setAsks] = useState(false);
  const [shown, setShown] = useState<string>();
  const found = useDeliveries({ id, state, cursor, version, redelivery });
  const { redeliver, redelivered, refused } = useRedeliver(id, found.reload);
  const isBusy =
    found.data?.progress?.state === 'running' ||
    (found.data?.list.deliveries ?? []).some((one) => isDue(one, SOON));
  const isPolling = isBusy && endpoint.pausedUntil === null;
  usePolling(isPolling, () => void found.reload(), [version, redelivery, redelivered]);
  const mayRedeliver = mayWrite && endpoint.enabled;
  return (
    <section class="panel-card">
      <Loading of={found}>
        {({ list, failed, counted, progress }) => (
          <>
            {counted && <Day of={counted} />}
            <div class="spread">
              <States path={path} state={state} />
              {mayRedeliver && failed > 0 && (
                <button type="button" class="small" onClick={() => setAsks(true)}>
                  {t('hooks.redeliver-failed')}
                </button>
              )}
            </div>
            <p role="status">{progress && progressLine(progress)}</p>
            {redelivery?.hasMore && <p>{t('hooks.has-more')}</p>}
            <Refusal refused={refused} />
            <List
              {...{ deliveries: list.deliveries, state, mayRedeliver, shown }}
              onShow={setShown}
              onRedeliver={redeliver}
            />
            <ListPages
              filter={{ state }}
              addressOf={(query) => link(path, query)}
              cursor={cursor}
              nextCursor={list.nextCursor}
            />
          </>
        )}
      </Loading>
      {asks && (
        <RedeliverFailed
          of={endpoint}
          onClose={() => setAsks(false)}
          onBegun={({ id: begun, total, ...more }) => {
            setAsks(false);
            if (total > 0) setRedelivery({ id: begun, hasMore: 'hasMore' in more && more.hasMore === true });
          }}
        />
      )}
    </section>
  );
}

interface Asked extends Shown {
  id: string;
  version: number;
  redelivery: Redelivery | undefined;
}

/** A page of the deliveries, the number of failed ones, the last 24 hours, and the progress of a redelivery. */
function useDeliveries({ id, state, cursor, version, redelivery }: Asked) {
  const { callV1 } = useSource();
  return useLoad(
    async (signal) => {
      const filter = { ...(state && { state }), ...(cursor && { cursor }) };
      const [list, failed, statistics, progress] = await Promise.all([
        callV1((client) => client.webhookEndpoints.deliveries.list(id, filter, { signal })),
        callV1((client) =>
          client.webhookEndpoints.deliveries.list(id, { state: 'failed', limit: 1 }, { signal }),
        ),
        callV1((client) => client.webhookEndpoints.statistics({ signal })),
        redelivery &&
          callV1((client) => client.webhookEndpoints.redeliveries.get(id, redelivery.id, { signal })),
      ]);
      const counted = statistics.endpoints.find(({ endpointId }) => endpointId === id);
      return { list, failed: failed.total, counted, progress };
    },
    [id, state, cursor, version, redelivery],
  );
}

const progressLine = ({
  total,
  pending,
  delivered,
  failed,
}: Pick<WebhookRedelivery, 'total' | 'pending' | 'delivered' | 'failed'>): string =>
  t('hooks.progress', {
    count: total,
    ...{ pending: number(pending), delivered: number(delivered), failed: number(failed) },
  });

/** The choice between all deliveries and the failed ones. */
function States({ path, state }: { path: string; state: Shown['state'] }) {
  const { query } = useSource();
  return (
    <Choice
      label={t('hooks.state')}
      path={path}
      options={[
        [query(), t('hooks.all'), state === undefined],
        [query({ state: 'failed' }), t('hooks.failed-only'), state === 'failed'],
      ]}
    />
  );
}

interface ListProps {
  deliveries: readonly WebhookDelivery[];
  state: Shown['state'];
  mayRedeliver: boolean;
  /** Id of the delivery whose response is shown. */
  shown: string | undefined;
  onShow: (id?: string) => void;
  onRedeliver: (delivery: WebhookDelivery) => Promise<void>;
}

/** The deliveries, of which one at a time shows what was answered. */
function List({ deliveries, state, mayRedeliver, shown, onShow, onRedeliver }: ListProps) {
  if (deliveries.length === 0) return <p>{t(state ? 'hooks.none-failed' : 'hooks.none-sent')}</p>;
  return (
    <Table
      caption={t('hooks.deliveries')}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('hooks.event'),
          cell: (delivery) => <What of={delivery} isShown={shown === delivery.id} />,
        },
        { title: t('hooks.response'), cell: (delivery) => <DeliveryState of={delivery} /> },
        {
          title: t('hooks.took'),
          isTitled: ({ attempts }) => attempts.length > 0,
          cell: ({ attempts }) => attempts.length > 0 && duration(attempts.at(-1)!.durationMs),
        },
        { title: t('audit.when'), cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: t('keys.actions'),
          isUnseen: true,
          cell: (delivery) => (
            <div class="actions">
              {delivery.attempts.length > 0 && (
                <RowButton
                  text={t(shown === delivery.id ? 'hide' : 'show')}
                  name={delivery.eventId}
                  onClick={() => onShow(shown === delivery.id ? undefined : delivery.id)}
                />
              )}
              {mayRedeliver && !isDue(delivery) && (
                <RowButton
                  text={t('hooks.redeliver')}
                  name={delivery.eventId}
                  onClick={() => void onRedeliver(delivery)}
                />
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

/** Whether the next attempt is due, or will be within some milliseconds. */
const isDue = ({ nextAttemptAt }: WebhookDelivery, within = 0): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() <= within;

/** Loads again while something is on its way: often at first, then more and more rarely. */
function usePolling(isBusy: boolean, load: () => void, anew: readonly unknown[]): void {
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!isBusy) return undefined;
    let wait = FIRST_POLL;
    let timer: ReturnType<typeof setTimeout>;
    const next = (): void => {
      timer = setTimeout(() => {
        if (!document.hidden) latest.current();
        wait = Math.min(1.5 * wait, LAST_POLL);
        next();
      }, wait);
    };
    next();
    return () => clearTimeout(timer);
  }, [isBusy, ...anew]);
}

/** The event of a delivery, and what the receiver answered if it is to be shown. */
function What({ of, isShown }: { of: WebhookDelivery; isShown: boolean }) {
  const { link } = useSource();
  return (
    <>
      <b dir="ltr">{of.eventType}</b> {of.test && <span class="chip mute">{t('hooks.is-test')}</span>}
      <small>
        {of.test ? (
          <code dir="ltr">{of.eventId}</code>
        ) : (
          <a href={link('/developers/events', { event: of.eventId })}>
            <code dir="ltr">{of.eventId}</code>
          </a>
        )}
      </small>
      {isShown && <Answers of={of} />}
    </>
  );
}

/** The receiver's response to each attempt. */
function Answers({ of: { id, endpointId, attempts } }: { of: WebhookDelivery }) {
  const { callV1 } = useSource();
  const found = useLoad(
    (signal) => callV1((client) => client.webhookEndpoints.deliveries.get(endpointId, id, { signal })),
    [id, attempts.length],
  );
  return (
    <Loading of={found}>
      {(delivery) => (
        <ol class="answers">
          {delivery.attempts.map((attempt, index) => (
            <li key={attempt.startedAt}>
              <Outcome of={attempt} /> <Time at={attempt.startedAt} />, {duration(attempt.durationMs)}
              <Answer of={delivery.responses[index] ?? null} />
            </li>
          ))}
        </ol>
      )}
    </Loading>
  );
}

interface AnswerProps {
  of: WebhookResponse | null;
}

const Answer = ({ of }: AnswerProps) =>
  of === null ? (
    <small>{t('hooks.no-response')}</small>
  ) : of.isWithheld ? (
    <small>{t('hooks.withheld')}</small>
  ) : (
    <>
      <details>
        <summary>{t('hooks.headers', { count: of.headers.length })}</summary>
        <pre
          class="value json"
          tabIndex={0}
          dir="ltr"
          aria-label={t('hooks.headers', { count: of.headers.length })}
        >
          {of.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {of.body === '' ? (
        <small>{t('hooks.no-body')}</small>
      ) : (
        <pre class="value json" tabIndex={0} dir="auto" aria-label={t('hooks.body')}>
          {of.body}
        </pre>
      )}
      {of.bodyIsTruncated && <small>{t('hooks.truncated')}</small>}
    </>
  );
