import { useState } from 'preact/hooks';
import { later } from '../later.ts';
import { t } from '../i18n.ts';
import { copyText } from './copy.ts';

/** Takes a link elsewhere: to another device by its picture, to somebody else by whatever this device has for it. */
export function PassOn({ link, note }: { link: string; note?: string }) {
  const [picture, setPicture] = useState({ path: '', size: 1 });
  const [said, setSaid] = useState('');
  const draw = async (): Promise<void> => {
    setSaid('');
    try {
      const { outline } = await later('qr', () => import('../parts/qr.ts'));
      setPicture(outline(link));
    } catch {
      setSaid(t('away.ask'));
    }
  };
  const copy = async (): Promise<void> => setSaid((await copyText(link)) ? t('copied') : link);
  // The device itself reports a cancelled share.
  const share = (): Promise<void> => navigator.share({ url: link }).catch(() => undefined);
  return (
    <details class="pass" onToggle={({ currentTarget }) => void (currentTarget.open && draw())}>
      <summary>{t('pass.title')}</summary>
      {note && <p>{note}</p>}
      <svg class="qr" role="img" aria-label={t('pass.qr')} viewBox={`0 0 ${picture.size} ${picture.size}`}>
        <path d={picture.path} shape-rendering="crispEdges" />
      </svg>
      <div class="buttons">
        {'share' in navigator && (
          <button type="button" onClick={() => void share()}>
            {t('pass.share')}
          </button>
        )}
        <button type="button" onClick={() => void copy()}>
          {t('pass.copy')}
        </button>
      </div>
      <p class="said" role="status">
        {said}
      </p>
    </details>
  );
}
