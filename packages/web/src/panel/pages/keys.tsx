import type { Schema } from '@tempshare/contract';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import type { Key, KeyCreated } from '../key.ts';
import { Loading, Page } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { RowButton, Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { useSession } from '../session.tsx';
import { away, DAY, exact, Time, utcOffset } from '../times.tsx';
import { Edit, Revoke, Rotate } from './key-dialogs.tsx';
import { NewKey } from './new-key.tsx';

const SOON = 7 * DAY;
const LONG_UNUSED = 30 * DAY;

const endsSoon = ({ expiresAt }: Key): boolean =>
  expiresAt !== null && Date.parse(expiresAt) - Date.now() < SOON;

const isUnused = ({ lastUsedAt, createdAt }: Key): boolean =>
  Date.now() - Date.parse(lastUsedAt ?? createdAt) > LONG_UNUSED;

/** Keys that end soon come first. The others stay in the order of the server, newest first. */
const byEnd = (one: Key, other: Key): number => {
  const end = (key: Key): number => (endsSoon(key) ? Date.parse(key.expiresAt!) : Infinity);
  return end(one) === end(other) ? 0 : end(one) - end(other);
};

const ACTIONS = [
  ['rotate', 'rotate.short'],
  ['edit', 'edit.short'],
  ['revoke', 'revoke.short'],
] as const;

/** A key in a dialog, with what is to be done. */
interface Doing {
  what: (typeof ACTIONS)[number][0];
  key: Key;
}

/** API keys: list, create, rotate, change, revoke. */
export default function Keys() {
  const { may } = useSession();
  const keys = useLoad((signal) =>
    call(() => api.GET('/keys', { params: { query: { utcOffset: utcOffset() } }, signal })),
  );
  const [doing, setDoing] = useState<Doing>();
  const [created, setCreated] = useState<KeyCreated>();
  const stop = (): void => setDoing(undefined);
  const done = async (): Promise<void> => {
    await keys.reload();
    stop();
  };
  const show = (shown: KeyCreated): void => {
    stop();
    setCreated(shown);
  };
  const active = (keys.data?.keys ?? []).filter(({ state }) => state === 'active').sort(byEnd);
  const ended = (keys.data?.keys ?? []).filter(({ state }) => state !== 'active');
  return (
    <Page title={t('nav.keys')} lead={t('keys.lead')}>
      {may('createKey') && (
        <button type="button" class="jump-new" onClick={() => document.getElementById('new-key')?.focus()}>
          {t('keys.new')}
        </button>
      )}
      <div class="two">
        <section class="panel-card">
          <Loading of={keys}>
            {() => <KeyTables active={active} ended={ended} act={may('revokeKey') ? setDoing : undefined} />}
          </Loading>
        </section>
        {may('createKey') && <NewKey onCreated={show} />}
      </div>
      {doing && <KeyDialog doing={doing} active={active} onClose={stop} onDone={done} onCreated={show} />}
      {created && (
        <ShownOnce
          title={t('keys.shown', { name: created.key.name })}
          note={<ShownNote of={created.key} />}
          texts={[
            [t('keys.shown.key'), created.apiKey],
            [t('keys.shown.env'), `SERVICE_API_KEY=${created.apiKey}`],
            [t('keys.shown.curl'), curlOf(created.apiKey)],
          ]}
          onClose={() => {
            setCreated(undefined);
            void keys.reload();
          }}
        />
      )}
    </Page>
  );
}

interface KeyTablesProps {
  active: readonly Key[];
  ended: readonly Key[];
  act: ((doing: Doing) => void) | undefined;
}

const KeyTables = ({ active, ended, act }: KeyTablesProps) => (
  <>
    {active.length === 0 && <p>{t(ended.length === 0 ? 'keys.empty' : 'keys.all-ended')}</p>}
    {active.length > 0 && <KeyTable caption={t('nav.keys')} keys={active} act={act} />}
    {ended.length > 0 && (
      <>
        <h2>{t('keys.ended')}</h2>
        <KeyTable caption={t('keys.ended')} keys={ended} />
      </>
    )}
  </>
);

interface KeyDialogProps {
  doing: Doing;
  active: readonly Key[];
  onClose: () => void;
  onDone: () => Promise<void>;
  onCreated: (created: KeyCreated) => void;
}

function KeyDialog({ doing: { what, key: of }, active, onClose, onDone, onCreated }: KeyDialogProps) {
  switch (what) {
    case 'rotate':
      return <Rotate of={of} onClose={onClose} onCreated={onCreated} />;
    case 'edit':
      return <Edit of={of} onClose={onClose} onDone={onDone} />;
    case 'revoke': {
      const others = active.filter(({ id, environment }) => id !== of.id && environment === of.environment);
      return <Revoke of={of} others={others} onClose={onClose} onDone={onDone} />;
    }
  }
}

const curlOf = (apiKey: string): string =>
  `curl ${location.origin}${at('/api/v1/key')} -H "Authorization: Bearer ${apiKey}"`;

/** A key that is shown once. After a rotation it says how long the earlier secret works. */
function ShownNote({ of: { secrets } }: { of: Key }) {
  const [, earlier] = secrets;
  return (
    <>
      {t('once.lead')}
      {earlier?.expiresAt && (
        <> {t('rotate.until', { last4: earlier.last4, when: exact(earlier.expiresAt) })}</>
      )}
    </>
  );
}

interface KeyTableProps {
  caption: string;
  keys: readonly Key[];
  act?: ((doing: Doing) => void) | undefined;
}

const KeyTable = ({ caption, keys, act }: KeyTableProps) => (
  <Table
    caption={caption}
    rows={keys}
    keyOf={({ id }) => id}
    columns={[
      { title: t('keys.key'), cell: (key) => <Named of={key} /> },
      {
        title: t('keys.may'),
        cell: ({ scopes }) => (
          <details>
            <summary>{t('keys.scopes', { count: scopes.length })}</summary>
            <ul class="sentences">
              {scopes.map((scope) => (
                <li key={scope}>{t(`scope.${scope}`)}</li>
              ))}
            </ul>
          </details>
        ),
      },
      {
        title: t('keys.used'),
        isTitled: true,
        cell: (key) => (
          <>
            {key.lastUsedAt === null ? t('keys.never-used') : <Time at={key.lastUsedAt} />}
            {key.state === 'active' && <small>{t('keys.today', { count: key.requestsToday })}</small>}
            {key.state === 'active' && isUnused(key) && <span class="chip soon">{t('keys.unused')}</span>}
          </>
        ),
      },
      ...(act
        ? [
            {
              title: t('keys.actions'),
              isUnseen: true,
              cell: (key: Key) => (
                <div class="actions">
                  {ACTIONS.map(([what, short]) => (
                    <RowButton
                      key={what}
                      text={t(short)}
                      name={key.name}
                      onClick={() => act({ what, key })}
                    />
                  ))}
                </div>
              ),
            },
          ]
        : []),
    ]}
  />
);

/** Name of a key with its secrets, who made it and until when it works. */
function Named({ of: key }: { of: Key }) {
  const { user } = useSession();
  const { name, environment, createdBy, createdAt, expiresAt, secrets } = key;
  const isEnding = key.state === 'active' && endsSoon(key);
  const prefix: Schema<'ApiKey'>['prefix'] = `svc_sk_${environment}_`;
  const maker =
    createdBy === null
      ? t('keys.by-command-line')
      : createdBy.id === user.id
        ? t('keys.by-you')
        : t('keys.by', { name: createdBy.name });
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <span class="chip mute">{t(`keys.${environment}`)}</span>{' '}
      {isEnding && <span class="chip soon">{t('keys.ends', { when: away(expiresAt!) })}</span>}
      {secrets.map(({ last4, expiresAt: end }) => (
        <small key={last4}>
          <code dir="ltr">
            {prefix}…{last4}
          </code>
          {end && end !== expiresAt && <> {t('keys.works-until', { when: exact(end) })}</>}
        </small>
      ))}
      <small>
        {maker}, <Time at={createdAt} />
      </small>
      {!isEnding && <small>{stateOf(key)}</small>}
    </>
  );
}

function stateOf({ state, expiresAt, revokedAt }: Key): string {
  if (state === 'revoked') return t('keys.revoked', { when: away(revokedAt!) });
  if (expiresAt === null) return t('keys.no-end');
  return t(state === 'expired' ? 'keys.expired' : 'keys.ends', { when: away(expiresAt) });
}
