import type { Request } from 'express';

/** No client sends a longer list, and parsing one takes milliseconds even where nothing is counted. */
const LONGEST = 1_000;

const isShort = (request: Request, name: string): boolean => (request.get(name) ?? '').length <= LONGEST;

export const localeOf = (
  request: Request,
  { locales, defaultLocale }: { locales: readonly string[]; defaultLocale: string },
): string =>
  (request.headers['accept-language'] !== undefined &&
    isShort(request, 'Accept-Language') &&
    request.acceptsLanguages(...locales)) ||
  defaultLocale;

export function encodingOf(request: Request): 'br' | 'gzip' | 'identity' {
  const accepted = isShort(request, 'Accept-Encoding') && request.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}
