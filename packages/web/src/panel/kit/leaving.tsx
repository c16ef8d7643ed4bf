import { useEffect, useRef, useState } from 'preact/hooks';
import { useUnsaved } from '../../kit/unsaved.ts';
import { t } from '../../i18n.ts';
import { useStay } from '../stay.ts';
import { Dialog } from './dialog.tsx';

/** Link of the panel or of another page in which somebody has clicked, to go there in this tab. */
function linkOf({
  target,
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent): HTMLAnchorElement | undefined {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  const link = (target as Element).closest('a');
  return link?.href.startsWith('http') && link.target === '' && !link.download ? link : undefined;
}

interface LeavingProps {
  /** Something would be lost. */
  isAtRisk: boolean;
  /** Says what would be lost. */
  note: string;
}

/** Asks before the page is left by a link, by going back, by closing or reloading it, while something would be lost. */
export function Leaving({ isAtRisk, note }: LeavingProps) {
  const [leave, setLeave] = useState<() => void>();
  const isFree = useRef(false);
  const ask = (go: () => void): void =>
    setLeave(() => () => {
      isFree.current = true;
      go();
    });
  useUnsaved(isAtRisk);
  const release = useStay(() => ask(() => (release(), history.back())), isAtRisk);
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const click = (event: MouseEvent): void => {
      const link = linkOf(event);
      if (!link || isFree.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(() => link.click());
    };
    addEventListener('click', click, true);
    return () => removeEventListener('click', click, true);
  }, [isAtRisk]);
  if (!leave) return null;
  return (
    <Dialog title={t('leaving.title')} onClose={() => setLeave(undefined)}>
      <p class="lead">{note}</p>
      <div class="buttons">
        <button type="button" class="main" onClick={() => setLeave(undefined)}>
          {t('leaving.stay')}
        </button>
        <button type="button" onClick={leave}>
          {t('leaving.go')}
        </button>
      </div>
    </Dialog>
  );
}
