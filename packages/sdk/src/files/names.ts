import { fileNamePattern, mediaTypePattern } from '../gen/limits.ts';

export const isFileName = (name: unknown): name is string =>
  typeof name === 'string' && fileNamePattern.test(name);

export const isMediaType = (type: unknown): type is string =>
  typeof type === 'string' && mediaTypePattern.test(type);

/** A media type without its parameters, which the service does not take; undefined if nothing is left. */
export function plainMediaType(type: string | undefined): string | undefined {
  const plain = type?.split(';', 1)[0]?.trim();
  return isMediaType(plain) ? plain : undefined;
}
