import { useMemo, useRef, useState } from 'preact/hooks';
import { later } from '../later.ts';
import type { Token } from '../parts/colors.ts';
import { save } from '../save.ts';
import { t } from '../i18n.ts';
import { copyText } from './copy.ts';

interface ValueProps {
  label: string;
  text: string;
  /** Shown only when asked for. */
  hidden?: boolean;
  /** Offers to save it under this name. */
  fileName?: string;
  /** Offers to choose how lines are shown. */
  lines?: boolean;
  /** Marks the places where something was masked. */
  masked?: boolean;
}

const DOTS = '•'.repeat(16);
/** What stands in a debug share in place of a secret. */
const MASK = /(\[masked:[a-z\d-]{1,40}\])/;

type Colors = (texts: string[]) => Token[][];

/** A text that somebody shared: to be looked at, copied or saved. */
export function Value({ label, text, hidden = false, fileName, lines, masked }: ValueProps) {
  const [shown, setShown] = useState(!hidden);
  const [said, setSaid] = useState('');
  const [wrap, setWrap] = useState(true);
  const [colors, setColors] = useState<Colors>();
  const isColored = useRef(false);
  const box = useRef<HTMLPreElement>(null);
  const content = useMemo(() => pieces(text, masked, colors), [text, masked, colors]);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) {
      setSaid(t('copied'));
      setTimeout(() => setSaid(''), 4_000);
      return;
    }
    // It is shown and selected, to be copied by hand.
    setShown(true);
    queueMicrotask(() => getSelection()?.selectAllChildren(box.current!));
  };
  const color = async (wanted: boolean): Promise<void> => {
    isColored.current = wanted;
    try {
      const tokens = wanted && (await later('colors', () => import('../parts/colors.ts'))).tokens;
      setColors(() => (isColored.current && tokens) || undefined);
    } catch {
      setColors(undefined);
      setSaid(t('away.ask'));
    }
  };
  return (
    <>
      <pre ref={box} class={`value${wrap ? '' : ' long'}`} tabIndex={0} aria-label={label} dir="auto">
        {shown ? content : <span aria-label={t('hidden')}>{DOTS}</span>}
      </pre>
      <div class="buttons">
        <button type="button" class="main" onClick={() => void copy()}>
          {said === t('copied') ? said : t('copy')}
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
        <>
          <Check label={t('wrap')} checked={wrap} onCheck={setWrap} />
          <Check
            label={t('colors')}
            checked={colors !== undefined}
            onCheck={(wanted) => void color(wanted)}
          />
        </>
      )}
      <p role="status" class="unseen">
        {said}
      </p>
    </>
  );
}

function pieces(text: string, masked: boolean | undefined, colors: Colors | undefined) {
  // At every other place stands what was masked.
  const parts = masked ? text.split(MASK) : [text];
  const colored = colors?.(parts.filter((_, at) => at % 2 === 0));
  return parts.map((part, at) =>
    at % 2 === 1 ? <mark key={at}>{part}</mark> : (colored?.[at / 2]?.map(span) ?? part),
  );
}

const span = ([piece, kind]: Token) => (kind ? <span class={`c-${kind}`}>{piece}</span> : piece);

interface CheckProps {
  label: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

const Check = ({ label, checked, onCheck }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
    />{' '}
    {label}
  </label>
);
