import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Refused } from '../api.ts';
import { Input } from './form.tsx';

/** A code of a second factor, whose field appears when the server asks for one. */
export function useCode() {
  const [isNeeded, setNeeded] = useState(false);
  return {
    field: isNeeded && (
      <Input name="code" label={t('field.code')} autoComplete="one-time-code" autoCapitalize="none" />
    ),
    /** The code in a body, if one was typed. */
    bodyOf: (code: string) => (code === '' ? {} : { code }),
    /** Runs a call that may ask for a code. */
    asking: async <Result,>(send: () => Promise<Result>): Promise<Result> => {
      try {
        return await send();
      } catch (error) {
        if (error instanceof Refused && error.kind === 'code_required') setNeeded(true);
        throw error;
      }
    },
  };
}

/** Refusals that are about the code. */
export const CODE_BLAME = { code_required: 'code', wrong_code: 'code' } as const;
