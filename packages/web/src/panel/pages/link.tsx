import { useLocation } from 'preact-iso';
import { useContext, useState } from 'preact/hooks';
import type { components } from '@tempshare/contract/account/types';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { EmailInput, Form, Input, PasswordInput } from '../kit/form.tsx';
import { CODE_BLAME, useCode } from '../kit/code.tsx';
import { CardPage, Loading } from '../kit/page.tsx';
import { useLoad } from '../load.ts';
import { TakeSession, type Session } from '../session.tsx';
import { forgetToken, linkToken } from '../token.ts';
import { exact } from '../times.tsx';

type LinkPurpose = components['schemas']['LinkPurpose'];

/** A one-time link: set-up, an invitation, a new password, or another e-mail address. Looking at it consumes nothing. */
export default function LinkPage() {
  const take = useContext(TakeSession);
  const token = linkToken();
  const { route } = useLocation();
  const [isChanged, setChanged] = useState(false);
  const link = useLoad(
    async (signal) => call(() => api.POST('/links/inspect', { body: { token: token ?? '' }, signal })),
    [],
  );
  const done = (session: Session): void => {
    forgetToken();
    take(session);
    route(at('/'), true);
  };
  if (isChanged) return <Ended title={t('email.changed')} lead={t('email.changed.lead')} />;
  if (token === undefined) return <Ended title={t('link.missing')} lead={t('link.missing.lead')} />;
  if (link.refused?.kind === 'invalid_link' || link.refused?.kind === 'unexpected')
    return <Ended title={t('problem.invalid_link')} lead={t('link.ended.lead')} />;
  if (!link.data) {
    return (
      <CardPage title={t('panel.title')}>
        <Loading of={link}>{() => undefined}</Loading>
      </CardPage>
    );
  }
  return <Accept token={token} link={link.data} done={done} onChanged={() => setChanged(true)} />;
}

const Ended = ({ title, lead }: { title: string; lead: string }) => (
  <CardPage title={title} lead={lead}>
    <div class="buttons">
      <a class="button" href={at('/')}>
        {t('signin.title')}
      </a>
    </div>
  </CardPage>
);

interface AcceptProps {
  token: string;
  link: LinkPurpose;
  done: (session: Session) => void;
  /** The e-mail address is changed. */
  onChanged: () => void;
}

function Accept(props: AcceptProps) {
  switch (props.link.purpose) {
    case 'set-up':
      return <SetUp {...props} />;
    case 'invitation':
      return <Invitation {...props} />;
    case 'reset':
      return <Reset {...props} />;
    case 'email':
      return <ConfirmEmail {...props} />;
  }
}

const Until = ({ expiresAt }: Pick<LinkPurpose, 'expiresAt'>) => (
  <p class="note">{t('link.until', { when: exact(expiresAt) })}</p>
);

const SetUp = ({ token, link, done }: AcceptProps) => (
  <CardPage title={t('setup.title')} lead={t('setup.lead')}>
    <Form
      send={t('setup.send')}
      blame={{ weak_password: 'password' }}
      onSend={async (value) => {
        const accountName = value('accountName').trim();
        const body = {
          ...{ token, email: value('email'), name: value('name') },
          ...{ password: value('password'), ...(accountName && { accountName }) },
        };
        done(await call(() => api.POST('/set-up', { body })));
      }}
    >
      <EmailInput />
      <Input name="name" label={t('field.name')} autoComplete="name" maxLength={100} />
      <PasswordInput isNew />
      <Input
        name="accountName"
        label={t('field.team')}
        autoComplete="organization"
        maxLength={100}
        isOptional
      />
    </Form>
    <Until {...link} />
  </CardPage>
);

const Invitation = ({ token, link, done }: AcceptProps) => (
  <CardPage
    title={t('join.title', { team: link.accountName ?? '' })}
    lead={link.role && t('join.lead', { role: t(`role.${link.role}`) })}
  >
    <Form
      send={t('join.send')}
      blame={{ weak_password: 'password', email_taken: 'email' }}
      onSend={async (value) => {
        const body = {
          ...{ token, email: value('email'), name: value('name') },
          ...{ password: value('password') },
        };
        done(await call(() => api.POST('/links/accept-invitation', { body })));
      }}
    >
      <EmailInput defaultValue={link.email ?? ''} />
      <Input name="name" label={t('field.name')} autoComplete="name" maxLength={100} />
      <PasswordInput isNew />
    </Form>
    <Until {...link} />
  </CardPage>
);

function Reset({ token, link, done }: AcceptProps) {
  const code = useCode();
  return (
    <CardPage title={t('reset.title')} lead={link.email && <bdi>{link.email}</bdi>}>
      <Form
        send={t('reset.send')}
        blame={{ weak_password: 'password', ...CODE_BLAME }}
        onSend={async (value) => {
          const body = { token, password: value('password'), ...code.bodyOf(value('code')) };
          done(await code.asking(() => call(() => api.POST('/links/reset-password', { body }))));
        }}
      >
        <input type="text" autoComplete="username" value={link.email ?? ''} readOnly hidden />
        <PasswordInput isNew />
        {code.field}
      </Form>
      <p class="note">{t('reset.note')}</p>
      <Until {...link} />
    </CardPage>
  );
}

const ConfirmEmail = ({ token, link, onChanged }: AcceptProps) => (
  <CardPage title={t('email.confirm.title')} lead={t('email.confirm.lead', { email: link.email ?? '' })}>
    <Form
      send={t('email.confirm.send')}
      onSend={async () => {
        await call(() => api.POST('/links/confirm-email', { body: { token } }));
        forgetToken();
        onChanged();
      }}
    />
    <Until {...link} />
  </CardPage>
);
