import type { ServiceLimits } from '../limits.ts';
import type { TextKind } from './send-items.ts';

/** A longer line is rather a text than a password or a key. */
const SHORT = 200;

/** Most that a text may have, in bytes of UTF-8. */
export const mostOf = ({ lengths }: ServiceLimits): Record<TextKind, number> => ({
  secret: lengths.secret,
  text: lengths.text,
  url: lengths.targetUrl,
});

/** Whether a text is one address that the service takes, and nothing else. */
function isAddress(text: string): boolean {
  if (/\s/.test(text) || !/^https?:\/\//i.test(text)) return false;
  try {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  } catch {
    return false;
  }
}

/** Kinds as which a text can be sent, the most likely first. */
export function kindsOf(text: string): readonly TextKind[] {
  const line = text.trim();
  if (isAddress(line)) return ['url', 'text', 'secret'];
  return line.length <= SHORT && !/[\r\n]/.test(line) ? ['secret', 'text'] : ['text', 'secret'];
}
