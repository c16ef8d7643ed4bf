import { UnexpectedResponseError } from '../core/tempshare-error.ts';

/** The bytes go through the client's own base URL, wherever the URL leads. */
export function tokenOf(url: unknown): string {
  const [, token] = /\/(?![.%])([^/]+)$/.exec(typeof url === 'string' ? url : '') ?? [];
  if (token !== undefined) return token;
  throw new UnexpectedResponseError('the service answered with no address for the bytes');
}
