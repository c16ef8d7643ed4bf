import { useLayoutEffect } from 'preact/hooks';

/** Asks before the page is left with what would be lost. */
export function useUnsaved(wouldBeLost: boolean): void {
  useLayoutEffect(() => {
    if (!wouldBeLost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [wouldBeLost]);
}
