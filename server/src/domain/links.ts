export class Links {
  readonly #appUrl: string;

  /** @param appUrl public address of the server, without a trailing slash */
  constructor(appUrl: string) {
    this.#appUrl = appUrl;
  }

  /** Builds `{app_url}/<locale>/[<kind>/]<id>`. Transfers and debug shares have no kind in their links. */
  to(locale: string, kind: 'transfer' | 'secret' | 'request' | 'room' | 'drop', id: string): string {
    return `${this.#appUrl}/${locale}/${kind === 'transfer' ? '' : `${kind}/`}${id}`;
  }

  /**
   * Link to a page of the panel with a one-time token. Tokens are in the fragment, which proxies do not log and
   * scanners do not send. Exceptions: the set-up link, read off the server's output, and the unsubscribe link, which
   * mail programs post to.
   */
  toPage(
    page: 'set-up' | 'join' | 'reset-password' | 'confirm-email' | 'stop-notices',
    token: string,
  ): string {
    return `${this.#appUrl}/${page}${page === 'set-up' || page === 'stop-notices' ? '?' : '#'}token=${token}`;
  }

  at(direction: 'uploads' | 'downloads', token: string): string {
    return `${this.#appUrl}/api/v1/public/${direction}/${token}`;
  }
}
