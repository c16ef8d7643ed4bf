import type { components } from '@tempshare/contract/account/types';
import { useState } from 'preact/hooks';
import { t, type Site } from '../../i18n.ts';
import { api, at, call, type Refused } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input, PasswordInput, Select } from '../kit/form.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { RowButton, Table } from '../kit/table.tsx';
import { asRefused, useLoad } from '../load.ts';
import { useSession } from '../session.tsx';
import { Time } from '../times.tsx';
import { EmailChange } from './email.tsx';
import { Notices } from './notices.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { heirsOf, SharedSelect, sharedOf } from './shared.tsx';

type ListedSession = components['schemas']['ListedSession'];

const languages = (JSON.parse(document.getElementById('site')!.textContent) as Site).languages;

/** Own name, language, password and second factor if there is one, passkeys and sessions. */
export default function Account() {
  const { user, session, signOut } = useSession();
  return (
    <Page title={t('nav.account')} lead={<bdi>{user.email}</bdi>}>
      <div class="two">
        <div>
          <Profile />
          {session.hasPassword && <EmailChange />}
          {session.hasPassword && <Password />}
          <Notices />
        </div>
        <div>
          {session.hasPassword && <SecondFactor />}
          <Passkeys />
          <Sessions />
          <div class="buttons">
            <button type="button" onClick={() => void signOut()}>
              {t('nav.sign-out')}
            </button>
            <Leave />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Leaves the team for good. */
function Leave() {
  const { user, account, may } = useSession();
  const [asks, setAsks] = useState(false);
  const close = (): void => setAsks(false);
  return (
    <>
      <button type="button" onClick={() => setAsks(true)}>
        {t('leave.short')}
      </button>
      {asks && (
        <Dialog title={t('leave.title', { team: account.name })} onClose={close}>
          <p class="lead">{t('leave.lead')}</p>
          <Form
            send={t('leave.short')}
            isGrave
            onCancel={close}
            onSend={async (value) => {
              const query = sharedOf(value);
              await call(() => api.DELETE('/user', { params: { query } }));
              // A new document: nothing of the session stays in memory.
              location.replace(at('/'));
            }}
          >
            {may('listMembers') ? (
              <LeaveShared id={user.id} />
            ) : (
              <SharedSelect label={t('shared.own')} heirs={[]} />
            )}
          </Form>
        </Dialog>
      )}
    </>
  );
}

/** The choice for everything the person has shared, with the members who can take it over. */
function LeaveShared({ id }: { id: string }) {
  const list = useLoad((signal) => call(() => api.GET('/members', { signal })));
  return <SharedSelect label={t('shared.own')} heirs={heirsOf(list.data?.members ?? [], id)} />;
}

function Profile() {
  const { session, user, take, speakAs } = useSession();
  const [saved, setSaved] = useState('');
  return (
    <section class="panel-card" aria-labelledby="profile">
      <h2 id="profile">{t('account.profile')}</h2>
      <Form
        send={t('account.save')}
        onSend={async (value) => {
          setSaved('');
          const body = { name: value('name'), locale: value('locale') || null };
          const changed = await call(() => api.PATCH('/user', { body }));
          await speakAs(changed);
          take({ ...session, user: changed });
          setSaved(t('account.saved'));
        }}
      >
        <Input
          name="name"
          label={t('field.name')}
          note={t('account.name.note')}
          autoComplete="name"
          defaultValue={user.name}
          maxLength={100}
        />
        <Select
          name="locale"
          label={t('header.language')}
          value={user.locale ?? ''}
          options={[['', t('account.browser')], ...languages.map(({ code, name }) => [code, name] as const)]}
        />
      </Form>
      <p role="status">{saved}</p>
    </section>
  );
}

function Password() {
  const { user } = useSession();
  const [round, setRound] = useState(0);
  return (
    <section class="panel-card" aria-labelledby="password">
      <h2 id="password">{t('field.password')}</h2>
      <Form
        key={round}
        send={t('account.password')}
        blame={{ wrong_credentials: 'current', weak_password: 'password' }}
        onSend={async (value) => {
          const body = { current: value('current'), password: value('password') };
          await call(() => api.PUT('/user/password', { body }));
          setRound(round + 1);
        }}
      >
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput name="current" label={t('field.current-password')} />
        <PasswordInput isNew />
        <small>{t('account.password.note')}</small>
      </Form>
      <p role="status">{round > 0 && t('account.password.saved')}</p>
    </section>
  );
}

function Sessions() {
  const list = useLoad((signal) => call(() => api.GET('/sessions', { signal })));
  const [refused, setRefused] = useState<Refused>();
  const end = (send: () => Promise<unknown>) => async (): Promise<void> => {
    setRefused(undefined);
    await send().catch((error: unknown) => setRefused(asRefused(error)));
    await list.reload();
  };
  const endOne = ({ id }: ListedSession) =>
    end(() => call(() => api.DELETE('/sessions/{id}', { params: { path: { id } } })));
  return (
    <section class="panel-card" aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      <Refusal refused={refused} />
      <Loading of={list}>
        {({ sessions }) => (
          <>
            <SessionTable sessions={sessions} onEnd={(session) => void endOne(session)()} />
            {sessions.length > 1 && (
              <div class="buttons">
                <button type="button" onClick={() => void end(() => call(() => api.DELETE('/sessions')))()}>
                  {t('sessions.end-others')}
                </button>
              </div>
            )}
          </>
        )}
      </Loading>
    </section>
  );
}

interface SessionTableProps {
  sessions: readonly ListedSession[];
  onEnd: (session: ListedSession) => void;
}

const SessionTable = ({ sessions, onEnd }: SessionTableProps) => (
  <Table
    caption={t('sessions.title')}
    rows={sessions}
    keyOf={({ id }) => id}
    columns={[
      {
        title: t('sessions.device'),
        cell: ({ device, network, isCurrent }) => (
          <>
            <b>
              <bdi>{device ?? t('sessions.unknown')}</bdi>
            </b>{' '}
            {isCurrent && <span class="chip">{t('sessions.this')}</span>}
            <small dir="ltr">{network}</small>
          </>
        ),
      },
      {
        title: t('members.seen'),
        isTitled: true,
        cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
      },
      {
        title: t('keys.actions'),
        isUnseen: true,
        cell: (session) =>
          !session.isCurrent && (
            <RowButton
              text={t('sessions.end')}
              name={session.device ?? t('sessions.unknown')}
              onClick={() => onEnd(session)}
            />
          ),
      },
    ]}
  />
);
