import { TempshareError } from '../core/tempshare-error.ts';

/** Why a webhook was refused. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'signature_mismatch'
  | 'body_not_raw'
  | 'invalid_secret'
  | 'invalid_payload';

/** A webhook that must not be trusted. Holds the reason only: never the payload, the secret or the header. */
export class WebhookVerificationError extends TempshareError {
  static override readonly kind: string = 'WebhookVerificationError';
  declare readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
