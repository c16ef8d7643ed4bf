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
/** Characters that a browser lays out together: the time for one paragraph grows with the square of its length. */
const BLOCK = 2_000;
/** Characters of lines longer than a block that are laid out together where lines are not wrapped; more stay in blocks. */
const MOST_UNWRAPPED = 50 * BLOCK;
/** Mark in place of a secret in a debug share. */
const MASK = /(\[masked:[a-z\d-]{1,40}\])/;

type Colors = (texts: string[]) => Token[][];

/** Loads the colors of code when they are turned on. */
function useColors(onFailure: () => void) {
  const [colors, setColors] = useState<Colors>();
  const isColored = useRef(false);
  const color = async (wanted: boolean): Promise<void> => {
    isColored.current = wanted;
    try {
      const tokens = wanted && (await later('colors', () => import('../parts/colors.ts'))).tokens;
      setColors(() => (isColored.current && tokens) || undefined);
    } catch {
      setColors(undefined);
      onFailure();
    }
  };
  return [colors, color] as const;
}

/** A text that somebody shared: to be looked at, copied or saved. */
export function Value({ label, text, hidden = false, fileName, lines, masked }: ValueProps) {
  const [shown, setShown] = useState(!hidden);
  const [said, setSaid] = useState('');
  const [wrap, setWrap] = useState(true);
  const [colors, color] = useColors(() => setSaid(t('away.ask')));
  const box = useRef<HTMLPreElement>(null);
  const content = useMemo(() => blocks(text, pieces(text, masked, colors)), [text, masked, colors]);
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
  return (
    <>
      <pre
        ref={box}
        class={`value${wrap ? '' : ' long'}`}
        tabIndex={0}
        aria-label={label}
        dir="auto"
        onCopy={copyExactly}
      >
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

/** The kind of what was masked. */
const MASKED = 'masked';

function pieces(text: string, masked: boolean | undefined, colors: Colors | undefined): Token[] {
  // At every other place stands what was masked.
  const parts = masked ? text.split(MASK) : [text];
  const tokens = colors?.(parts.filter((_, at) => at % 2 === 0));
  return parts.flatMap((part, at): Token[] =>
    at % 2 === 1 ? [[part, MASKED]] : (tokens?.[at / 2] ?? [[part]]),
  );
}

/** The pieces in blocks, each of which is laid out by itself, and only where somebody has scrolled to. */
function blocks(text: string, tokens: Token[]) {
  const ends = endsOf(text);
  const all: Token[][] = ends.map(() => []);
  let [block, at] = [0, 0];
  for (const [piece, kind] of tokens) {
    for (let from = 0; from < piece.length;) {
      const taken = piece.slice(from, from + ends[block]! - at);
      all[block]!.push([taken, kind]);
      from += taken.length;
      at += taken.length;
      if (at === ends[block]) block += 1;
    }
  }
  const inLine = ends.map((end, number) => isInLine(text, ends[number - 1] ?? 0, end));
  const unwrapped = ends.reduce(
    (sum, end, number) => sum + (inLine[number] ? end - (ends[number - 1] ?? 0) : 0),
    0,
  );
  return all.map((pieces, number) => (
    <span key={number} class={inLine[number] && unwrapped <= MOST_UNWRAPPED ? 'block part' : 'block'}>
      {pieces.map(colored)}
    </span>
  ));
}

/** Whether a block begins or ends within a line. */
const isInLine = (text: string, from: number, end: number): boolean =>
  (from > 0 && text[from - 1] !== '\n') || (end < text.length && text[end - 1] !== '\n');

/** The end of each block of a text. */
function endsOf(text: string): number[] {
  const ends: number[] = [];
  for (let end = 0; end < text.length;) {
    end = text.length - end > BLOCK ? cutOf(text, end) : text.length;
    ends.push(end);
  }
  return ends;
}

/** The end of a block: behind a line, else a word, else a letter with all that belongs to it. */
function cutOf(text: string, from: number): number {
  const end = from + BLOCK;
  const part = text.slice(from, end);
  const at = part.lastIndexOf('\n') + 1 || part.lastIndexOf(' ') + 1;
  if (at > 0) return from + at;
  const goesOn = /^[\p{M}\u200d\udc00-\udfff]/u.test(text.slice(end, end + 2)) || part.endsWith('\u200d');
  const [letter = ''] = (goesOn && /[\p{L}\p{N}\p{S}][\p{M}\u200d]*\p{Surrogate}?$/u.exec(part)) || [];
  // A letter with marks without end is cut like any other text.
  return letter.length < part.length ? end - letter.length : end;
}

const colored = ([text, kind]: Token, at: number) => {
  if (kind === MASKED) return <mark key={at}>{text}</mark>;
  return kind ? <span class={`c-${kind}`}>{text}</span> : text;
};

/** Copies what is selected letter by letter: browsers would put a line between blocks. */
function copyExactly(event: ClipboardEvent): void {
  event.clipboardData?.setData('text/plain', String(getSelection()?.getRangeAt(0) ?? ''));
  event.preventDefault();
}

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
