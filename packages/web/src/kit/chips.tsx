import type { LinkInfo } from '@tempshare/sdk/open';
import { useEffect, useState } from 'preact/hooks';
import { t, whenIs } from '../i18n.ts';
import { Chip } from './card.tsx';

const OFTEN_MS = 20_000;

/** The time, which goes on while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), OFTEN_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Who can read it, how often, and for how long. */
export function Chips({
  encryption,
  oneTime,
  expiresAt,
}: Pick<LinkInfo, 'encryption' | 'expiresAt'> & { oneTime?: boolean }) {
  const now = useNow();
  return (
    <ul class="chips">
      <Chip tone="calm">{t(encryption === 'e2e' ? 'chip.e2e' : 'chip.server')}</Chip>
      {oneTime && <Chip tone="soon">{t('chip.once')}</Chip>}
      {expiresAt !== null && (
        <Chip tone="soon">{t('chip.expires', { when: whenIs(Date.parse(expiresAt) - now) })}</Chip>
      )}
    </ul>
  );
}
