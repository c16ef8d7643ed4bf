import { useLocation } from 'preact-iso';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { Loading, Page } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { Time } from '../times.tsx';

/** The audit log. The address says which page of it is shown. */
export default function Audit() {
  const { cursor } = useLocation().query as { cursor?: string };
  const query = cursor === undefined ? {} : { cursor };
  const log = useLoad((signal) => call(() => api.GET('/audit-log', { params: { query }, signal })), [cursor]);
  return (
    <Page title={t('nav.audit')} lead={t('audit.lead')}>
      <Loading of={log}>
        {({ entries, nextCursor }) => (
          <>
            {entries.length === 0 ? (
              <p>{t('audit.empty')}</p>
            ) : (
              <div class="panel-card">
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
                                {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
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
              </div>
            )}
            <nav class="buttons" aria-label={t('audit.pages')}>
              {cursor !== undefined && (
                <a class="button" href={at('/admin/audit')}>
                  {t('audit.newest')}
                </a>
              )}
              {nextCursor !== null && (
                <a class="button" href={`${at('/admin/audit')}?cursor=${encodeURIComponent(nextCursor)}`}>
                  {t('audit.older')}
                </a>
              )}
            </nav>
          </>
        )}
      </Loading>
    </Page>
  );
}
