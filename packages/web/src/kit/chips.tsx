import type { LinkInfo } from '@tempshare/sdk/open';
import { useEffect, useState } from 'preact/hooks';
import { keepTime, serverNow } from '../clock.ts';
import { t, whenIs } from '../i18n.ts';
import { Chip } from './card.tsx';

const OFTEN_MS = 20_000;

/** The server's time, which goes on while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const tick = (): void => void keepTime().then(() => setNow(serverNow()));
    const timer = setInterval(tick, OFTEN_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Readers, views and lifetime of an item. */
export function Chips({
  encryption,
  oneTime,
  expiresAt,
}: Pick<LinkInfo, 'encryption' | 'expiresAt'> & { oneTime?: boolean }) {
  const now = useNow();
  const left = expiresAt === null ? undefined : Date.parse(expiresAt) - now;
  return (
    <ul class="chips">
      <Chip tone="calm">{t(encryption === 'e2e' ? 'chip.e2e' : 'chip.server')}</Chip>
      {oneTime && <Chip tone="soon">{t('chip.once')}</Chip>}
      {left !== undefined && (
        <Chip tone="soon">{left > 0 ? t('chip.expires', { when: whenIs(left) }) : t('chip.over')}</Chip>
      )}
    </ul>
  );
}
