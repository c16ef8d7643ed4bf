import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { withoutExtras } from '../typed.ts';
import { Field } from './field.tsx';

interface PasswordProps {
  label?: string;
  value: string;
  onValue: (value: string) => void;
  /** How often what was typed was wrong. */
  wrong: number;
  /** Tries another spelling; what was typed stays as it is. */
  onTry: (password: string) => void;
}

/** Takes a password as it is typed. Once it is wrong, offers it without what may have come along when it was copied. */
export function Password({ label = t('password.label'), value, onValue, wrong, onTry }: PasswordProps) {
  const [tried, setTried] = useState('');
  const bare = withoutExtras(value);
  const tryBare = (): void => {
    setTried(bare);
    onTry(bare);
  };
  return (
    <>
      <Field
        key={`password-${wrong}`}
        label={label}
        type="password"
        value={value}
        onValue={onValue}
        wrong={wrong > 0 ? t('password.wrong') : undefined}
      />
      {wrong > 0 && !['', value, tried].includes(bare) && (
        <div class="extra">
          <p class="note">{t('password.extra')}</p>
          <button type="button" onClick={tryBare}>
            {t('password.clean')}
          </button>
        </div>
      )}
    </>
  );
}
