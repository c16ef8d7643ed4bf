/** The links that the contract gives back. */
export class Links {
  readonly #appUrl: string;

  /** @param appUrl The public address of the server, without a trailing slash. */
  constructor(appUrl: string) {
    this.#appUrl = appUrl;
  }

  /** `{app_url}/<locale>/[<kind>/]<id>`; transfers and debug shares have no kind in their links. */
  to(locale: string, kind: 'transfer' | 'secret' | 'request' | 'room' | 'drop', id: string): string {
    return `${this.#appUrl}/${locale}/${kind === 'transfer' ? '' : `${kind}/`}${id}`;
  }

  /**
   * A page of the panel that a one-time link opens. Links that are passed on have the token in the fragment, which no proxy
   * logs and no scanner sends. The set-up link is read off the server's own output, and mail programs post to the one that stops
   * notices.
   */
  toPage(
    page: 'set-up' | 'join' | 'reset-password' | 'confirm-email' | 'stop-notices',
    token: string,
  ): string {
    return `${this.#appUrl}/${page}${page === 'set-up' || page === 'stop-notices' ? '?' : '#'}token=${token}`;
  }

  /** Where the bytes of a file go to, or come from. */
  at(direction: 'uploads' | 'downloads', token: string): string {
    return `${this.#appUrl}/api/v1/public/${direction}/${token}`;
  }
}
