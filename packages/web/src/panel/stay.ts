import { useLayoutEffect, useRef } from 'preact/hooks';

let stays: (() => void) | undefined;

// Loaded before the router, whose listener is on the same target and would otherwise be called first.
addEventListener('popstate', (event) => {
  if (!stays) return;
  event.stopImmediatePropagation();
  stays();
});

const release = (): void => void (stays = undefined);

/**
 * Stays on the page when the person goes back, and calls `leaves` instead, while `isActive`. Returns a function that lets
 * them go.
 */
export function useStay(leaves: () => void, isActive = true): () => void {
  const latest = useRef(leaves);
  latest.current = leaves;
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const here = location.href;
    stays = () => {
      history.pushState(null, '', here);
      latest.current();
    };
    return release;
  }, [isActive]);
  return release;
}
