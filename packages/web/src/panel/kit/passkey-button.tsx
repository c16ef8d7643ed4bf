import { useState } from 'preact/hooks';
import type { Refused } from '../api.ts';
import { asRefused } from '../load.ts';
import { Refusal } from './refusal.tsx';

interface PasskeyButtonProps {
  text: string;
  /** Asks for the passkey. Its refusal is shown. */
  onPress: () => Promise<void>;
}

/** A button that asks the browser for a passkey. */
export function PasskeyButton({ text, onPress }: PasskeyButtonProps) {
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    if (busy) return;
    setRefused(undefined);
    setBusy(true);
    await onPress().catch((error: unknown) => setRefused(asRefused(error)));
    setBusy(false);
  };
  return (
    <div class="other-way">
      <button type="button" aria-disabled={busy} onClick={() => void press()}>
        {text}
      </button>
      <Refusal refused={refused} />
    </div>
  );
}
