/** The parts of the SDK that commands use, from one place. */
export {
  APIConnectionError,
  APIError,
  APIUserAbortError,
  NotFoundError,
  PermissionDeniedError,
  Tempshare,
  TempshareError,
  UnexpectedResponseError,
  WebhookVerificationError,
} from '@tempshare/sdk';
export {
  EnvelopeError,
  LinkError,
  openLink,
  parseLink,
  peekLink,
  peekRequest,
  peekRoom,
} from '@tempshare/sdk/open';
export { safeFileName, visibleName } from '@tempshare/sdk/names';
