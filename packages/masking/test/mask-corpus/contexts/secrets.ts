import { randomText } from '../random.ts';

const { base62, base64, base64url, digits, hex } = randomText(40_001);

/** A group of contexts, what stands in them, and how each is written; the secrets are named if they stand in pieces. */
export type ContextGroup = [
  group: string,
  secret: () => string,
  contexts: Record<string, (secret: string) => string | { text: string; secrets: string[] }>,
];

/** Values as people and machines choose them. */
export const chosen = {
  password: (): string => `${base62(5)}!${base62(4)}${digits(1)}`,
  plain: (): string => `${base62(9)}${digits(2)}x`,
  dollar: (): string => `${base62(3)}$${base62(5)}${digits(1)}`,
  token: (): string => base62(32),
  hex: (): string => hex(40),
  base64: (): string => `${base64(43)}=`,
  base64url: (): string => base64url(43),
};
