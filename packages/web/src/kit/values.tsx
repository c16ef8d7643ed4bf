import { useRef, useState } from 'preact/hooks';
import { save } from '../save.ts';
import { t } from '../words.ts';

interface ValueProps {
  label: string;
  text: string;
  /** Shown only when asked for. */
  hidden?: boolean;
  /** Offers to save it under this name. */
  fileName?: string;
  /** Offers to choose how long lines are shown. */
  lines?: boolean;
}

const MASKED = '•'.repeat(16);

/** A text that somebody shared: to be looked at, copied or saved. */
export function Value({ label, text, hidden = false, fileName, lines }: ValueProps) {
  const [shown, setShown] = useState(!hidden);
  const [copied, setCopied] = useState(false);
  const [wrap, setWrap] = useState(true);
  const box = useRef<HTMLPreElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Not every browser allows it: it is shown and selected, to be copied by hand.
      setShown(true);
      queueMicrotask(() => getSelection()?.selectAllChildren(box.current!));
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 4_000);
  };
  return (
    <>
      <pre ref={box} class={`value${wrap ? '' : ' long'}`} tabIndex={0} aria-label={label} dir="auto">
        {shown ? text : <span aria-label={t('hidden')}>{MASKED}</span>}
      </pre>
      <div class="buttons">
        <button type="button" class="main" onClick={() => void copy()}>
          {t(copied ? 'copied' : 'copy')}
        </button>
        {hidden && (
          <button type="button" onClick={() => setShown(!shown)}>
            {t(shown ? 'hide' : 'show')}
          </button>
        )}
        {fileName && (
          <button type="button" onClick={() => save(new Blob([text], { type: 'text/plain' }), fileName)}>
            {t('save')}
          </button>
        )}
      </div>
      {lines && (
        <label class="check">
          <input type="checkbox" checked={wrap} onChange={() => setWrap(!wrap)} /> {t('wrap')}
        </label>
      )}
      <p role="status" class="unseen">
        {copied ? t('copied') : ''}
      </p>
    </>
  );
}
