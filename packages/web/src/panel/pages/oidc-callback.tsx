import { useLocation } from 'preact-iso';
import { useContext, useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call, Refused } from '../api.ts';
import { CardPage } from '../kit/page.tsx';
import { sentenceOf } from '../kit/refusal.tsx';
import { asRefused } from '../load.ts';
import { takeResponse, takeWanted } from '../oidc.tsx';
import { TakeSession } from '../session.tsx';

/** Finishes a sign-in at the identity provider, in a call of its own: no other site can make the browser send it. */
export default function OidcCallback() {
  const take = useContext(TakeSession);
  const { route } = useLocation();
  const [refused, setRefused] = useState<Refused>();
  useEffect(() => {
    const finish = async (): Promise<void> => {
      const { state, code, iss, error } = takeResponse() ?? {};
      if (state === undefined) throw new Refused('sign_in_expired');
      const rest = Object.entries({ code, iss, error }).filter(([, value]) => value !== undefined);
      const body = { state, ...(Object.fromEntries(rest) as Record<string, string>) };
      take(await call(() => api.POST('/session/oidc', { body })));
      route(takeWanted(), true);
    };
    finish().catch((error: unknown) => setRefused(asRefused(error)));
  }, []);
  if (!refused) return <CardPage title={t('oidc.finishing')} lead={t('wait')} />;
  return (
    <CardPage title={t('oidc.refused')} lead={sentenceOf(refused)}>
      <div class="buttons">
        <a class="button" href={at('/')}>
          {t('oidc.back')}
        </a>
      </div>
    </CardPage>
  );
}
