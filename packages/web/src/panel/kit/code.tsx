import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Refused } from '../api.ts';
import { asRefused } from '../load.ts';
import { Input } from './form.tsx';

/** A code of a second factor, whose field appears when the server asks for one. `isKnown`: it will. */
export function useCode(isKnown = false) {
  const [isAsked, setAsked] = useState(false);
  return {
    /** The server has asked for a code. */
    isAsked,
    /** Begins anew, without a code. */
    reset: (): void => setAsked(false),
    field: (isKnown || isAsked) && <CodeField takesFocus={isAsked} />,
    /** The code in a body, if one was typed. */
    bodyOf: (code: string) => (code === '' ? {} : { code }),
    /** Runs a call that may ask for a code. */
    asking: async <Result,>(send: () => Promise<Result>): Promise<Result> => {
      try {
        return await send();
      } catch (error) {
        const { kind } = asRefused(error);
        // The password has changed meanwhile.
        if (kind === 'wrong_credentials') setAsked(false);
        if (kind !== 'code_required') throw error;
        setAsked(true);
        // The field says what to enter: nothing was wrong.
        throw new Refused('cancelled');
      }
    },
  };
}

/** A code of the app, or one of the recovery codes. */
function CodeField({ takesFocus }: { takesFocus: boolean }) {
  const [isRecovery, setRecovery] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const focuses = useRef(takesFocus);
  useLayoutEffect(() => {
    if (focuses.current) place.current!.querySelector('input')!.focus();
    focuses.current = true;
  }, [isRecovery]);
  return (
    <div ref={place} class="code">
      {isRecovery ? (
        <Input key="recovery" name="code" label={t('field.recovery-code')} {...RECOVERY_CODE} />
      ) : (
        <Input
          key="app"
          name="code"
          label={t('field.code')}
          note={t('problem.code_required')}
          {...APP_CODE}
        />
      )}
      <button type="button" class="plain" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'factor.use-app' : 'factor.use-recovery')}
      </button>
    </div>
  );
}

/** Attributes of a field for six digits. Blanks and hyphens between them are ignored. */
export const APP_CODE = {
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  pattern: '[0-9 \\-]+',
  minLength: 6,
  maxLength: 16,
} as const;

const RECOVERY_CODE = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  pattern: '[0-9A-Za-z \\-]+',
  minLength: 6,
  maxLength: 32,
} as const;

/** Refusals that are about the code. */
export const CODE_BLAME = { wrong_code: 'code' } as const;
