/**
 * Token of a one-time link. It leaves the address bar and the history entry before anything is drawn, and stands nowhere
 * but in this variable.
 */
const parameters = `${location.search}&${location.hash.slice(1)}`;
let token = new URLSearchParams(parameters).get('token') ?? undefined;
if (token !== undefined) history.replaceState(null, '', location.pathname);

// A link that is pasted over a page of the panel changes the fragment alone, and loads nothing.
addEventListener('hashchange', () => {
  if (new URLSearchParams(location.hash.slice(1)).has('token')) location.reload();
});

/** The token with which the page was opened, until it has been used. */
export const linkToken = (): string | undefined => token;

/** Forgets the token. */
export function forgetToken(): void {
  token = undefined;
}
