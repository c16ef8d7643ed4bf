import type { Participants } from '@tempshare/sdk/open';
import { Theirs } from '../kit/card.tsx';
import { locale, t } from '../i18n.ts';

const MOST = 12;

/** Who is here, as far as they said how they are called. */
export function People({ names, unnamed }: Participants) {
  const several = [...new Set(names)];
  return (
    <ul class="people" aria-label={t('room.people')}>
      <li aria-hidden="true">{t('room.people')}</li>
      {several.slice(0, MOST).map((name) => (
        <li key={name}>
          <Theirs>{name}</Theirs>
        </li>
      ))}
      {several.length > MOST && <li>…</li>}
      {unnamed > 0 && (
        <li>
          {t('room.guest')}
          {unnamed > 1 && ` × ${new Intl.NumberFormat(locale()).format(unnamed)}`}
        </li>
      )}
      {several.length + unnamed === 0 && <li>–</li>}
    </ul>
  );
}
