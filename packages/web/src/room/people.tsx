import type { Participants } from '@tempshare/sdk/open';
import { Name } from '../kit/names.tsx';
import { locale, t } from '../i18n.ts';

const MOST = 12;

const times = (count: number): string =>
  count > 1 ? ` × ${new Intl.NumberFormat(locale()).format(count)}` : '';

/** The guests who are here, as far as they said how they are called. Several may say the same. */
export function People({ names, unnamed }: Participants) {
  const several = Array.from(new Set(names), (name) => ({
    name,
    count: names.filter((other) => other === name).length,
  }));
  return (
    <ul class="people" aria-label={t('room.people')}>
      <li aria-hidden="true">{t('room.people')}</li>
      {several.slice(0, MOST).map(({ name, count }) => (
        <li key={name}>
          <Name of={name} />
          {times(count)}
        </li>
      ))}
      {several.length > MOST && <li>…</li>}
      {unnamed > 0 && (
        <li>
          {t('room.guest')}
          {times(unnamed)}
        </li>
      )}
      {several.length + unnamed === 0 && <li>–</li>}
    </ul>
  );
}
