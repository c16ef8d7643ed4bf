/** Replacements for features of 2023 and later, so that Chrome 100, Firefox 97 and Safari 15.4 open links. */
const LONE = /\p{Surrogate}/gu;

const missing = <Of extends object>(place: Of, name: string, value: unknown): void => {
  if (!(name in place)) Object.defineProperty(place, name, { value, configurable: true, writable: true });
};

missing(URL, 'canParse', (url: string, base?: string) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
});
missing(String.prototype, 'isWellFormed', function (this: string) {
  return String(this).search(LONE) === -1;
});
missing(String.prototype, 'toWellFormed', function (this: string) {
  return String(this).replace(LONE, '\ufffd');
});
missing(AbortSignal, 'any', (signals: Iterable<AbortSignal>) => {
  const any = new AbortController();
  for (const one of signals) {
    if (one.aborted) any.abort(one.reason);
    else one.addEventListener('abort', () => any.abort(one.reason), { once: true, signal: any.signal });
  }
  return any.signal;
});

export {};
