import type { components } from '@tempshare/contract/account/types';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useUnsaved } from '../../kit/unsaved.ts';
import { carriedDraft } from '../carried.ts';
import { t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { EmailInput, Form, PasswordInput } from '../kit/form.tsx';
import { CODE_BLAME, useCode } from '../kit/code.tsx';
import { CardPage } from '../kit/page.tsx';
import { OtherWay } from '../kit/other-way.tsx';
import { OidcButton } from '../oidc.tsx';
import { useLoad } from '../load.ts';
import { obstacleOf, signInByPasskey } from '../passkey.ts';
import type { Session } from '../session.tsx';
import type { Stranger } from './send-draft.ts';

type FrontDoor = components['schemas']['FrontDoor'];

interface SignInProps {
  /** There was a session, which is over. */
  hasEnded: boolean;
  /** At the first page: who may send from here is said, or without an account sends here. */
  isStart: boolean;
  renderSend: (stranger: Stranger) => ComponentChildren;
  onSession: (session: Session) => void;
}

/** Sign-in, at the address of the page that was wanted: it is there afterwards. */
export function SignIn({ hasEnded, isStart, renderSend, onSession }: SignInProps) {
  const { data: door, refused } = useLoad(async (signal) => call(() => api.GET('/front-door', { signal })));
  const [forgot, setForgot] = useState(false);
  const [signsIn, setSignsIn] = useState(false);
  // A provider's page is another document, in which nothing of this one is kept.
  useUnsaved((signsIn || hasEnded) && carriedDraft() !== undefined);
  // Without the server's word it is not known which way in to show: one that is away lets the form say so.
  if (!door && !refused) {
    return (
      <main class="middle">
        <p class="lead waiting">{t('wait')}</p>
      </main>
    );
  }
  if (door?.needsSetUp) return <WaitsForSetUp />;
  if (door?.anonymous && isStart && !hasEnded && !signsIn)
    return renderSend({ limits: door.anonymous, onSignIn: () => setSignsIn(true) });
  const who = isStart && door && !door.anonymous && <p class="note">{t('anonymous.members')}</p>;
  const oidc = door?.oidc;
  if (door?.accounts === false && !oidc)
    return <CardPage title={t('signin.off')} lead={t('signin.off.lead')} />;
  if (forgot && door?.mail && !oidc?.only) return <ForgotPassword onBack={() => setForgot(false)} />;
  return (
    <CardPage
      title={t('signin.title')}
      lead={hasEnded ? t('signin.ended') : t('signin.lead', { host: location.host })}
    >
      {oidc?.only ? (
        <OidcButton name={oidc.name} />
      ) : (
        <ByPassword door={door} forgot={forgot} onForgot={() => setForgot(true)} onSession={onSession}>
          {who}
        </ByPassword>
      )}
      {oidc?.only && who}
    </CardPage>
  );
}

const WaitsForSetUp = () => (
  <CardPage title={t('setup.waiting')} lead={t('setup.where')}>
    <p>{t('setup.again')}</p>
    <pre class="value" tabIndex={0} dir="ltr">
      npm run admin -- set-up-link
    </pre>
  </CardPage>
);

interface ByPasswordProps extends Pick<SignInProps, 'onSession'> {
  door: FrontDoor | undefined;
  forgot: boolean;
  onForgot: () => void;
  /** Stands below all ways in. */
  children: ComponentChildren;
}

/** The form, and below it the other ways in. */
function ByPassword({ door, forgot, onForgot, onSession, children }: ByPasswordProps) {
  const oidc = door?.oidc;
  const code = useCode();
  return (
    <>
      <Form
        send={t('signin.send')}
        blame={{ wrong_credentials: 'password', ...CODE_BLAME }}
        {...(code.isAsked && { onCancel: code.reset })}
        onSend={async (value) => {
          const body = {
            ...{ email: value('email'), password: value('password') },
            ...code.bodyOf(value('code')),
          };
          onSession(await code.asking(() => call(() => api.POST('/session', { body }))));
        }}
      >
        {/* Address and password are sent again with the code. */}
        <div hidden={code.isAsked}>
          <EmailInput />
          <PasswordInput />
        </div>
        {code.field}
      </Form>
      {!code.isAsked && (
        <>
          {door && obstacleOf(door) === undefined && (
            <OtherWay text={t('signin.passkey')} onPress={async () => onSession(await signInByPasskey())} />
          )}
          {forgot ? (
            <p class="note" role="status">
              {t('signin.forgot.lead')}
            </p>
          ) : (
            <button type="button" class="plain" onClick={onForgot}>
              {t('signin.forgot')}
            </button>
          )}
        </>
      )}
      {oidc && !code.isAsked && (
        <>
          <p class="note">{t('oidc.or')}</p>
          <OidcButton name={oidc.name} />
        </>
      )}
      {!code.isAsked && children}
    </>
  );
}

/** Asks for a link by mail. The page says the same whoever has the address. */
function ForgotPassword({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <CardPage
      title={t(sentTo === undefined ? 'signin.forgot' : 'forgot.sent')}
      lead={sentTo === undefined ? t('forgot.lead') : t('forgot.sent.lead', { email: sentTo })}
    >
      {sentTo === undefined && (
        <Form
          send={t('forgot.send')}
          onSend={async (value) => {
            const email = value('email').trim();
            await call(() => api.POST('/password-reset', { body: { email } }));
            setSentTo(email);
          }}
        >
          <EmailInput />
        </Form>
      )}
      <button type="button" class="plain" onClick={onBack}>
        {t('oidc.back')}
      </button>
    </CardPage>
  );
}
