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

  /** A page of the panel that a one-time link opens. */
  toPage(page: 'set-up' | 'join' | 'reset-password', token: string): string {
    return `${this.#appUrl}/${page}?token=${token}`;
  }

  /** Where the bytes of a file go to, or come from. */
  at(direction: 'uploads' | 'downloads', token: string): string {
    return `${this.#appUrl}/api/v1/public/${direction}/${token}`;
  }
}
