declare module 'punycode/' {
  /** A host as its letters read (RFC 3492), where it was written in plain ones. */
  export function toUnicode(host: string): string;
}
