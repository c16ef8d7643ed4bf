import { parse } from 'node:url';

/**
 * Has Node.js warn, unheard, that `url.parse` is deprecated. Until it has, it looks through the stack at each call that a
 * package makes whether to do so; express-openapi-validator makes one for each request.
 */
export function silenceUrlParse(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('');
  process.noDeprecation = noDeprecation;
}
