import { t } from '../i18n.ts';
import { api, call } from './api.ts';
import { Dialog } from './kit/dialog.tsx';
import { Form, PasswordInput } from './kit/form.tsx';
import { useLoad } from './load.ts';
import { OidcButton } from './oidc.tsx';

interface ConfirmationProps {
  email: string;
  onAnswer: (confirmed: boolean) => void;
}

/** Asks for the password again, before a call is repeated that needs a recent sign-in. */
export function Confirmation({ email, onAnswer }: ConfirmationProps) {
  const { data: door } = useLoad(async (signal) => call(() => api.GET('/front-door', { signal })));
  const oidc = door?.oidc;
  if (oidc?.only) {
    return (
      <Dialog title={t('confirm.title')} onClose={() => onAnswer(false)}>
        <p class="lead">{t('oidc.confirm')}</p>
        <OidcButton name={oidc.name} confirms />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('confirm.title')} onClose={() => onAnswer(false)}>
      <p class="lead">{t('confirm.lead')}</p>
      <Form
        send={t('confirm.send')}
        blame={{ wrong_credentials: 'password' }}
        onCancel={() => onAnswer(false)}
        onSend={async (value) => {
          const password = value('password');
          await call(() => api.POST('/session/confirm', { body: { password } }));
          onAnswer(true);
        }}
      >
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput />
      </Form>
      {oidc && (
        <>
          <p class="note">{t('oidc.confirm')}</p>
          <OidcButton name={oidc.name} confirms />
        </>
      )}
    </Dialog>
  );
}
