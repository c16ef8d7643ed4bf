import type { components } from '@tempshare/contract/account/types';
import type { ComponentChildren } from 'preact';
import { locale, size, t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { Copyable } from '../kit/shown-once.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { away, DAY, Time } from '../times.tsx';

type Server = components['schemas']['Server'];

/** A fact about the server. */
interface Fact {
  name: string;
  /** Null if it could not be read. */
  value: ComponentChildren | null;
  /** The remedy, if the value is bad. */
  advice?: ComponentChildren;
}

/** A disk with less than this share free needs attention. */
const SCARCE = 0.1;
/** Webhooks that wait longer, and backups that are older, need attention. */
const LATE = DAY;
const OLD = 7 * DAY;

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
const isOlder = (iso: string, ms: number): boolean => Date.now() - Date.parse(iso) > ms;

/** State of the server, and what to do where it is bad. */
export default function ServerPage() {
  const server = useLoad((signal) => call(() => api.GET('/server', { signal })));
  return (
    <Page title={t('nav.server')} lead={t('server.lead')}>
      <section class="panel-card">
        <Loading of={server}>
          {(state) => (
            <Table
              caption={t('nav.server')}
              rows={factsOf(state)}
              keyOf={({ name }) => name}
              columns={[
                { title: t('server.fact'), cell: ({ name }) => <b>{name}</b> },
                { title: t('server.now'), cell: ({ value }) => value ?? t('server.unknown') },
                { title: t('server.advice'), cell: (fact) => <Advice of={fact} /> },
              ]}
            />
          )}
        </Loading>
      </section>
    </Page>
  );
}

const Advice = ({ of: { value, advice } }: { of: Fact }) => {
  if (value === null) return <span class="note">{t('server.unknown.advice')}</span>;
  if (!advice) return <span class="chip mute">{t('server.good')}</span>;
  return (
    <>
      <span class="chip soon">{t('server.bad')}</span> {advice}
    </>
  );
};

function factsOf({ version, node, database, disk, webhooks, endpoints, backup, schema }: Server): Fact[] {
  const isScarce = disk && (disk.isFull || disk.freeBytes < disk.totalBytes * SCARCE);
  const isLate = webhooks?.oldestAt != null && isOlder(webhooks.oldestAt, LATE);
  const isBehind = schema && schema.pending.length > 0;
  const isNewer = schema && schema.newer.length > 0;
  return [
    { name: 'Tempshare', value: version },
    { name: 'Node.js', value: node },
    {
      name: 'PostgreSQL',
      value: database.version && (
        <>
          {database.version}
          <small>{t(database.embedded ? 'server.embedded' : 'server.external')}</small>
        </>
      ),
    },
    { name: t('server.size'), value: database.bytes === null ? null : size(database.bytes) },
    ...(database.embedded
      ? [
          {
            name: t('server.disk'),
            value: disk && t('server.disk.of', { size: size(disk.freeBytes), total: size(disk.totalBytes) }),
            advice: isScarce && t('server.disk.advice', { size: size(disk.minimumBytes) }),
          },
        ]
      : []),
    {
      name: t('server.queue'),
      value: webhooks && (
        <>
          {`${number(webhooks.pending)}${webhooks.isExact ? '' : '+'}`}
          {webhooks.oldestAt && <small>{t('server.queue.oldest', { when: away(webhooks.oldestAt) })}</small>}
        </>
      ),
      advice: isLate && t('server.queue.advice'),
    },
    {
      name: t('server.endpoints'),
      value: endpoints && (
        <>
          {t('server.failing', { count: endpoints.failing })}
          <small>{t('server.disabled', { count: endpoints.disabled })}</small>
        </>
      ),
      advice: endpoints && endpoints.failing + endpoints.disabled > 0 && t('server.endpoints.advice'),
    },
    {
      name: t('server.backup'),
      value: backup && (backup.lastAt === null ? t('server.backup.none') : <Time at={backup.lastAt} />),
      advice: backupAdvice(backup),
    },
    {
      name: t('server.schema'),
      value: schema && <code dir="ltr">{schema.latest}</code>,
      advice: isNewer ? t('server.schema.newer') : isBehind && t('server.schema.pending'),
    },
  ];
}

function backupAdvice(backup: Server['backup']): Fact['advice'] {
  if (!backup) return undefined;
  const { lastAt, failedAt, unended, unendedSince } = backup;
  if (unendedSince != null && unended > 1)
    return t('server.backup.unended', { count: unended, when: away(unendedSince) });
  if (failedAt != null) return t('server.backup.failed', { when: away(failedAt) });
  if (lastAt !== null && !isOlder(lastAt, OLD)) return undefined;
  return (
    <>
      {t('server.backup.advice')}
      <Copyable label={t('server.backup.command')} text="npm run admin -- backup tempshare.backup" />
    </>
  );
}
