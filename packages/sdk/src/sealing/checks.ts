import { TempshareError } from '../tempshare-error.ts';
import { isFileName, isMediaType } from '../files/names.ts';

/**
 * The fields of a body that may be sent as they are. Anything else is refused: a field that this package does not know
 * could hold what was meant to be sealed.
 */
export function pick<B extends object, F extends keyof B>(
  operation: string,
  body: B | null,
  fields: readonly F[],
  others: readonly (keyof B | 'file')[],
): Pick<B, F> {
  const known = [...fields, ...others] as string[];
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new TempshareError(`${operation} takes an object; nothing was sent`);
  const given = (name: string) => body[name as keyof B] !== undefined;
  if (Object.keys(body).some((name) => given(name) && !known.includes(name))) {
    throw new TempshareError(
      `${operation} has a field that could not be sealed; it takes ${known.join(', ')}; nothing was sent`,
    );
  }
  // Always in the same order, so that a repeated call sends the same bytes.
  const picked = fields.filter((name) => given(name as string)).map((name) => [name, body[name]] as const);
  return Object.fromEntries(picked) as Pick<B, F>;
}

const OPTIONS = ['signal', 'timeout', 'maxRetries', 'idempotencyKey', 'headers'];

/** An option that is not known could be one that decides who can read, put in the wrong place: a password, say. */
export function checkOptions(operation: string, options: object | undefined, ...others: string[]): void {
  const known = [...OPTIONS, ...others];
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value === undefined || known.includes(name)) continue;
    throw new TempshareError(
      `${operation} has an option that it does not know; it takes ${known.join(', ')}, and anything else belongs into the body; nothing was sent`,
    );
  }
}

/** @param limit the characters that may be shared, of which none takes less than a byte once it is sealed */
export function checkText(what: string, text: unknown, limit: number): string {
  if (typeof text !== 'string' || text === '')
    throw new TempshareError(`${what} must be a string of at least one character; nothing was sent`);
  if (text.length > sealedLimit(limit)) throw tooLong(what, limit);
  return text;
}

export function checkSealedText(what: string, sealed: string, limit: number): string {
  if (sealed.length > sealedLimit(limit)) throw tooLong(what, limit);
  return sealed;
}

/** What is sealed is a third longer, and the contract leaves room for what stands around it. */
const sealedLimit = (limit: number) => Math.ceil((limit * 4) / 3) + 1_024;

function tooLong(what: string, limit: number): TempshareError {
  return new TempshareError(
    `${what} is too long: at most ${limit.toLocaleString('en')} bytes of UTF-8 can be sealed; nothing was sent`,
  );
}

export function checkPassword(password: unknown): void {
  if (typeof password === 'string' && password.length > 1_024)
    throw new TempshareError('password must have at most 1,024 characters; nothing was sent');
}

/** Who wrote a message, as the contract takes it where it can read it. */
export function checkAuthor(author: unknown): string {
  const text = checkText('author', author, 200);
  if (/\p{Cc}/u.test(text))
    throw new TempshareError('author must not hold control characters; nothing was sent');
  return text;
}

/** The service cannot look into a sealed address, so what it would refuse is refused here. */
export function checkTargetUrl(targetUrl: unknown): string {
  if (typeof targetUrl === 'string' && targetUrl.length <= 2_048 && isSafeUrl(targetUrl)) return targetUrl;
  throw new TempshareError(
    'targetUrl must be an http or https address of at most 2,048 characters without user information, white space and control characters; nothing was sent',
  );
}

/** An http or https address without user information, written without white space and control characters. */
export const isSafeUrl = (url: string): boolean =>
  /^https?:\/\/[^\s/?#@\\\p{Cc}]+([/?#][^\s\p{Cc}]*)?$/iu.test(url) && URL.canParse(url);

export function checkNames({ fileName, mediaType }: { fileName?: unknown; mediaType?: unknown }): void {
  if (fileName !== undefined && !isFileName(fileName)) {
    throw new TempshareError(
      'fileName must be a name of at most 255 characters, without path separators and control characters; nothing was sent',
    );
  }
  if (mediaType !== undefined && !isMediaType(mediaType))
    throw new TempshareError('mediaType must be a media type such as application/pdf; nothing was sent');
}
