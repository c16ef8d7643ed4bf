/** Eight characters in a row of a secret that are in the text, if any. */
export function leak(text: string, secrets: string[]): string | undefined {
  for (const secret of secrets) {
    if (secret.length < 8 && text.includes(secret)) return secret;
    for (let i = 0; i + 8 <= secret.length; i++)
      if (text.includes(secret.slice(i, i + 8))) return secret.slice(i, i + 8);
  }
  return undefined;
}

/** A masked text without the marks. */
export const markless = (text: string): string => text.replaceAll(/\[masked:[a-z0-9-]+\]/g, '');
