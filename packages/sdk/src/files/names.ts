import { fileNameLength, fileNamePattern, mediaTypePattern } from '../gen/limits.ts';

/** What changes the direction of writing, and so can show `gpj.exe` as `exe.jpg`. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const isFileName = (name: unknown): name is string =>
  typeof name === 'string' && fileNamePattern.test(name);

export const isMediaType = (type: unknown): type is string =>
  typeof type === 'string' && mediaTypePattern.test(type);

/** A media type without its parameters, which the service does not take; undefined if nothing is left. */
export function plainMediaType(type: string | undefined): string | undefined {
  const plain = type?.split(';', 1)[0]?.trim();
  return isMediaType(plain) ? plain : undefined;
}

/**
 * The name that a stranger gives a file, made safe: the last part of a path, without characters that
 * control text or change its direction, and not too long. Undefined if nothing is left.
 */
export function baseName(name: string | undefined): string | undefined {
  const plain = name
    ?.toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
    .replaceAll(DIRECTIONS, '')
    .split(/[/\\]/)
    .at(-1)!
    .trim();
  const short = plain && Array.from(plain).slice(-fileNameLength).join('');
  return isFileName(short) ? short : undefined;
}
