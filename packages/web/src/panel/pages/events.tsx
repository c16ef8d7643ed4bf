import { eventTypes } from '@tempshare/contract';
import type { Event } from '@tempshare/sdk/types';
import { useLocation } from 'preact-iso';
import { t } from '../../i18n.ts';
import { Input, Select } from '../kit/form.tsx';
import { ListFilter, ListPages } from '../kit/list.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { OfKey, useSource } from '../source.tsx';
import { dayOf, Time } from '../times.tsx';
import { DeliveryState } from './delivery-facts.tsx';

const PATH = '/developers/events';
const FILTERS = ['type', 'item', 'from', 'until'] as const;

/** Filter, page of the list and open event, as the address has them. Dates are days of the reader. */
type Query = Partial<Record<(typeof FILTERS)[number] | 'cursor' | 'event', string | undefined>>;

/** The log of events. The address says which are shown, and which one is open. */
export default function Events() {
  const { query } = useLocation() as { query: Query };
  return (
    <Page title={t('nav.events')} lead={t('events.lead')}>
      <OfKey path={PATH} kept={filterOf(query)}>
        <Log />
      </OfKey>
    </Page>
  );
}

const filterOf = ({ type, item, from, until }: Query): Pick<Query, (typeof FILTERS)[number]> => ({
  ...{ type, item, from, until },
});

/** The type that the address asks for, if there is one of that name. */
const typeOf = ({ type }: Query) => eventTypes.find((each) => each === type);

function Log() {
  const { callV1 } = useSource();
  const addressOf = useAddress();
  const { query } = useLocation() as { query: Query };
  const { cursor, event } = query;
  const filter = filterOf(query);
  const isFiltered = FILTERS.some((name) => filter[name]);
  const log = useLoad(
    (signal) => {
      const [from, until] = [dayOf(filter.from), dayOf(filter.until, 1)];
      const type = typeOf(query);
      const asked = {
        ...(type && { type }),
        ...(filter.item && { itemId: filter.item }),
        ...(from && { from }),
        ...(until && { until }),
        ...(cursor && { cursor }),
      };
      return callV1((client) => client.events.list(asked, { signal }));
    },
    [...FILTERS.map((name) => filter[name]), cursor],
  );
  return (
    <>
      <Filters query={query} />
      <div class={event ? 'two' : ''}>
        <section class="panel-card">
          <Loading of={log}>
            {({ events, nextCursor }) => (
              <>
                {events.length === 0 ? (
                  <p>{t(isFiltered ? 'events.none' : 'events.empty')}</p>
                ) : (
                  <List events={events} query={query} />
                )}
                <ListPages filter={filter} addressOf={addressOf} cursor={cursor} nextCursor={nextCursor} />
              </>
            )}
          </Loading>
        </section>
        {event && <OpenEvent key={event} id={event} close={addressOf({ ...filter, cursor })} />}
      </div>
    </>
  );
}

/** Address of the log of the same key. */
function useAddress(): (query: Query) => string {
  const { link } = useSource();
  return (query) => link(PATH, query);
}

function Filters({ query }: { query: Query }) {
  const addressOf = useAddress();
  const filter = filterOf(query);
  return (
    <ListFilter names={FILTERS} filter={filter} addressOf={addressOf}>
      <Select
        name="type"
        label={t('hooks.event')}
        value={typeOf(query) ?? ''}
        options={[
          ['', t('hooks.all')],
          ...eventTypes.map((each) => [each, `${t(`event.${each}`)} (${each})`] as const),
        ]}
      />
      <Input
        name="item"
        label={t('events.item')}
        defaultValue={filter.item ?? ''}
        autoComplete="off"
        pattern="\s*[0-9A-Za-z_\-]{1,64}\s*"
        isOptional
      />
    </ListFilter>
  );
}

function List({ events, query }: { events: readonly Event[]; query: Query }) {
  const addressOf = useAddress();
  const { cursor, event } = query;
  const filter = filterOf(query);
  return (
    <Table
      caption={t('nav.events')}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('hooks.event'),
          cell: ({ id, type: of }) => (
            <>
              <b>{t(`event.${of}`)}</b>
              <small>
                <a
                  href={addressOf({ ...filter, cursor, event: id })}
                  aria-current={id === event ? 'true' : undefined}
                >
                  <code dir="ltr">{of}</code> <span class="unseen">{id}</span>
                </a>
              </small>
            </>
          ),
        },
        {
          title: t('events.item'),
          cell: (each) => (
            <a href={addressOf({ ...filter, item: itemOf(each), event })}>
              <code dir="ltr">{itemOf(each)}</code>
            </a>
          ),
        },
        { title: t('audit.when'), cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}

/** The id of the item that an event is about. */
function itemOf({ data: { object } }: Event): string {
  if ('secretId' in object) return object.secretId;
  return 'requestId' in object ? object.requestId : object.id;
}

/** An event as it is sent, and where it was sent. */
function OpenEvent({ id, close }: { id: string; close: string }) {
  const { callV1, link } = useSource();
  const found = useLoad(
    async (signal) => {
      const [event, { deliveries }] = await Promise.all([
        callV1((client) => client.events.get(id, { signal })),
        callV1((client) => client.events.deliveries(id, { signal })),
      ]);
      return { event, deliveries };
    },
    [id],
  );
  return (
    <section class="panel-card" aria-labelledby="open-event">
      <h2 id="open-event">{t('hooks.event')}</h2>
      <Loading of={found}>
        {({ event, deliveries }) => (
          <>
            <p>
              {t(`event.${event.type}`)}, <Time at={event.createdAt} />
            </p>
            <pre class="value json" tabIndex={0} dir="ltr" aria-label="JSON">
              {JSON.stringify(event, null, 2)}
            </pre>
            <h2>{t('hooks.deliveries')}</h2>
            {deliveries.length === 0 ? (
              <p>{t('events.no-deliveries')}</p>
            ) : (
              <ul class="answers">
                {deliveries.map((delivery) => (
                  <li key={delivery.id}>
                    <a href={link(`/developers/webhooks/${delivery.endpointId}`)}>
                      <code dir="ltr">{delivery.endpointId}</code>
                    </a>{' '}
                    <DeliveryState of={delivery} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loading>
      <p>
        <a href={close}>{t('events.close')}</a>
      </p>
    </section>
  );
}
