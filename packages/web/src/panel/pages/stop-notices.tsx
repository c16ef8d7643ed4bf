import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { Form } from '../kit/form.tsx';
import { CardPage } from '../kit/page.tsx';
import { linkToken } from '../token.ts';

/** The link of a notice: stops notices when the person says so. Mail scanners that open it stop nothing. */
export default function StopNotices() {
  const token = linkToken();
  const [isStopped, setStopped] = useState(false);
  if (token === undefined) return <CardPage title={t('link.missing')} lead={t('stop.missing')} />;
  if (isStopped)
    return (
      <CardPage title={t('stop.done')} lead={t('stop.done.lead')}>
        <div class="buttons">
          <a class="button" href={at('/account')}>
            {t('nav.account')}
          </a>
        </div>
      </CardPage>
    );
  return (
    <CardPage title={t('stop.title')} lead={t('stop.lead')}>
      <Form
        send={t('stop.send')}
        onSend={async () => {
          await call(() => api.POST('/notices/stop', { params: { query: { token } } }));
          setStopped(true);
        }}
      />
    </CardPage>
  );
}
