import { useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';

/** Long-running action: whether it is in progress, and its failure. */
export function useWork() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  return {
    busy,
    failure,
    setFailure,
    /** Does it; what it throws, or gives, is its failure. */
    during: async (work: () => Promise<Failure | undefined>): Promise<void> => {
      setBusy(true);
      setFailure(undefined);
      setFailure(await work().catch(failureOf));
      setBusy(false);
    },
  };
}
