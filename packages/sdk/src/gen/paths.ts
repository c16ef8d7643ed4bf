// Generated from openapi/ by `npm run generate`. Do not edit.
import type { Operation, PathItem } from '../internal/path-item.ts';
import type * as Sdk from './types.gen.ts';

interface Headers {
  AcceptLanguage: {
    /** Chooses the `<locale>` segment of returned links; without a match the server's default locale is used. */
    'Accept-Language'?: Sdk.AcceptLanguage;
  };
  AccessProofHeader: {
    /** Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out. */
    'X-Access-Proof'?: Sdk.AccessProofHeader;
  };
  IdempotencyKey: {
    /** A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path. */
    'Idempotency-Key'?: Sdk.IdempotencyKey;
  };
  IfRangeHeader: {
    /** The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent. */
    'If-Range'?: Sdk.IfRangeHeader;
  };
  LastEventId: {
    /** The id of the last event the client has seen; `EventSource` sends it by itself when it reconnects. */
    'Last-Event-ID'?: Sdk.LastEventId;
  };
  RangeHeader: {
    /** The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there. */
    'Range'?: Sdk.RangeHeader;
  };
  ReaderKey: {
    /** A value of at least 22 random characters (128 bits) that the reader makes for one reading, so that a lost response can be had again: for 2 minutes, or as long as the operator says, the same key gets the same response with `Idempotency-Replayed: true`, whatever the body, and everybody else 404 from the first moment. Nothing is kept for a refusal. What is kept opens with this key alone, of which the server stores a hash. */
    'Idempotency-Key'?: Sdk.ReaderKey;
  };
  SenderKey: {
    /** A value of at least 22 random characters (128 bits) that the sender makes for one call, so that it can be repeated when its response was lost: with the same key and the same payload, of which a PIN is no part, the call is carried out once, and gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours, for this item, method and path. What is kept opens with this key alone, of which the server stores a hash. */
    'Idempotency-Key'?: Sdk.SenderKey;
  };
  SessionToken: {
    /** The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another. */
    'X-Session-Token'?: Sdk.SessionToken;
  };
}

export interface paths {
  '/transfers': PathItem<{
    get: Operation<Sdk.TransfersListData, Sdk.TransfersListResponses, Sdk.TransfersListErrors>;
    post: Operation<Sdk.TransfersCreateData, Sdk.TransfersCreateResponses, Sdk.TransfersCreateErrors, { headers: Headers['IdempotencyKey'] & Headers['AcceptLanguage'] }>;
  }>;
  '/transfers/{id}': PathItem<{
    get: Operation<Sdk.TransfersGetData, Sdk.TransfersGetResponses, Sdk.TransfersGetErrors>;
    patch: Operation<Sdk.TransfersUpdateData, Sdk.TransfersUpdateResponses, Sdk.TransfersUpdateErrors>;
    delete: Operation<Sdk.TransfersDeleteData, Sdk.TransfersDeleteResponses, Sdk.TransfersDeleteErrors>;
  }>;
  '/transfers/{id}/unlock': PathItem<{
    post: Operation<Sdk.TransfersUnlockData, Sdk.TransfersUnlockResponses, Sdk.TransfersUnlockErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/public/transfers/{id}': PathItem<{
    get: Operation<Sdk.PublicTransfersGetData, Sdk.PublicTransfersGetResponses, Sdk.PublicTransfersGetErrors>;
  }>;
  '/public/transfers/{id}/open': PathItem<{
    post: Operation<Sdk.PublicTransfersOpenData, Sdk.PublicTransfersOpenResponses, Sdk.PublicTransfersOpenErrors, { headers: Headers['ReaderKey'] }>;
  }>;
  '/secrets': PathItem<{
    get: Operation<Sdk.SecretsListData, Sdk.SecretsListResponses, Sdk.SecretsListErrors>;
    post: Operation<Sdk.SecretsCreateData, Sdk.SecretsCreateResponses, Sdk.SecretsCreateErrors, { headers: Headers['IdempotencyKey'] & Headers['AcceptLanguage'] }>;
  }>;
  '/secrets/{id}': PathItem<{
    get: Operation<Sdk.SecretsGetData, Sdk.SecretsGetResponses, Sdk.SecretsGetErrors>;
    patch: Operation<Sdk.SecretsUpdateData, Sdk.SecretsUpdateResponses, Sdk.SecretsUpdateErrors>;
    delete: Operation<Sdk.SecretsDeleteData, Sdk.SecretsDeleteResponses, Sdk.SecretsDeleteErrors>;
  }>;
  '/secrets/{id}/unlock': PathItem<{
    post: Operation<Sdk.SecretsUnlockData, Sdk.SecretsUnlockResponses, Sdk.SecretsUnlockErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/public/secrets/{id}': PathItem<{
    get: Operation<Sdk.PublicSecretsGetData, Sdk.PublicSecretsGetResponses, Sdk.PublicSecretsGetErrors>;
  }>;
  '/public/secrets/{id}/reveal': PathItem<{
    post: Operation<Sdk.PublicSecretsRevealData, Sdk.PublicSecretsRevealResponses, Sdk.PublicSecretsRevealErrors, { headers: Headers['ReaderKey'] }>;
  }>;
  '/requests': PathItem<{
    get: Operation<Sdk.RequestsListData, Sdk.RequestsListResponses, Sdk.RequestsListErrors>;
    post: Operation<Sdk.RequestsCreateData, Sdk.RequestsCreateResponses, Sdk.RequestsCreateErrors, { headers: Headers['IdempotencyKey'] & Headers['AcceptLanguage'] }>;
  }>;
  '/requests/{id}': PathItem<{
    get: Operation<Sdk.RequestsGetData, Sdk.RequestsGetResponses, Sdk.RequestsGetErrors>;
    patch: Operation<Sdk.RequestsUpdateData, Sdk.RequestsUpdateResponses, Sdk.RequestsUpdateErrors>;
    delete: Operation<Sdk.RequestsDeleteData, Sdk.RequestsDeleteResponses, Sdk.RequestsDeleteErrors>;
  }>;
  '/requests/{id}/files': PathItem<{
    get: Operation<Sdk.RequestsFilesListData, Sdk.RequestsFilesListResponses, Sdk.RequestsFilesListErrors>;
  }>;
  '/requests/{id}/files/{fileId}': PathItem<{
    get: Operation<Sdk.RequestsFilesDownloadData, Sdk.RequestsFilesDownloadResponses, Sdk.RequestsFilesDownloadErrors, { headers: Headers['RangeHeader'] & Headers['IfRangeHeader']; response: 'application/octet-stream' }>;
    delete: Operation<Sdk.RequestsFilesDeleteData, Sdk.RequestsFilesDeleteResponses, Sdk.RequestsFilesDeleteErrors>;
  }>;
  '/requests/{id}/unlock': PathItem<{
    post: Operation<Sdk.RequestsUnlockData, Sdk.RequestsUnlockResponses, Sdk.RequestsUnlockErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/requests/{id}/rotate-pin': PathItem<{
    post: Operation<Sdk.RequestsRotatePinData, Sdk.RequestsRotatePinResponses, Sdk.RequestsRotatePinErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/public/requests/{id}': PathItem<{
    get: Operation<Sdk.PublicRequestsGetData, Sdk.PublicRequestsGetResponses, Sdk.PublicRequestsGetErrors>;
  }>;
  '/public/requests/{id}/sessions': PathItem<{
    post: Operation<Sdk.PublicRequestsSessionsCreateData, Sdk.PublicRequestsSessionsCreateResponses, Sdk.PublicRequestsSessionsCreateErrors>;
  }>;
  '/public/requests/{id}/files': PathItem<{
    post: Operation<Sdk.PublicRequestsFilesCreateData, Sdk.PublicRequestsFilesCreateResponses, Sdk.PublicRequestsFilesCreateErrors, { headers: Headers['SessionToken'] & Headers['SenderKey'] }>;
  }>;
  '/public/requests/{id}/finish': PathItem<{
    post: Operation<Sdk.PublicRequestsFinishData, Sdk.PublicRequestsFinishResponses, Sdk.PublicRequestsFinishErrors, { headers: Headers['SessionToken'] }>;
  }>;
  '/rooms': PathItem<{
    get: Operation<Sdk.RoomsListData, Sdk.RoomsListResponses, Sdk.RoomsListErrors>;
    post: Operation<Sdk.RoomsCreateData, Sdk.RoomsCreateResponses, Sdk.RoomsCreateErrors, { headers: Headers['IdempotencyKey'] & Headers['AcceptLanguage'] }>;
  }>;
  '/rooms/{id}': PathItem<{
    get: Operation<Sdk.RoomsGetData, Sdk.RoomsGetResponses, Sdk.RoomsGetErrors>;
    patch: Operation<Sdk.RoomsUpdateData, Sdk.RoomsUpdateResponses, Sdk.RoomsUpdateErrors>;
    delete: Operation<Sdk.RoomsDeleteData, Sdk.RoomsDeleteResponses, Sdk.RoomsDeleteErrors>;
  }>;
  '/rooms/{id}/messages': PathItem<{
    get: Operation<Sdk.RoomsMessagesListData, Sdk.RoomsMessagesListResponses, Sdk.RoomsMessagesListErrors>;
    post: Operation<Sdk.RoomsMessagesCreateData, Sdk.RoomsMessagesCreateResponses, Sdk.RoomsMessagesCreateErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/rooms/{id}/messages/{messageId}': PathItem<{
    delete: Operation<Sdk.RoomsMessagesDeleteData, Sdk.RoomsMessagesDeleteResponses, Sdk.RoomsMessagesDeleteErrors>;
  }>;
  '/rooms/{id}/authors/{authorId}': PathItem<{
    delete: Operation<Sdk.RoomsAuthorsDeleteData, Sdk.RoomsAuthorsDeleteResponses, Sdk.RoomsAuthorsDeleteErrors>;
  }>;
  '/rooms/{id}/files': PathItem<{
    post: Operation<Sdk.RoomsFilesCreateData, Sdk.RoomsFilesCreateResponses, Sdk.RoomsFilesCreateErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/rooms/{id}/files/{fileId}': PathItem<{
    get: Operation<Sdk.RoomsFilesDownloadData, Sdk.RoomsFilesDownloadResponses, Sdk.RoomsFilesDownloadErrors, { headers: Headers['RangeHeader'] & Headers['IfRangeHeader']; response: 'application/octet-stream' }>;
    delete: Operation<Sdk.RoomsFilesDeleteData, Sdk.RoomsFilesDeleteResponses, Sdk.RoomsFilesDeleteErrors>;
  }>;
  '/public/rooms/{id}': PathItem<{
    get: Operation<Sdk.PublicRoomsGetData, Sdk.PublicRoomsGetResponses, Sdk.PublicRoomsGetErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] }>;
  }>;
  '/public/rooms/{id}/sessions': PathItem<{
    post: Operation<Sdk.PublicRoomsSessionsCreateData, Sdk.PublicRoomsSessionsCreateResponses, Sdk.PublicRoomsSessionsCreateErrors, { headers: Headers['AccessProofHeader'] }>;
  }>;
  '/public/rooms/{id}/messages': PathItem<{
    get: Operation<Sdk.PublicRoomsMessagesListData, Sdk.PublicRoomsMessagesListResponses, Sdk.PublicRoomsMessagesListErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] }>;
    post: Operation<Sdk.PublicRoomsMessagesCreateData, Sdk.PublicRoomsMessagesCreateResponses, Sdk.PublicRoomsMessagesCreateErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] & Headers['SenderKey'] }>;
  }>;
  '/public/rooms/{id}/files': PathItem<{
    post: Operation<Sdk.PublicRoomsFilesCreateData, Sdk.PublicRoomsFilesCreateResponses, Sdk.PublicRoomsFilesCreateErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] & Headers['SenderKey'] }>;
  }>;
  '/public/rooms/{id}/files/{fileId}': PathItem<{
    get: Operation<Sdk.PublicRoomsFilesDownloadData, Sdk.PublicRoomsFilesDownloadResponses, Sdk.PublicRoomsFilesDownloadErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] & Headers['RangeHeader'] & Headers['IfRangeHeader']; response: 'application/octet-stream' }>;
  }>;
  '/public/rooms/{id}/participants': PathItem<{
    get: Operation<Sdk.PublicRoomsParticipantsListData, Sdk.PublicRoomsParticipantsListResponses, Sdk.PublicRoomsParticipantsListErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] }>;
  }>;
  '/public/rooms/{id}/events': PathItem<{
    get: Operation<Sdk.PublicRoomsEventsData, Sdk.PublicRoomsEventsResponses, Sdk.PublicRoomsEventsErrors, { headers: Headers['AccessProofHeader'] & Headers['SessionToken'] & Headers['LastEventId']; response: 'text/event-stream' }>;
  }>;
  '/drops': PathItem<{
    get: Operation<Sdk.DropsListData, Sdk.DropsListResponses, Sdk.DropsListErrors>;
    post: Operation<Sdk.DropsCreateData, Sdk.DropsCreateResponses, Sdk.DropsCreateErrors, { headers: Headers['IdempotencyKey'] & Headers['AcceptLanguage'] }>;
  }>;
  '/drops/{id}': PathItem<{
    get: Operation<Sdk.DropsGetData, Sdk.DropsGetResponses, Sdk.DropsGetErrors>;
    patch: Operation<Sdk.DropsUpdateData, Sdk.DropsUpdateResponses, Sdk.DropsUpdateErrors>;
    delete: Operation<Sdk.DropsDeleteData, Sdk.DropsDeleteResponses, Sdk.DropsDeleteErrors>;
  }>;
  '/drops/{id}/items': PathItem<{
    get: Operation<Sdk.DropsItemsListData, Sdk.DropsItemsListResponses, Sdk.DropsItemsListErrors>;
  }>;
  '/drops/{id}/items/{itemId}': PathItem<{
    delete: Operation<Sdk.DropsItemsDeleteData, Sdk.DropsItemsDeleteResponses, Sdk.DropsItemsDeleteErrors>;
  }>;
  '/drops/{id}/items/{itemId}/content': PathItem<{
    get: Operation<Sdk.DropsItemsDownloadData, Sdk.DropsItemsDownloadResponses, Sdk.DropsItemsDownloadErrors, { headers: Headers['RangeHeader'] & Headers['IfRangeHeader']; response: 'application/octet-stream' }>;
  }>;
  '/drops/{id}/authors/{authorId}': PathItem<{
    delete: Operation<Sdk.DropsAuthorsDeleteData, Sdk.DropsAuthorsDeleteResponses, Sdk.DropsAuthorsDeleteErrors>;
  }>;
  '/public/drops/{id}': PathItem<{
    get: Operation<Sdk.PublicDropsGetData, Sdk.PublicDropsGetResponses, Sdk.PublicDropsGetErrors>;
  }>;
  '/public/drops/{id}/items': PathItem<{
    post: Operation<Sdk.PublicDropsItemsCreateData, Sdk.PublicDropsItemsCreateResponses, Sdk.PublicDropsItemsCreateErrors, { headers: Headers['SenderKey'] }>;
  }>;
  '/debug-share': PathItem<{
    post: Operation<Sdk.DebugSharesCreateData, Sdk.DebugSharesCreateResponses, Sdk.DebugSharesCreateErrors, { headers: Headers['IdempotencyKey'] & Headers['AcceptLanguage'] }>;
  }>;
  '/public/uploads/{token}': PathItem<{
    put: Operation<Sdk.FilesUploadData, Sdk.FilesUploadResponses, Sdk.FilesUploadErrors, { request: 'application/octet-stream' }>;
  }>;
  '/public/downloads/{token}': PathItem<{
    get: Operation<Sdk.FilesDownloadData, Sdk.FilesDownloadResponses, Sdk.FilesDownloadErrors, { headers: Headers['RangeHeader'] & Headers['IfRangeHeader']; response: 'application/octet-stream' }>;
  }>;
  '/webhook-endpoints': PathItem<{
    get: Operation<Sdk.WebhookEndpointsListData, Sdk.WebhookEndpointsListResponses, Sdk.WebhookEndpointsListErrors>;
    post: Operation<Sdk.WebhookEndpointsCreateData, Sdk.WebhookEndpointsCreateResponses, Sdk.WebhookEndpointsCreateErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/webhook-endpoints/{id}': PathItem<{
    get: Operation<Sdk.WebhookEndpointsGetData, Sdk.WebhookEndpointsGetResponses, Sdk.WebhookEndpointsGetErrors>;
    patch: Operation<Sdk.WebhookEndpointsUpdateData, Sdk.WebhookEndpointsUpdateResponses, Sdk.WebhookEndpointsUpdateErrors>;
    delete: Operation<Sdk.WebhookEndpointsDeleteData, Sdk.WebhookEndpointsDeleteResponses, Sdk.WebhookEndpointsDeleteErrors>;
  }>;
  '/webhook-endpoints/{id}/rotate-secret': PathItem<{
    post: Operation<Sdk.WebhookEndpointsRotateSecretData, Sdk.WebhookEndpointsRotateSecretResponses, Sdk.WebhookEndpointsRotateSecretErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/webhook-endpoints/{id}/rotate-secret/confirm': PathItem<{
    post: Operation<Sdk.WebhookEndpointsConfirmSecretData, Sdk.WebhookEndpointsConfirmSecretResponses, Sdk.WebhookEndpointsConfirmSecretErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/webhook-endpoints/{id}/test': PathItem<{
    post: Operation<Sdk.WebhookEndpointsTestData, Sdk.WebhookEndpointsTestResponses, Sdk.WebhookEndpointsTestErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/webhook-endpoints/{id}/deliveries': PathItem<{
    get: Operation<Sdk.WebhookEndpointsDeliveriesListData, Sdk.WebhookEndpointsDeliveriesListResponses, Sdk.WebhookEndpointsDeliveriesListErrors>;
  }>;
  '/webhook-endpoints/{id}/deliveries/{deliveryId}': PathItem<{
    get: Operation<Sdk.WebhookEndpointsDeliveriesGetData, Sdk.WebhookEndpointsDeliveriesGetResponses, Sdk.WebhookEndpointsDeliveriesGetErrors>;
  }>;
  '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': PathItem<{
    post: Operation<Sdk.WebhookEndpointsDeliveriesRedeliverData, Sdk.WebhookEndpointsDeliveriesRedeliverResponses, Sdk.WebhookEndpointsDeliveriesRedeliverErrors, { headers: Headers['IdempotencyKey'] }>;
  }>;
  '/webhook-endpoints/{id}/redeliveries': PathItem<{
    post: Operation<Sdk.WebhookEndpointsRedeliveriesCreateData, Sdk.WebhookEndpointsRedeliveriesCreateResponses, Sdk.WebhookEndpointsRedeliveriesCreateErrors>;
  }>;
  '/webhook-endpoints/{id}/redeliveries/{redeliveryId}': PathItem<{
    get: Operation<Sdk.WebhookEndpointsRedeliveriesGetData, Sdk.WebhookEndpointsRedeliveriesGetResponses, Sdk.WebhookEndpointsRedeliveriesGetErrors>;
  }>;
  '/webhook-statistics': PathItem<{
    get: Operation<Sdk.WebhookEndpointsStatisticsData, Sdk.WebhookEndpointsStatisticsResponses, Sdk.WebhookEndpointsStatisticsErrors>;
  }>;
  '/events': PathItem<{
    get: Operation<Sdk.EventsListData, Sdk.EventsListResponses, Sdk.EventsListErrors>;
  }>;
  '/events/{id}': PathItem<{
    get: Operation<Sdk.EventsGetData, Sdk.EventsGetResponses, Sdk.EventsGetErrors>;
  }>;
  '/events/{id}/deliveries': PathItem<{
    get: Operation<Sdk.EventsDeliveriesData, Sdk.EventsDeliveriesResponses, Sdk.EventsDeliveriesErrors>;
  }>;
  '/key': PathItem<{
    get: Operation<Sdk.KeyGetData, Sdk.KeyGetResponses, Sdk.KeyGetErrors>;
  }>;
  '/public/limits': PathItem<{
    get: Operation<Sdk.PublicLimitsGetData, Sdk.PublicLimitsGetResponses, Sdk.PublicLimitsGetErrors>;
  }>;
  '/openapi.json': PathItem<{
    get: Operation<Sdk.OpenapiGetData, Sdk.OpenapiGetResponses, Sdk.OpenapiGetErrors>;
  }>;
}
