import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { SessionCookie } from '../../domain/panel.ts';

/**
 * The session cookie. On https its name has the prefix `__Host-`, so that no other host can set it (RFC 6265bis, 4.1.3.2).
 * On plain http the prefix is left out: Safari refuses it on localhost, and every browser on other addresses.
 */
export class CookieJar {
  readonly #name: string;
  readonly #secure: boolean;

  /** @param appUrl the public address of the server */
  constructor(appUrl: string) {
    this.#secure = appUrl.startsWith('https:');
    this.#name = this.#secure ? '__Host-session' : 'session';
  }

  /** The session token that a request carries. */
  read(request: Request): string | undefined {
    const header = request.headers.cookie;
    return header === undefined ? undefined : parseCookie(header)[this.#name];
  }

  of(response: Response): SessionCookie {
    const write = (value: string, expires: Date): void =>
      void response.setHeader(
        'Set-Cookie',
        stringifySetCookie({
          name: this.#name,
          value,
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: this.#secure,
          expires,
        }),
      );
    return { set: write, clear: () => write('', new Date(0)) };
  }
}
