import type { components } from '@tempshare/contract/account/types';
import { roles } from '@tempshare/contract/account/constants';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { EmailInput, Form, Select } from '../kit/form.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { RowButton, Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { useSession, type Role } from '../session.tsx';
import { exact, Time } from '../times.tsx';
import { heirsOf, SharedSelect, sharedOf } from './shared.tsx';

type Member = components['schemas']['Member'];
type Invitation = components['schemas']['Invitation'];

/** A link that is shown once. */
interface Shown {
  title: string;
  url: string;
  expiresAt: string;
  /** The address that it was mailed to. */
  mailedTo?: string | null;
}

type Doing = { what: 'role' | 'link' | 'factor' | 'remove'; member: Member };

/** Whether the member has a second factor or passkeys, which an administrator can turn off. */
const isProtected = ({ secondFactor, passkeys }: Member): boolean => secondFactor || passkeys > 0;

/** Roles that somebody may give: only owners make owners. */
const rolesOf = (role: Role): readonly Role[] => roles.filter((one) => role === 'owner' || one !== 'owner');

const roleOptions = (role: Role) => rolesOf(role).map((one) => [one, t(`role.${one}`)] as const);

/** People of the account, and invitations that nobody has accepted yet. */
export default function Members() {
  const { may } = useSession();
  const members = useLoad((signal) => call(() => api.GET('/members', { signal })));
  const [doing, setDoing] = useState<Doing>();
  const [shown, setShown] = useState<Shown>();
  const [round, setRound] = useState(0);
  const refresh = async (): Promise<void> => {
    await members.reload();
    setDoing(undefined);
  };
  return (
    <Page title={t('nav.members')} lead={t('members.lead')}>
      <div class="two">
        <div>
          <section class="panel-card">
            <Loading of={members}>
              {({ members: people }) => (
                <>
                  <MemberTable members={people} act={setDoing} />
                  {people.length === 1 && <p class="note">{t('members.alone')}</p>}
                </>
              )}
            </Loading>
          </section>
          {may('listInvitations') && <Invitations round={round} />}
        </div>
        {may('createInvitation') && <Invite onCreated={setShown} />}
      </div>
      {doing && (
        <MemberDialog
          {...doing}
          members={members.data?.members ?? []}
          onClose={() => setDoing(undefined)}
          onDone={refresh}
          onLink={setShown}
        />
      )}
      {shown && (
        <ShownOnce
          title={shown.title}
          note={
            <>
              {t('invite.once', { when: exact(shown.expiresAt) })}
              {shown.mailedTo && <> {t('invite.mailed', { email: shown.mailedTo })}</>}
            </>
          }
          texts={[[t('invite.link'), shown.url]]}
          isSent={Boolean(shown.mailedTo)}
          onClose={() => {
            setShown(undefined);
            setRound(round + 1);
          }}
        />
      )}
    </Page>
  );
}

function MemberTable({ members, act }: { members: readonly Member[]; act: (doing: Doing) => void }) {
  const { user, may } = useSession();
  /** Only owners change one, and nobody themselves. */
  const changes = ({ id, role }: Member): boolean =>
    id !== user.id && may('updateMember') && (user.role === 'owner' || role !== 'owner');
  return (
    <Table
      caption={t('nav.members')}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('field.name'),
          cell: ({ id, name, email, secondFactor, passkeys }) => (
            <>
              <b>
                <bdi>{name}</bdi>
              </b>{' '}
              {id === user.id && <span class="chip mute">{t('members.you')}</span>}{' '}
              {secondFactor && <span class="chip mute">{t('factor.title')}</span>}{' '}
              {passkeys > 0 && <span class="chip mute">{t('members.passkeys', { count: passkeys })}</span>}
              <small>
                <bdi>{email}</bdi>
              </small>
            </>
          ),
        },
        { title: t('members.role'), cell: ({ role }) => t(`role.${role}`) },
        {
          title: t('members.seen'),
          isTitled: true,
          cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('members.unseen') : <Time at={lastSeenAt} />),
        },
        ...(may('updateMember')
          ? [
              {
                title: t('keys.actions'),
                isUnseen: true,
                cell: (member: Member) =>
                  changes(member) && (
                    <div class="actions">
                      {(['role', 'link', 'factor', 'remove'] as const)
                        .filter((what) => what !== 'factor' || isProtected(member))
                        .map((what) => (
                          <RowButton
                            key={what}
                            text={t(`member.${what}`)}
                            name={member.name}
                            onClick={() => act({ what, member })}
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
}

interface MemberDialogProps extends Doing {
  members: readonly Member[];
  onClose: () => void;
  onDone: () => Promise<void>;
  onLink: (shown: Shown) => void;
}

const FORMS = { role: RoleForm, link: LinkForm, factor: FactorForm, remove: RemoveForm };

type MemberFormProps = Omit<MemberDialogProps, 'what'>;

function MemberDialog({ what, ...props }: MemberDialogProps) {
  const MemberForm = FORMS[what];
  return (
    <Dialog title={t(`member.${what}.label`, { name: props.member.name })} onClose={props.onClose}>
      <MemberForm {...props} />
    </Dialog>
  );
}

const paramsOf = ({ id }: Member) => ({ path: { id } });

function RoleForm({ member, onClose, onDone }: MemberFormProps) {
  const { user } = useSession();
  return (
    <>
      <Form
        send={t('member.role')}
        onCancel={onClose}
        onSend={async (value) => {
          const body = { role: value('role') as Role };
          await call(() => api.PATCH('/members/{id}', { params: paramsOf(member), body }));
          await onDone();
        }}
      >
        <Select
          name="role"
          label={t('members.role')}
          value={member.role}
          options={roleOptions(user.role)}
          note={t('member.role.note')}
        />
      </Form>
      <RoleNotes />
    </>
  );
}

function LinkForm({ member, onClose, onDone, onLink }: MemberFormProps) {
  return (
    <>
      <p class="lead">{t('member.link.lead')}</p>
      <Form
        send={t('member.link.send')}
        onCancel={onClose}
        onSend={async () => {
          const link = await call(() => api.POST('/members/{id}/reset-link', { params: paramsOf(member) }));
          await onDone();
          onLink({ title: t('member.link.shown', { name: member.name }), ...link });
        }}
      />
    </>
  );
}

function FactorForm({ member, onClose, onDone }: MemberFormProps) {
  return (
    <>
      <p class="lead">{t('member.factor.lead')}</p>
      <Form
        send={t('member.factor')}
        isGrave
        onCancel={onClose}
        onSend={async () => {
          await call(() => api.DELETE('/members/{id}/second-factor', { params: paramsOf(member) }));
          await onDone();
        }}
      />
    </>
  );
}

function RemoveForm({ member, members, onClose, onDone }: MemberFormProps) {
  return (
    <>
      <p class="lead">{t('member.remove.lead')}</p>
      <Form
        send={t('member.remove.label', { name: member.name })}
        isGrave
        onCancel={onClose}
        onSend={async (value) => {
          const params = { ...paramsOf(member), query: sharedOf(value) };
          await call(() => api.DELETE('/members/{id}', { params }));
          await onDone();
        }}
      >
        <SharedSelect label={t('shared.theirs')} heirs={heirsOf(members, member.id)} />
      </Form>
    </>
  );
}

/** The rights of each role. */
const RoleNotes = () => (
  <dl class="notes">
    {roles.map((role) => (
      <div key={role}>
        <dt>{t(`role.${role}`)}</dt>
        <dd>{t(`role.${role}.note`)}</dd>
      </div>
    ))}
  </dl>
);

/** Makes an invitation. */
function Invite({ onCreated }: { onCreated: (shown: Shown) => void }) {
  const { user } = useSession();
  const [version, setVersion] = useState(0);
  return (
    <section class="panel-card" aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <Form
        key={version}
        send={t('invite.send')}
        onSend={async (value) => {
          const email = value('email').trim();
          const body = { role: value('role') as Role, ...(email && { email }) };
          const { url, invitation, mailed } = await call(() => api.POST('/invitations', { body }));
          const mailedTo = mailed ? invitation.email : null;
          onCreated({ title: t('invite.shown'), url, expiresAt: invitation.expiresAt, mailedTo });
          setVersion(version + 1);
        }}
      >
        <Select name="role" label={t('members.role')} value="member" options={roleOptions(user.role)} />
        <EmailInput isOptional autoComplete="off" note={t('invite.email.note')} />
      </Form>
      <RoleNotes />
    </section>
  );
}

/** Invitations that nobody has accepted yet. */
function Invitations({ round }: { round: number }) {
  const open = useLoad((signal) => call(() => api.GET('/invitations', { signal })), [round]);
  const [cancelling, setCancelling] = useState<Invitation>();
  const close = (): void => setCancelling(undefined);
  return (
    <Loading of={open}>
      {({ invitations }) =>
        invitations.length > 0 && (
          <section class="panel-card">
            <h2>{t('invite.open')}</h2>
            <Table
              caption={t('invite.open')}
              rows={invitations}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t('invite.for'),
                  cell: ({ email }) => <b>{email === null ? t('invite.anybody') : <bdi>{email}</bdi>}</b>,
                },
                { title: t('members.role'), cell: ({ role }) => t(`role.${role}`) },
                {
                  title: t('keys.expires'),
                  isTitled: true,
                  cell: ({ expiresAt }) => <Time at={expiresAt} />,
                },
                {
                  title: t('keys.actions'),
                  isUnseen: true,
                  cell: (invitation) => (
                    <RowButton
                      text={t('invite.cancel')}
                      name={invitation.email ?? t('invite.anybody')}
                      onClick={() => setCancelling(invitation)}
                    />
                  ),
                },
              ]}
            />
            {cancelling && (
              <Dialog title={t('invite.cancel')} onClose={close}>
                <p class="lead">{t('invite.cancel.lead')}</p>
                <Form
                  send={t('invite.cancel')}
                  isGrave
                  onCancel={close}
                  onSend={async () => {
                    const params = { path: { id: cancelling.id } };
                    await call(() => api.DELETE('/invitations/{id}', { params }));
                    await open.reload();
                    close();
                  }}
                />
              </Dialog>
            )}
          </section>
        )
      }
    </Loading>
  );
}
