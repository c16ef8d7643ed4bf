import { useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';

/** What somebody does that takes a while: whether it goes on, and what it failed with. */
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
