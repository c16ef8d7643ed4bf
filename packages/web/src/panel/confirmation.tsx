import { t } from '../i18n.ts';
import { api, call } from './api.ts';
import { CODE_BLAME, useCode } from './kit/code.tsx';
import { Dialog } from './kit/dialog.tsx';
import { Form, PasswordInput } from './kit/form.tsx';
import { PasskeyButton } from './kit/passkey-button.tsx';
import { useLoad } from './load.ts';
import { confirmByPasskey, obstacleOf } from './passkey.ts';

interface ConfirmationProps {
  email: string;
  onAnswer: (confirmed: boolean) => void;
}

/** Ways to confirm that this person has here. */
async function loadWays(signal: AbortSignal): Promise<{ code: boolean; passkey: boolean }> {
  const [door, { enabled }, { passkeys }] = await Promise.all([
    call(() => api.GET('/front-door', { signal })),
    call(() => api.GET('/second-factor', { signal })),
    call(() => api.GET('/passkeys', { signal })),
  ]);
  return { code: enabled, passkey: passkeys.length > 0 && obstacleOf(door) === undefined };
}

/**
 * Asks for the password again, and for a code if there is a second factor, or for a passkey instead of both: before a call
 * is repeated that needs a recent sign-in.
 */
export function Confirmation({ email, onAnswer }: ConfirmationProps) {
  const ways = useLoad(loadWays).data;
  const code = useCode(ways?.code);
  return (
    <Dialog title={t('confirm.title')} onClose={() => onAnswer(false)}>
      <p class="lead">{t('confirm.lead')}</p>
      <Form
        send={t('confirm.send')}
        blame={{ wrong_credentials: 'password', ...CODE_BLAME }}
        onCancel={() => onAnswer(false)}
        onSend={async (value) => {
          const body = { password: value('password'), ...code.bodyOf(value('code')) };
          await code.asking(() => call(() => api.POST('/session/confirm', { body })));
          onAnswer(true);
        }}
      >
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput />
        {code.field}
      </Form>
      {ways?.passkey && (
        <PasskeyButton
          text={t('confirm.passkey')}
          onPress={async () => {
            await confirmByPasskey();
            onAnswer(true);
          }}
        />
      )}
    </Dialog>
  );
}
