import type { FilledSchema } from '@tempshare/contract';

const MASK = '•';

/**
 * Partially masked content for the owner's eyes: the first 4 characters or a quarter, whichever is less; the origin of
 * a URL; nothing of what is sealed end-to-end or has a password.
 */
export function contentSnippet(
  input: Pick<FilledSchema<'TransferCreate'>, 'type' | 'encryption' | 'password'>,
  content: string,
): string {
  if (input.encryption === 'e2e' || input.password !== undefined) return MASK;
  if (input.type === 'url') return new URL(content).origin;
  // The first 40 UTF-16 units hold at least 20 characters, a quarter of which is more than is ever shown.
  const characters = Array.from(content.slice(0, 40));
  return characters.slice(0, Math.min(4, Math.floor(characters.length / 4))).join('') + MASK;
}
