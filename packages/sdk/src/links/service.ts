import { checkNames } from '../internal/check-names.ts';
import { createContext, type Context } from '../internal/context.ts';
import type { ClientOptions } from '../core/options.ts';
import { parseLink, type ParsedLink } from '../sealing/link.ts';

type Settings = 'fetch' | 'timeout' | 'maxRetries' | 'maxRetryAfter' | 'middleware' | 'logger' | 'logLevel';

export interface OpenOptions extends Pick<ClientOptions, Settings> {
  password?: string | undefined;
  /** How others in a room see that its guest is here, at most 200 characters; without it the guest is counted alone. */
  author?: string | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Idempotency key of one reading, at least 22 random characters; generated when left out. With a key of its own a program can have a
   * reading again whose response it has lost, for 2 minutes or as long as the operator says. Whoever has the key can,
   * too. Where nothing is read once, it is not used.
   */
  idempotencyKey?: string | undefined;
  /**
   * URL of the API, if it is not at `/api/v1` below the link's own address. Nothing is sent anywhere else. A program
   * that opens links which strangers give it sets this to the one service it means, or checks `parseLink(link).baseUrl`
   * first: otherwise they decide which host it calls.
   */
  baseUrl?: string | undefined;
}

const OPTIONS = Object.keys({
  password: 1,
  author: 1,
  signal: 1,
  idempotencyKey: 1,
  baseUrl: 1,
  fetch: 1,
  timeout: 1,
  maxRetries: 1,
  maxRetryAfter: 1,
  middleware: 1,
  logger: 1,
  logLevel: 1,
} satisfies Record<keyof OpenOptions, 1>);

export function serviceOf(link: string | URL, given: OpenOptions): { parsed: ParsedLink; context: Context } {
  checkNames('option of openLink', given, OPTIONS, '; nothing was sent');
  const { password: _, signal: __, idempotencyKey: ___, author: ____, ...options } = given;
  const parsed = parseLink(link);
  const { baseUrl = parsed.baseUrl } = options;
  return { parsed, context: createContext({ ...options, baseUrl, apiKey: null }) };
}
