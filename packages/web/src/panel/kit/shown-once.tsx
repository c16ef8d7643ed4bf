import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { copyText } from '../../kit/copy.ts';
import { useUnsaved } from '../../kit/unsaved.ts';
import { t } from '../../i18n.ts';
import { save } from '../../save.ts';
import { holdRefreshes } from '../api.ts';
import { useStay } from '../stay.ts';
import { Dialog } from './dialog.tsx';

interface ShownOnceProps {
  title: string;
  note: ComponentChildren;
  /** Label and text of what is shown: the first is the main one, and all of them contain it. */
  texts: readonly (readonly [label: string, text: string])[];
  /** Offers to save the main text under this name. */
  fileName?: string;
  /** Somebody has it already: closing asks nothing. */
  isSent?: boolean;
  onClose: () => void;
}

/**
 * Shows what the server returns only once. It is in memory alone: not in the address, the history, the title, or a page
 * that the browser keeps. Closing, going back or leaving asks for as long as nothing was copied or saved.
 */
export function ShownOnce({ title, note, texts, fileName, isSent = false, onClose }: ShownOnceProps) {
  const [copied, setCopied] = useState(isSent);
  const [asks, setAsks] = useState(false);
  const close = (): void => (copied ? onClose() : setAsks(true));
  const taken = (): void => {
    setCopied(true);
    setAsks(false);
  };
  const saveMain = (): void => {
    save(new Blob([`${texts[0]![1]}\n`], { type: 'text/plain' }), fileName!);
    taken();
  };
  useUnsaved(!copied);
  useEffect(() => holdRefreshes(), []);
  useStay(close);
  useLayoutEffect(() => {
    addEventListener('pagehide', onClose);
    return () => removeEventListener('pagehide', onClose);
  }, []);
  return (
    <Dialog title={title} onClose={close}>
      <p class="lead">{note}</p>
      {texts.map(([label, text], index) => (
        <Copyable key={label} {...{ label, text }} isMain={index === 0} onCopied={taken} />
      ))}
      <p class="wrong" role="alert">
        {asks && t('once.ask')}
      </p>
      <div class="buttons">
        {fileName && (
          <button type="button" onClick={saveMain}>
            {t('save')}
          </button>
        )}
        <button type="button" onClick={asks ? onClose : close}>
          {t(asks ? 'once.close' : 'once.done')}
        </button>
      </div>
    </Dialog>
  );
}

interface CopyableProps {
  label: string;
  text: string;
  isMain?: boolean;
  /** Has the focus when it appears, and is selected: Ctrl+C copies it. */
  isSelected?: boolean;
  onCopied?: () => void;
}

/** A text with a button that copies it. One that a browser does not let a page copy is selected, to be copied by hand. */
export function Copyable({ label, text, isMain = false, isSelected = false, onCopied }: CopyableProps) {
  const id = useId();
  const box = useRef<HTMLPreElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!isSelected) return;
    box.current!.focus();
    getSelection()?.selectAllChildren(box.current!);
  }, []);
  const taken = (): void => {
    setSaid(t('copied'));
    onCopied?.();
  };
  const copy = async (): Promise<void> => {
    if (await copyText(text)) {
      taken();
    } else {
      setSaid(t('once.select'));
      getSelection()?.selectAllChildren(box.current!);
    }
  };
  return (
    <div class="copyable">
      <span id={id}>{label}</span>
      <div class="line">
        <pre ref={box} class="value" tabIndex={0} dir="ltr" aria-labelledby={id} onCopy={taken}>
          {text}
        </pre>
        <button type="button" class={isMain ? 'main' : ''} aria-describedby={id} onClick={() => void copy()}>
          {t('copy')}
        </button>
      </div>
      <small role="status">{said}</small>
    </div>
  );
}
