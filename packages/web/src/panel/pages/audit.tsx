import type { components } from '@tempshare/contract/account/types';
import { auditActions } from '@tempshare/contract/account/constants';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { save } from '../../save.ts';
import { api, at, call } from '../api.ts';
import { Input, Select } from '../kit/form.tsx';
import { ListFilter, ListPages } from '../kit/list.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { OtherWay } from '../kit/other-way.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { queryOf } from '../query.ts';
import { dayOf, Time } from '../times.tsx';

type Entry = components['schemas']['AuditEntry'];

const PATH = '/admin/audit';
const FILTERS = ['actor', 'action', 'id', 'from', 'until'] as const;

/** Filter and page of the list, as the address has them. Dates are days of the reader. */
type Query = Partial<Record<(typeof FILTERS)[number] | 'cursor', string>>;
type Filter = Omit<Query, 'cursor'>;

const addressOf = (query: Query): string => at(PATH) + queryOf(query);

/** The filter as the server takes it. */
function askedBy(filter: Filter) {
  const action = auditActions.find((each) => each === filter.action);
  const [from, until] = [dayOf(filter.from), dayOf(filter.until, 1)];
  return {
    ...(filter.actor && { actor: filter.actor }),
    ...(action && { action }),
    ...(filter.id && { id: filter.id }),
    ...(from && { from }),
    ...(until && { until }),
  };
}

/** The value of a detail, as people read it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The audit log. The address says which entries are shown. */
export default function Audit() {
  const { query } = useLocation() as { query: Query };
  const { cursor, ...filter } = query;
  const isFiltered = FILTERS.some((name) => filter[name]);
  const log = useLoad(
    (signal) => {
      const params = { query: { ...askedBy(filter), ...(cursor && { cursor }) } };
      return call(() => api.GET('/audit-log', { params, signal }));
    },
    [...FILTERS.map((name) => filter[name]), cursor],
  );
  return (
    <Page title={t('nav.audit')} lead={t('audit.lead')}>
      <Filters filter={filter} />
      <Export key={addressOf(filter)} filter={filter} />
      <Loading of={log}>
        {({ entries, nextCursor }) => (
          <>
            {entries.length === 0 ? (
              <p>{t(isFiltered ? 'audit.none' : 'audit.empty')}</p>
            ) : (
              <div class="panel-card">
                <Entries entries={entries} />
              </div>
            )}
            <ListPages filter={filter} addressOf={addressOf} cursor={cursor} nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </Page>
  );
}

const Filters = ({ filter }: { filter: Filter }) => (
  <ListFilter names={FILTERS} filter={filter} addressOf={addressOf}>
    <Input
      name="actor"
      label={t('audit.who')}
      defaultValue={filter.actor ?? ''}
      autoComplete="off"
      maxLength={100}
      isOptional
    />
    <Select
      name="action"
      label={t('audit.what')}
      value={filter.action ?? ''}
      options={[['', t('hooks.all')], ...auditActions.map((each) => [each, each] as const)]}
    />
    <Input
      name="id"
      label={t('audit.id')}
      note={t('audit.id.note')}
      defaultValue={filter.id ?? ''}
      autoComplete="off"
      maxLength={100}
      isOptional
    />
  </ListFilter>
);

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <Table
    caption={t('nav.audit')}
    rows={entries}
    keyOf={({ id }) => id}
    columns={[
      {
        title: t('audit.who'),
        cell: ({ actor, network }) => (
          <>
            <b>
              <bdi>{actor}</bdi>
            </b>
            {network && <small dir="ltr">{network}</small>}
          </>
        ),
      },
      {
        title: t('audit.what'),
        cell: ({ action, details }) => (
          <>
            <code dir="ltr">{action}</code>
            {Object.entries(details).map(([name, value]) => (
              <small key={name}>
                <bdi>
                  {name}: {textOf(value)}
                </bdi>
              </small>
            ))}
          </>
        ),
      },
      {
        title: t('audit.target'),
        cell: ({ target, requestId }) => (
          <>
            <code dir="ltr">{target}</code>
            {requestId && (
              <small>
                <code dir="ltr">{requestId}</code>
              </small>
            )}
          </>
        ),
      },
      { title: t('audit.when'), cell: ({ at: time }) => <Time at={time} /> },
    ]}
  />
);

/** Saves all entries of the filter as a file. One that breaks off is not saved. */
function Export({ filter }: { filter: Filter }) {
  const [saved, setSaved] = useState('');
  const download = async (format: 'csv' | 'json'): Promise<void> => {
    setSaved('');
    let name = `audit-log.${format}`;
    const file = await call(async () => {
      const body = { format, ...askedBy(filter) };
      const reply = await api.POST('/audit-log/export', { body, parseAs: 'blob' });
      name =
        /filename="?([\w.-]+)/.exec(reply.response.headers.get('content-disposition') ?? '')?.[1] ?? name;
      return reply;
    });
    save(file, name);
    setSaved(t('audit.exported', { name }));
  };
  return (
    <section class="exports" aria-label={t('audit.export')}>
      <OtherWay text={t('audit.export.csv')} onPress={() => download('csv')} />
      <OtherWay text={t('audit.export.json')} onPress={() => download('json')} />
      <p role="status">{saved}</p>
    </section>
  );
}
