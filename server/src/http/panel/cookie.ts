import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { BrowserCookie, SessionCookie } from '../../domain/panel.ts';

/**
 * Cookies of the panel. On https their names begin with `__Host-`, so that no other host can set them (RFC 6265bis,
 * 4.1.3.2). On http Safari refuses the prefix on localhost, and every browser on other addresses.
 */
export class CookieJar {
  readonly #prefix: string;
  readonly #secure: boolean;

  constructor(appUrl: string) {
    this.#secure = appUrl.startsWith('https:');
    this.#prefix = this.#secure ? '__Host-' : '';
  }

  read(request: Request): string | undefined {
    return this.#read(request, 'session');
  }

  of(response: Response): SessionCookie {
    return this.#writer(response, 'session', 'lax');
  }

  /** Cookie of a sign-in at the identity provider. Only pages of the server send it. */
  browserOf(request: Request, response: Response): BrowserCookie {
    return { token: this.#read(request, 'oidc'), ...this.#writer(response, 'oidc', 'strict') };
  }

  #read(request: Request, name: string): string | undefined {
    const header = request.headers.cookie;
    return header === undefined ? undefined : parseCookie(header)[`${this.#prefix}${name}`];
  }

  #writer(response: Response, name: string, sameSite: 'lax' | 'strict'): SessionCookie {
    const write = (value: string, expires: Date): void =>
      void response.append(
        'Set-Cookie',
        stringifySetCookie({
          name: `${this.#prefix}${name}`,
          value,
          path: '/',
          httpOnly: true,
          sameSite,
          secure: this.#secure,
          expires,
        }),
      );
    return { set: write, clear: () => write('', new Date(0)) };
  }
}
