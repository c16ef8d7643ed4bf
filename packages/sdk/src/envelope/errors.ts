import { TempshareError } from '../core/tempshare-error.ts';

/** Why something could not be sealed or opened. */
export type EnvelopeErrorCode =
  /** The link's fragment is missing or not 32 bytes as base64url. */
  | 'invalid_link_key'
  /** The text holds half of a surrogate pair, which has no UTF-8 form. */
  | 'invalid_text'
  /** The password is empty, or holds half of a surrogate pair or U+0000. */
  | 'invalid_password'
  /** The rounds of the key derivation are not within 100,000 and 1,000,000. */
  | 'iterations_out_of_range'
  /** Not a compact JWE, or one with a header that this envelope never has. */
  | 'unsupported_envelope'
  /** The key or password is another, or the content was changed. */
  | 'decryption_failed'
  /** The bytes of a file are not those that were sealed: changed, cut off or out of order. */
  | 'damaged_file'
  /** The file on disk changed while it was being sent. */
  | 'file_changed';

/** A failure of the end-to-end envelope. Holds the reason only: never a key, a password or content. */
export class EnvelopeError extends TempshareError {
  static override readonly kind: string = 'EnvelopeError';
  readonly code: EnvelopeErrorCode;

  constructor(code: EnvelopeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
