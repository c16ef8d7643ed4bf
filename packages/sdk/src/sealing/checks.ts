import { TempshareError } from '../core/tempshare-error.ts';
import { isFileName, isMediaType } from '../files/names.ts';
import { authorLength, authorPattern, fileNameLength, targetUrlLength } from '../gen/limits.ts';
import { checkFields } from '../internal/check-call.ts';
import { visibleName } from '../names/index.ts';

/** Refuses every other field: it could hold what was meant to be sealed. */
export function pick<B extends object, F extends keyof B>(
  operation: string,
  body: B | null,
  { sent, others = [] }: { sent: readonly F[]; others?: readonly (keyof B | 'file')[] },
): Pick<B, F> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new TempshareError(`${operation} takes an object; nothing was sent`);
  checkFields(operation, body, [...sent, ...others] as string[]);
  // Always in the same order, so that a repeated call sends the same bytes.
  const picked = sent.map((name) => [name, body[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(picked) as Pick<B, F>;
}

/** @param limit the bytes of UTF-8 that may be sealed, which is room for as many characters at most */
export function checkText(what: string, text: unknown, limit: number): string {
  if (typeof text !== 'string' || text === '')
    throw new TempshareError(`${what} must be a string of at least one character; nothing was sent`);
  if (text.length > limit || new TextEncoder().encode(text).length > limit) {
    throw new TempshareError(
      `${what} is too long: at most ${limit.toLocaleString('en')} bytes of UTF-8 can be sealed; nothing was sent`,
    );
  }
  return text;
}

export function checkAuthor(author: unknown): string {
  const visible = typeof author === 'string' && authorPattern.test(author) && visibleName(author);
  if (visible) return visible;
  throw new TempshareError(
    `author must be a string of 1 to ${authorLength} characters, one of them visible and none a control character; nothing was sent`,
  );
}

/** The service cannot look into a sealed address, so what it would refuse is refused here. */
export function checkTargetUrl(targetUrl: unknown): string {
  const url = checkText('targetUrl', targetUrl, targetUrlLength);
  if (isSafeUrl(url)) return url;
  throw new TempshareError(
    'targetUrl must be an http or https address without user information, white space and control characters; nothing was sent',
  );
}

/** An http or https address without user information, written without white space and control characters. */
export const isSafeUrl = (url: string): boolean =>
  /^https?:\/\/[^\s/?#@\\\p{Cc}]+([/?#][^\s\p{Cc}]*)?$/iu.test(url) && URL.canParse(url);

export function checkFileNames({ fileName, mediaType }: { fileName?: unknown; mediaType?: unknown }): void {
  if (fileName !== undefined && !isFileName(fileName)) {
    throw new TempshareError(
      `fileName must be a name of at most ${fileNameLength} characters, without path separators and control characters; nothing was sent`,
    );
  }
  if (mediaType !== undefined && !isMediaType(mediaType))
    throw new TempshareError('mediaType must be a media type such as application/pdf; nothing was sent');
}
