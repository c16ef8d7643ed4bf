import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import { EmailInput, Form } from '../kit/form.tsx';
import { useLoad } from '../load.ts';

/** Another e-mail address, which a mailed link confirms. Nothing where the server sends no mail. */
export function EmailChange() {
  const { data: door } = useLoad((signal) => call(() => api.GET('/front-door', { signal })));
  const [sentTo, setSentTo] = useState('');
  if (!door?.mail || door.oidc?.only) return null;
  return (
    <section class="panel-card" aria-labelledby="email">
      <h2 id="email">{t('field.email')}</h2>
      <Form
        key={sentTo}
        send={t('email.change')}
        onSend={async (value) => {
          const email = value('email').trim();
          await call(() => api.POST('/user/email', { body: { email } }));
          setSentTo(email);
        }}
      >
        <EmailInput label={t('email.new')} autoComplete="email" />
      </Form>
      <p role="status">{sentTo && t('email.sent', { email: sentTo })}</p>
    </section>
  );
}
