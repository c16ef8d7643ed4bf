/** Browsers and systems by what `User-Agent` contains, the more specific first. */
const BROWSERS = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const;
const SYSTEMS = [
  ['Windows', /Windows NT/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Such as `Firefox 140 on Linux`; null for unknown browsers. */
export function deviceOf(userAgent: string | undefined): string | null {
  const agent = userAgent?.slice(0, 500) ?? '';
  for (const [browser, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([, each]) => each.test(agent))?.[0];
    return system ? `${browser} ${version} on ${system}` : `${browser} ${version}`;
  }
  return null;
}
