import { parseUrl } from './parse-url.ts';

/** What answers that are not the service's mean. */

/** The detail of an answer that is not `wanted`, such as JSON. */
export function explainForeign(type: string, wanted: string, status: number): string {
  const misplaced = status < 300 || status === 404;
  const hint = misplaced ? "; does the base URL end in the API's version, such as /api/v1?" : '';
  return `the answer (${type}) is not ${wanted}${hint}`;
}

/** The detail of a redirect. */
export function explainRedirect(headers: Headers): string {
  const target = parseUrl(headers.get('location') ?? '')?.origin;
  const where = target === undefined ? '' : ` to ${target}`;
  return `the answer is a redirect${where}, which is not followed, since the API key or what is shared would go along; put the final address into baseUrl or the link`;
}
