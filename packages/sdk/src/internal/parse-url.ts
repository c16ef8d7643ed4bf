/** `URL.parse`, which Node.js 20 lacks. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
