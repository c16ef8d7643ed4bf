/** What browsers have since 2023 only, and those since 2022 can do without: Chrome 93, Firefox 95 and Safari 15.4 open links, too. */
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

export {};
