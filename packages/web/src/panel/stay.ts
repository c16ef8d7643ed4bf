import { useLayoutEffect, useRef } from 'preact/hooks';

let stays: (() => void) | undefined;

// Loaded before the router, whose listener is on the same target and would otherwise be called first.
addEventListener('popstate', (event) => {
  if (!stays) return;
  event.stopImmediatePropagation();
  stays();
});

/** Stays on the page when the person goes back, and calls `leaves` instead. */
export function useStay(leaves: () => void): void {
  const latest = useRef(leaves);
  latest.current = leaves;
  useLayoutEffect(() => {
    const here = location.href;
    stays = () => {
      history.pushState(null, '', here);
      latest.current();
    };
    return () => void (stays = undefined);
  }, []);
}
