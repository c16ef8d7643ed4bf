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
} from '@tempshare/sdk';
export { EnvelopeError, LinkError, parseLink, peekLink } from '@tempshare/sdk/open';
export { visibleName } from '@tempshare/sdk/names';
