import type { components } from '@tempshare/contract/account/types';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input, Select, type ValueOf } from '../kit/form.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { RowButton, Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { useSession } from '../session.tsx';
import { amountOf, FIGURES, QuotaBars } from './quota-bars.tsx';

type Quotas = components['schemas']['Quotas'];
type Limits = components['schemas']['QuotaLimits'];
type Member = components['schemas']['MemberQuota'];

const MEGABYTE = 1_000_000;

/** Quotas of the team and of each member, and how much of them is used. */
export default function QuotasPage() {
  const { may } = useSession();
  const quotas = useLoad((signal) => call(() => api.GET('/quotas', { signal })));
  const [member, setMember] = useState<Member>();
  const close = (): void => setMember(undefined);
  return (
    <Page title={t('nav.quotas')} lead={t('quotas.lead')}>
      <Loading of={quotas}>
        {(state) => (
          <>
            {may('setQuotas') ? (
              <Team of={state} onDone={quotas.reload} />
            ) : (
              <section class="panel-card">
                <h2>{t('quotas.team')}</h2>
                <QuotaBars of={state.account} />
              </section>
            )}
            <section class="panel-card">
              <MemberTable members={state.members} onEdit={setMember} />
            </section>
          </>
        )}
      </Loading>
      {member && (
        <MemberDialog
          member={member}
          onClose={close}
          onDone={async () => {
            await quotas.reload();
            close();
          }}
        />
      )}
    </Page>
  );
}

function Team({ of: { account, memberDefault }, onDone }: { of: Quotas; onDone: () => Promise<void> }) {
  const [saved, setSaved] = useState('');
  return (
    <section class="panel-card">
      <Form
        send={t('quotas.save')}
        onSend={async (value) => {
          setSaved('');
          const body = { account: limitsOf(value, 'team'), memberDefault: limitsOf(value, 'each') };
          await call(() => api.PUT('/quotas', { body }));
          setSaved(t('quotas.saved'));
          await onDone();
        }}
      >
        <fieldset class="scopes">
          <legend>{t('quotas.team')}</legend>
          <LimitInputs of={account.limits} name="team" />
        </fieldset>
        <QuotaBars of={account} />
        <fieldset class="scopes">
          <legend>{t('quotas.each')}</legend>
          <LimitInputs of={memberDefault} name="each" />
        </fieldset>
      </Form>
      <p role="status">{saved}</p>
    </section>
  );
}

/** Fields of the three quotas. */
const LimitInputs = ({ of: { items, bytes, uploads }, name }: { of: Limits; name: string }) => (
  <>
    <LimitInput name={`${name}.items`} label={t('quota.items')} value={items} />
    <LimitInput
      name={`${name}.bytes`}
      label={t('quotas.bytes')}
      value={bytes === null ? null : bytes / MEGABYTE}
      pattern="\d{1,9}([.,]\d{1,6})?"
    />
    <LimitInput
      name={`${name}.uploads`}
      label={t('quotas.uploads')}
      value={uploads}
      note={t('quotas.uploads.note')}
    />
  </>
);

interface LimitInputProps {
  name: string;
  label: string;
  value: number | null;
  pattern?: string;
  note?: string;
}

const LimitInput = ({ value, ...input }: LimitInputProps) => (
  <Input
    isOptional
    inputMode="decimal"
    autoComplete="off"
    pattern="\d{1,6}|1000000"
    defaultValue={value === null ? '' : String(value)}
    {...input}
  />
);

/** The quotas in the fields with this name. An empty one is no limit. */
function limitsOf(value: ValueOf, name: string): Limits {
  const numberOf = (figure: string): number | null => {
    const text = value(`${name}.${figure}`).trim();
    return text === '' ? null : Number(text.replace(',', '.'));
  };
  const megabytes = numberOf('bytes');
  return {
    items: numberOf('items'),
    bytes: megabytes === null ? null : Math.round(megabytes * MEGABYTE),
    uploads: numberOf('uploads'),
  };
}

function MemberTable({ members, onEdit }: { members: readonly Member[]; onEdit: (member: Member) => void }) {
  const { may } = useSession();
  return (
    <Table
      caption={t('nav.members')}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('field.name'),
          cell: ({ name, email, isOwn }) => (
            <>
              <b>
                <bdi>{name}</bdi>
              </b>{' '}
              {isOwn && <span class="chip mute">{t('quotas.own')}</span>}
              <small>
                <bdi>{email}</bdi>
              </small>
            </>
          ),
        },
        ...FIGURES.map((figure) => ({
          title: t(`quota.${figure}`),
          isTitled: true,
          cell: (member: Member) => amountOf(figure, member),
        })),
        ...(may('setMemberQuota')
          ? [
              {
                title: t('keys.actions'),
                isUnseen: true,
                cell: (member: Member) => (
                  <RowButton text={t('quotas.member')} name={member.name} onClick={() => onEdit(member)} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function MemberDialog({ member: { id, name, isOwn, limits }, onClose, onDone }: MemberDialogProps) {
  const [own, setOwn] = useState(isOwn);
  return (
    <Dialog title={t('quotas.member.label', { name })} onClose={onClose}>
      <Form
        send={t('quotas.save')}
        onCancel={onClose}
        onSend={async (value) => {
          const body = { limits: own ? limitsOf(value, 'own') : null };
          await call(() => api.PUT('/members/{id}/quotas', { params: { path: { id } }, body }));
          await onDone();
        }}
      >
        <Select
          name="applies"
          label={t('quotas.applies')}
          value={own ? 'own' : 'same'}
          onValue={(value) => setOwn(value === 'own')}
          options={[
            ['same', t('quotas.same')],
            ['own', t('quotas.own')],
          ]}
        />
        {own && <LimitInputs of={limits} name="own" />}
      </Form>
    </Dialog>
  );
}
