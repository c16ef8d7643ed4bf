/**
 * Runs behind the script of the page. Where that has not come, as in the middle of an upgrade, when the server that is
 * asked for it is not the one that made the page, the page is loaded again: the key in its address stays, and asking
 * changes nothing. What came is kept by the browser, so that at last all of it is there. The page's own words say what
 * to do when it is not.
 */
const TRIES = 8;
const { again = 0 } = (history.state ?? {}) as { again?: number };

if (CSS.supports('accent-color', 'auto') && !document.getElementById('page')!.hasAttribute('data-began')) {
  if (again < TRIES) {
    setTimeout(
      () => {
        history.replaceState({ again: again + 1 }, '');
        location.reload();
      },
      Math.min(5_000, 250 * 2 ** again),
    );
  }
} else if (again > 0) history.replaceState(null, '');

export {};
