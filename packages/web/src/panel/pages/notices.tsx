import { limits } from '@tempshare/contract/account/constants';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { Form } from '../kit/form.tsx';
import { Loading } from '../kit/page.tsx';
import { useLoad } from '../load.ts';
import { useSession } from '../session.tsx';

const KINDS = ['opened', 'expired', 'finished', 'arrived'] as const;

/** Which notices by mail the person gets. Nothing where the server sends no mail. */
export function Notices() {
  const list = useLoad((signal) => call(() => api.GET('/notices', { signal })));
  const [saved, setSaved] = useState('');
  if (!list.data?.mail) return null;
  return (
    <section class="panel-card" aria-labelledby="notices">
      <h2 id="notices">{t('notices.title')}</h2>
      <p class="note">{t('notices.lead')}</p>
      <Loading of={list}>
        {(notices) => (
          <>
            {!notices.confirmed && <Unconfirmed />}
            <Form
              send={t('account.save')}
              onSend={async (value) => {
                setSaved('');
                const body = Object.fromEntries(KINDS.map((kind) => [kind, value(kind) === 'on']));
                await call(() => api.PATCH('/notices', { body }));
                setSaved(t('account.saved'));
              }}
            >
              <fieldset class="scopes">
                <legend>{t('notices.legend')}</legend>
                {KINDS.map((kind) => (
                  <label key={kind} class="check">
                    <input type="checkbox" name={kind} defaultChecked={notices[kind]} />
                    <span>{t(`notices.${kind}`)}</span>
                  </label>
                ))}
              </fieldset>
              <small>{t('notices.limit', { limit: limits.noticesPerDay })}</small>
            </Form>
          </>
        )}
      </Loading>
      <p role="status">{saved}</p>
    </section>
  );
}

/** Says that the address is to be confirmed, and mails the link that does. */
function Unconfirmed() {
  const { user } = useSession();
  const [sent, setSent] = useState(false);
  return (
    <>
      <Form
        send={t('notices.confirm')}
        onSend={async () => {
          await call(() => api.POST('/user/email', { body: { email: user.email } }));
          setSent(true);
        }}
      >
        <p>{t('notices.unconfirmed', { email: user.email })}</p>
      </Form>
      <p role="status">{sent && t('notices.sent', { email: user.email })}</p>
    </>
  );
}
