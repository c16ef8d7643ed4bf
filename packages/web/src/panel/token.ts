/**
 * Token of a one-time link. It leaves the address bar and the history entry before anything is drawn, and stands nowhere
 * but in this variable.
 */
let token = new URLSearchParams(location.search).get('token') ?? undefined;
if (token !== undefined) history.replaceState(null, '', location.pathname);

/** The token with which the page was opened, until it has been used. */
export const linkToken = (): string | undefined => token;

/** Forgets the token. */
export function forgetToken(): void {
  token = undefined;
}
