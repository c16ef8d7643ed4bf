import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { locale, t } from '../i18n.ts';

interface FieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  type?: 'text' | 'password' | 'pin';
  /** Error about the typed value, which stays and is selected. */
  wrong?: string | undefined;
  isOptional?: boolean;
  autoFocus?: boolean;
  maxLength?: number;
}

const KINDS = {
  text: { type: 'text', autoComplete: 'off' },
  password: { type: 'password', autoComplete: 'off' },
  pin: { type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code', pattern: '[0-9]*' },
} as const;

/** A line to be typed. */
export function Field({ label, value, onValue, type = 'text', wrong, isOptional, maxLength }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (wrong) input.current?.select();
  }, [wrong]);
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <small>({t('optional')})</small>}
      </label>
      <input
        id={id}
        ref={input}
        {...KINDS[type]}
        spellcheck={false}
        maxLength={maxLength}
        value={value}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-wrong`}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <p id={`${id}-wrong`} class="wrong" role="alert">
        {wrong}
      </p>
    </div>
  );
}

/** Returns the text typed while the text before it was being sent. */
export const withoutSent = (typed: string, sent: string): string =>
  typed.startsWith(sent) ? typed.slice(sent.length) : typed;

/** How a text is measured: in characters, or in bytes of UTF-8 where it is sealed before it is sent. */
type Measure = 'characters' | 'bytes';

const lengthOf = (character: string, measure: Measure): number => {
  if (measure === 'characters') return 1;
  const code = character.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** How long a text is, and how many characters at its end are beyond what is taken. */
function measured(text: string, most: number, measure: Measure): { length: number; excess: number } {
  let [length, excess] = [0, 0];
  for (const character of text) {
    length += lengthOf(character, measure);
    if (length > most) excess += 1;
  }
  return { length, excess };
}

/** How many characters of a text are too many. */
export const excessOf = (text: string, most: number, measure: Measure = 'characters'): number =>
  measured(text, most, measure).excess;

interface AreaProps extends Pick<FieldProps, 'label' | 'value' | 'onValue'> {
  readOnly?: boolean;
  /** How long it may be. */
  most: number;
  measure?: Measure;
  /** The Enter key sends, on devices with a keyboard. */
  onEnter?: () => void;
}

/** A tablet or phone has its own key for a new line, and a button to send. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Several lines to be typed; `readOnly` when it is too late for more. */
export function Area({ label, value, onValue, readOnly = false, most, measure, onEnter }: AreaProps) {
  const id = useId();
  const { length, excess } = measured(value, most, measure ?? 'characters');
  const isNear = length > 0.9 * most;
  const number = new Intl.NumberFormat(locale());
  const typed = (event: KeyboardEvent): void => {
    // The Enter of an input method takes what it offers; Safari says so by the key code alone.
    const isOwn = event.isComposing || event.keyCode === 229 || event.shiftKey || event.altKey;
    if (!onEnter || event.key !== 'Enter' || isOwn) return;
    if (!hasKeyboard() && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) onEnter();
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        value={value}
        readOnly={readOnly}
        aria-invalid={excess > 0}
        aria-describedby={`${id}-more`}
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={typed}
      />
      <p id={`${id}-more`} class={excess > 0 ? 'wrong' : 'hint'}>
        {onEnter && hasKeyboard() && !isNear && t('room.keys')}
        {isNear && `${number.format(length)} / ${number.format(most)} `}
        {excess > 0 && t('message.too_long', { count: excess })}
      </p>
    </div>
  );
}

interface FormProps {
  children: ComponentChildren;
  onSend: () => void;
}

/** Sends itself nowhere: a button or the Enter key does what it says. */
export const Form = ({ children, onSend }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
  </form>
);
