import { t } from '../i18n.ts';
import { api, call } from './api.ts';
import { CODE_BLAME, useCode } from './kit/code.tsx';
import { Dialog } from './kit/dialog.tsx';
import { Form, PasswordInput } from './kit/form.tsx';
import { OtherWay } from './kit/other-way.tsx';
import { useLoad } from './load.ts';
import { OidcButton } from './oidc.tsx';
import { confirmByPasskey, obstacleOf } from './passkey.ts';
import type { Session } from './session.tsx';

interface ConfirmationProps {
  session: Session;
  onAnswer: (confirmed: boolean) => void;
}

interface Ways {
  code: boolean;
  passkey: boolean;
  /** The identity provider, if one is configured. */
  oidc: { name: string; only: boolean } | null;
}

/** Ways to confirm that this person has here. */
async function loadWays(signal: AbortSignal): Promise<Ways> {
  const [door, { enabled }, { passkeys }] = await Promise.all([
    call(() => api.GET('/front-door', { signal })),
    call(() => api.GET('/second-factor', { signal })),
    call(() => api.GET('/passkeys', { signal })),
  ]);
  const passkey = passkeys.length > 0 && obstacleOf(door) === undefined;
  return { code: enabled, passkey, oidc: door.oidc };
}

/**
 * Asks again who it is, before a call is repeated that needs a recent sign-in: password and second factor, a passkey, or
 * the identity provider.
 */
export function Confirmation({ session, onAnswer }: ConfirmationProps) {
  const ways = useLoad(loadWays).data;
  const code = useCode(ways?.code);
  const oidc = ways?.oidc;
  const byPassword = session.hasPassword && !oidc?.only;
  return (
    <Dialog title={t('confirm.title')} onClose={() => onAnswer(false)}>
      {byPassword && (
        <>
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
            <input
              type="text"
              name="email"
              autoComplete="username"
              value={session.user.email}
              readOnly
              hidden
            />
            <PasswordInput />
            {code.field}
          </Form>
        </>
      )}
      {ways?.passkey && (
        <OtherWay
          text={t('confirm.passkey')}
          onPress={async () => {
            await confirmByPasskey();
            onAnswer(true);
          }}
        />
      )}
      {oidc && (
        <>
          <p class={byPassword ? 'note' : 'lead'}>{t('oidc.confirm')}</p>
          <OidcButton name={oidc.name} confirms />
        </>
      )}
    </Dialog>
  );
}
