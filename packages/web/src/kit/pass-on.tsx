import { useState } from 'preact/hooks';
import { later } from '../later.ts';
import { t } from '../i18n.ts';
import { copyText } from './copy.ts';

interface PassOnProps {
  link: string;
  note?: string;
  /** The link was shared or copied, or its picture is shown. */
  onTaken?: () => void;
}

/** Takes a link elsewhere: to another device by its picture, to somebody else by whatever this device has for it. */
export function PassOn({ link, note, onTaken = () => undefined }: PassOnProps) {
  const [picture, setPicture] = useState({ path: '', size: 0 });
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => setSaid((await copyText(link)) ? (onTaken(), t('copied')) : link);
  const draw = (): Promise<void> =>
    later('qr', () => import('../parts/qr.ts')).then(
      ({ outline }) => {
        setPicture(outline(link));
        onTaken();
      },
      () => setSaid(t('away.ask')),
    );
  return (
    <details class="pass" onToggle={({ currentTarget }) => void (currentTarget.open && draw())}>
      <summary>{t('pass.title')}</summary>
      {note && <p>{note}</p>}
      <svg class="qr" role="img" aria-label={t('pass.qr')} viewBox={`0 0 ${picture.size} ${picture.size}`}>
        <path d={picture.path} shape-rendering="crispEdges" />
      </svg>
      <div class="buttons">
        {'share' in navigator && (
          <button
            type="button"
            onClick={() => void navigator.share({ url: link }).then(onTaken, () => undefined)}
          >
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
