import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';

interface FieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  type?: 'text' | 'password' | 'pin';
  /** What is wrong with what was typed: it stays, selected. */
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

/** What has been typed while what stood there before was on its way. */
export const withoutSent = (typed: string, sent: string): string =>
  typed.startsWith(sent) ? typed.slice(sent.length) : typed;

type AreaProps = Pick<FieldProps, 'label' | 'value' | 'onValue'> & { readOnly?: boolean };

/** Several lines to be typed; `readOnly` when it is too late for more. */
export function Area({ label, value, onValue, readOnly = false }: AreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        value={value}
        readOnly={readOnly}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
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
