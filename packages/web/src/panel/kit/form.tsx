import { createContext, type ComponentChildren, type InputHTMLAttributes } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Refused } from '../api.ts';
import { asRefused } from '../load.ts';
import { Refusal } from './refusal.tsx';

/** Sentences about fields, by the name of the field. */
type Faults = Readonly<Record<string, string>>;

const FaultsOf = createContext<Faults>({});

/** Value of a field of the form; empty if there is none. */
export type ValueOf = (name: string) => string;

interface FormProps {
  /** Carries it out with the values of the fields. Its refusal is shown. */
  onSend: (value: ValueOf) => Promise<void>;
  /** Label of the main button. */
  send: string;
  onCancel?: () => void;
  /** Fields whose value was wrong, by the code of the refusal. */
  blame?: Partial<Record<Refused['kind'], string>>;
  children?: ComponentChildren;
  /** The main button says that something ends. */
  isGrave?: boolean;
}

/** Fields and a button. What was typed stays when it is refused. */
export function Form({ onSend, send, onCancel, blame = {}, children, isGrave = false }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    setRefused(undefined);
    const found = faultsOf(form.current!);
    setFaults(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const values = new FormData(form.current!);
      await onSend((name) => {
        const value = values.get(name);
        return typeof value === 'string' ? value : '';
      });
    } catch (error) {
      const refusal = triesOf(asRefused(error), form.current);
      const names = form.current ? [...new FormData(form.current).keys()] : [];
      const named = refusal.faults.filter((name) => names.includes(name));
      const guilty = blame[refusal.kind];
      setFaults({
        ...Object.fromEntries(named.map((name) => [name, t('fault.format')])),
        // The sentence about it stands under the form.
        ...(guilty && { [guilty]: '' }),
      });
      if (named.length === 0) setRefused(refusal);
    }
    setBusy(false);
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FaultsOf.Provider value={faults}>{children}</FaultsOf.Provider>
      <Refusal refused={refused} />
      <div class="buttons">
        <button type="submit" class={isGrave ? 'main grave' : 'main'} aria-disabled={busy}>
          {send}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
      </div>
    </form>
  );
}

/** The refusal of too many wrong tries, by what was tried: the server counts passwords and codes together. */
function triesOf(refused: Refused, form: HTMLFormElement | null): Refused {
  const code = form?.querySelector('[name=code]');
  if (refused.kind !== 'too_many_attempts' || !code) return refused;
  const password = form!.querySelector<HTMLInputElement>('.password input');
  const isAlone = !password || password.closest('[hidden]') !== null;
  return new Refused(isAlone ? 'too_many_codes' : 'limited', refused);
}

/** Faults that the constraints of the fields find, in the words of the page. */
function faultsOf(form: HTMLFormElement): Faults {
  const faults: Record<string, string> = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !field.name || field.name in faults) continue;
    const { validity, minLength, value, name } = field;
    if (validity.valueMissing) faults[name] = t('fault.missing');
    else if (minLength > 0 && value !== '' && [...value].length < minLength)
      faults[name] = t('fault.short', { count: minLength });
    else if (!validity.valid) faults[name] = t(field.inputMode === 'email' ? 'fault.email' : 'fault.format');
  }
  return faults;
}

type Attributes = Pick<
  InputHTMLAttributes,
  | 'autoComplete'
  | 'autoCapitalize'
  | 'inputMode'
  | 'maxLength'
  | 'minLength'
  | 'pattern'
  | 'min'
  | 'defaultValue'
>;

interface InputProps extends Attributes {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'date';
  note?: string;
  isOptional?: boolean;
}

/** A labelled field. */
export function Input({ label, note, isOptional = false, type = 'text', ...input }: InputProps) {
  const id = useId();
  const faults = useContext(FaultsOf);
  const fault = faults[input.name];
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (Object.keys(faults)[0] !== input.name) return;
    field.current?.focus();
    field.current?.select();
  }, [faults]);
  // Preact's types tie what a field may have to its type, which is one of several here.
  const attributes: object = { type, ...input };
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <small>({t('optional')})</small>}
      </label>
      <input
        id={id}
        ref={field}
        required={!isOptional}
        spellcheck={false}
        {...attributes}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note ${id}-wrong`}
      />
      {note && (
        <small id={`${id}-note`} class="hint">
          {note}
        </small>
      )}
      <p id={`${id}-wrong`} class="wrong" role="alert">
        {fault}
      </p>
    </div>
  );
}

/** An e-mail address. Not `type="email"`, with which browsers rewrite what was typed. */
export const EmailInput = (props: Omit<InputProps, 'name' | 'label'> & { label?: string }) => (
  <Input
    name="email"
    label={t('field.email')}
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    maxLength={254}
    pattern="[^@\s]+@[^@\s]+"
    {...props}
  />
);

/** Fewest characters of a new password, as in the contract. */
export const NEW_PASSWORD_LENGTH = 12;

/** A password, which can be shown. */
export function PasswordInput({
  isNew = false,
  ...props
}: {
  isNew?: boolean;
  name?: string;
  label?: string;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div class="password">
      <Input
        name="password"
        label={t(isNew ? 'field.new-password' : 'field.password')}
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        {...(isNew && {
          minLength: NEW_PASSWORD_LENGTH,
          note: t('field.password.note', { count: NEW_PASSWORD_LENGTH }),
        })}
        {...props}
      />
      <button type="button" class="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'hide' : 'show')}
      </button>
    </div>
  );
}

interface SelectProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value?: string;
  onValue?: (value: string) => void;
  note?: string;
}

/** One of several. */
export function Select({ name, label, options, value, onValue, note }: SelectProps) {
  const id = useId();
  const fault = useContext(FaultsOf)[name];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note ${id}-wrong`}
        onChange={({ currentTarget }) => onValue?.(currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      {note && (
        <small id={`${id}-note`} class="hint">
          {note}
        </small>
      )}
      {fault && (
        <p id={`${id}-wrong`} class="wrong" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
