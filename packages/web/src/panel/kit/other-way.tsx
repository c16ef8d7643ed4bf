import { useState } from 'preact/hooks';
import type { Refused } from '../api.ts';
import { asRefused } from '../load.ts';
import { Refusal } from './refusal.tsx';

interface OtherWayProps {
  text: string;
  /** Goes this way. Its refusal is shown. */
  onPress: () => Promise<void>;
}

/** A button for a way to sign in or confirm other than by password. */
export function OtherWay({ text, onPress }: OtherWayProps) {
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
