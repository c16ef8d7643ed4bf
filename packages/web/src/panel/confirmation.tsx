import { t } from '../i18n.ts';
import { api, call } from './api.ts';
import { Dialog } from './kit/dialog.tsx';
import { Form, PasswordInput } from './kit/form.tsx';

interface ConfirmationProps {
  email: string;
  onAnswer: (confirmed: boolean) => void;
}

/** Asks for the password again, before a call is repeated that needs a recent sign-in. */
export const Confirmation = ({ email, onAnswer }: ConfirmationProps) => (
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
  </Dialog>
);
