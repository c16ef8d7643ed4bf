// Generated from openapi/ by `npm run generate`. Do not edit.
import type { APIPromise } from '../core/api-promise.ts';
import type { CallOptions, RequestOptions } from '../core/operation.ts';
import { paginate, type PagePromise } from '../core/pagination.ts';
import { Resource, type Given } from '../core/resource.ts';
import type {
  DebugSharesCreateData,
  DebugSharesCreateResponse,
  DropsAuthorsDeleteData,
  DropsAuthorsDeleteResponse,
  DropsCreateData,
  DropsCreateResponse,
  DropsDeleteData,
  DropsDeleteResponse,
  DropsGetData,
  DropsGetResponse,
  DropsItemsDeleteData,
  DropsItemsDeleteResponse,
  DropsItemsDownloadData,
  DropsItemsListData,
  DropsItemsListResponse,
  DropsListData,
  DropsListResponse,
  DropsUpdateData,
  DropsUpdateResponse,
  EventsDeliveriesData,
  EventsDeliveriesResponse,
  EventsGetData,
  EventsGetResponse,
  EventsListData,
  EventsListResponse,
  FilesDownloadData,
  FilesUploadData,
  FilesUploadResponse,
  KeyGetData,
  KeyGetResponse,
  OpenapiGetData,
  OpenapiGetResponse,
  PublicDropsGetData,
  PublicDropsGetResponse,
  PublicDropsItemsCreateData,
  PublicDropsItemsCreateResponse,
  PublicLimitsGetData,
  PublicLimitsGetResponse,
  PublicRequestsFilesCreateData,
  PublicRequestsFilesCreateResponse,
  PublicRequestsFinishData,
  PublicRequestsFinishResponse,
  PublicRequestsGetData,
  PublicRequestsGetResponse,
  PublicRequestsSessionsCreateData,
  PublicRequestsSessionsCreateResponse,
  PublicRoomsEventsData,
  PublicRoomsFilesCreateData,
  PublicRoomsFilesCreateResponse,
  PublicRoomsFilesDownloadData,
  PublicRoomsGetData,
  PublicRoomsGetResponse,
  PublicRoomsMessagesCreateData,
  PublicRoomsMessagesCreateResponse,
  PublicRoomsMessagesListData,
  PublicRoomsMessagesListResponse,
  PublicRoomsParticipantsListData,
  PublicRoomsParticipantsListResponse,
  PublicRoomsSessionsCreateData,
  PublicRoomsSessionsCreateResponse,
  PublicSecretsGetData,
  PublicSecretsGetResponse,
  PublicSecretsRevealData,
  PublicSecretsRevealResponse,
  PublicTransfersGetData,
  PublicTransfersGetResponse,
  PublicTransfersOpenData,
  PublicTransfersOpenResponse,
  RequestsCreateData,
  RequestsCreateResponse,
  RequestsDeleteData,
  RequestsDeleteResponse,
  RequestsFilesDeleteData,
  RequestsFilesDeleteResponse,
  RequestsFilesDownloadData,
  RequestsFilesListData,
  RequestsFilesListResponse,
  RequestsGetData,
  RequestsGetResponse,
  RequestsListData,
  RequestsListResponse,
  RequestsRotatePinData,
  RequestsRotatePinResponse,
  RequestsUnlockData,
  RequestsUnlockResponse,
  RequestsUpdateData,
  RequestsUpdateResponse,
  RoomsAuthorsDeleteData,
  RoomsAuthorsDeleteResponse,
  RoomsCreateResponse,
  RoomsDeleteData,
  RoomsDeleteResponse,
  RoomsFilesCreateResponse,
  RoomsFilesDeleteData,
  RoomsFilesDeleteResponse,
  RoomsFilesDownloadData,
  RoomsGetData,
  RoomsGetResponse,
  RoomsListData,
  RoomsListResponse,
  RoomsMessagesCreateResponse,
  RoomsMessagesDeleteData,
  RoomsMessagesDeleteResponse,
  RoomsMessagesListData,
  RoomsMessagesListResponse,
  RoomsUpdateData,
  RoomsUpdateResponse,
  SecretsCreateResponse,
  SecretsDeleteData,
  SecretsDeleteResponse,
  SecretsGetData,
  SecretsGetResponse,
  SecretsListData,
  SecretsListResponse,
  SecretsUnlockData,
  SecretsUnlockResponse,
  SecretsUpdateData,
  SecretsUpdateResponse,
  TransfersCreateResponse,
  TransfersDeleteData,
  TransfersDeleteResponse,
  TransfersGetData,
  TransfersGetResponse,
  TransfersListData,
  TransfersListResponse,
  TransfersUnlockData,
  TransfersUnlockResponse,
  TransfersUpdateData,
  TransfersUpdateResponse,
  WebhookEndpointsConfirmSecretData,
  WebhookEndpointsConfirmSecretResponse,
  WebhookEndpointsCreateData,
  WebhookEndpointsCreateResponse,
  WebhookEndpointsDeleteData,
  WebhookEndpointsDeleteResponse,
  WebhookEndpointsDeliveriesGetData,
  WebhookEndpointsDeliveriesGetResponse,
  WebhookEndpointsDeliveriesListData,
  WebhookEndpointsDeliveriesListResponse,
  WebhookEndpointsDeliveriesRedeliverData,
  WebhookEndpointsDeliveriesRedeliverResponse,
  WebhookEndpointsGetData,
  WebhookEndpointsGetResponse,
  WebhookEndpointsListData,
  WebhookEndpointsListResponse,
  WebhookEndpointsRedeliveriesCreateData,
  WebhookEndpointsRedeliveriesCreateResponse,
  WebhookEndpointsRedeliveriesGetData,
  WebhookEndpointsRedeliveriesGetResponse,
  WebhookEndpointsRotateSecretData,
  WebhookEndpointsRotateSecretResponse,
  WebhookEndpointsStatisticsData,
  WebhookEndpointsStatisticsResponse,
  WebhookEndpointsTestData,
  WebhookEndpointsTestResponse,
  WebhookEndpointsUpdateData,
  WebhookEndpointsUpdateResponse,
} from './types.gen.ts';

export abstract class TransfersResource extends Resource {

  /**
   * List transfers: `GET /transfers`.
   *
   * Lists the active and past transfers of the calling key, newest first. Expired and consumed ones are
   * listed without content for 30 days; deleted ones leave the list at once. Needs the scope transfer:read.
   */
  list(query?: Given<TransfersListData['query']>, options?: CallOptions): PagePromise<TransfersListResponse, 'transfers'> {
    return paginate('transfers', query, (query) => this.call<TransfersListData>(['transfers.list', 'GET', '/transfers', 'limit cursor status'], { query }, options));
  }

  abstract create(...args: never): APIPromise<TransfersCreateResponse>;

  /**
   * Look at a transfer: `GET /transfers/{id}`.
   *
   * Answers the state of a transfer to its owner. It never counts as a view and never contains the content.
   * After expiry, consumption or deletion it answers 404; `GET /transfers` tells for 30 days which of the
   * first two it was, after how many views, and when those were. Needs the scope transfer:read.
   */
  get(id: string, options?: CallOptions): APIPromise<TransfersGetResponse> {
    return this.call<TransfersGetData>(['transfers.get', 'GET', '/transfers/{id}'], { path: { id } }, options);
  }

  /**
   * Change the label or expiry of a transfer: `PATCH /transfers/{id}`.
   *
   * Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier,
   * from one minute ahead to what the server allows, counted from now. A transfer that has expired, was
   * consumed or deleted answers 404, so nothing revives. Emits `transfer.updated` if anything has changed,
   * for webhook endpoints that name it. Needs the scope transfer:create.
   */
  update(id: string, body: Given<TransfersUpdateData['body']>, options?: CallOptions): APIPromise<TransfersUpdateResponse> {
    return this.call<TransfersUpdateData>(['transfers.update', 'PATCH', '/transfers/{id}', 'label expiresAt'], { path: { id }, body }, options);
  }

  /**
   * Delete a transfer: `DELETE /transfers/{id}`.
   *
   * Closes access at once, before the expiry, and destroys the content. Emits `transfer.deleted`. A file that
   * was opened for the last time can be deleted until it was downloaded; a download that is under way is cut.
   * Needs the scope transfer:delete.
   */
  delete(id: string, options?: CallOptions): APIPromise<TransfersDeleteResponse> {
    return this.call<TransfersDeleteData>(['transfers.delete', 'DELETE', '/transfers/{id}'], { path: { id } }, options);
  }

  /**
   * Forget the wrong passwords tried at a transfer: `POST /transfers/{id}/unlock`.
   *
   * Forgets every wrong password that was tried, so that nobody has to wait any more. Guessing starts anew as
   * well: use it for a recipient who has to wait, not as a routine. Without any it changes nothing and
   * answers the same. Needs the scope transfer:create.
   */
  unlock(id: string, options?: RequestOptions): APIPromise<TransfersUnlockResponse> {
    return this.call<TransfersUnlockData>(['transfers.unlock', 'POST', '/transfers/{id}/unlock', '', 'key'], { path: { id } }, options);
  }
}

export class PublicTransfersResource extends Resource {

  /**
   * Look at a link before opening it: `GET /public/transfers/{id}`.
   *
   * Tells a recipient what kind of transfer or debug share this is and whether a password is needed. It
   * consumes nothing and never contains content. Needs no API key.
   */
  get(id: string, options?: CallOptions): APIPromise<PublicTransfersGetResponse> {
    return this.call<PublicTransfersGetData>(['public.transfers.get', 'GET', '/public/transfers/{id}', '', 'none'], { path: { id } }, options);
  }

  /**
   * Open a transfer or debug share: `POST /public/transfers/{id}/open`.
   *
   * Answers the content and counts one view. The last allowed view destroys the content in the same
   * transaction, so of any number of concurrent callers exactly one gets it. A wrong password or access proof
   * consumes nothing. Refused with 400 to a browser that fetches ahead (`Sec-Purpose`), and to a page of
   * another origin that posts without a body of type `application/json`, as forms, images and beacons do.
   * Needs no API key.
   */
  open(id: string, body: Given<PublicTransfersOpenData['body']> = {}, options?: RequestOptions): APIPromise<PublicTransfersOpenResponse> {
    return this.call<PublicTransfersOpenData>(['public.transfers.open', 'POST', '/public/transfers/{id}/open', 'password accessProof', 'none key'], { path: { id }, body }, options);
  }
}

export class PublicSecretsResource extends Resource {

  /**
   * Look at a secret before revealing it: `GET /public/secrets/{id}`.
   *
   * Tells a recipient whether a password is needed. It consumes nothing and never contains content. Needs no
   * API key.
   */
  get(id: string, options?: CallOptions): APIPromise<PublicSecretsGetResponse> {
    return this.call<PublicSecretsGetData>(['public.secrets.get', 'GET', '/public/secrets/{id}', '', 'none'], { path: { id } }, options);
  }

  /**
   * Reveal and destroy a secret: `POST /public/secrets/{id}/reveal`.
   *
   * Answers the value and destroys it in the same transaction: of any number of concurrent callers exactly
   * one gets it. A wrong password or access proof consumes nothing. Emits `secret.consumed`. Refused with 400
   * to a browser that fetches ahead (`Sec-Purpose`), and to a page of another origin that posts without a
   * body of type `application/json`, as forms, images and beacons do. Needs no API key.
   */
  reveal(id: string, body: Given<PublicSecretsRevealData['body']> = {}, options?: RequestOptions): APIPromise<PublicSecretsRevealResponse> {
    return this.call<PublicSecretsRevealData>(['public.secrets.reveal', 'POST', '/public/secrets/{id}/reveal', 'password accessProof', 'none key'], { path: { id }, body }, options);
  }
}

export class PublicRequestsSessionsResource extends Resource {

  /**
   * Start a session of a sender: `POST /public/requests/{id}/sessions`.
   *
   * Checks the PIN once and answers a token for the calls that follow: each session has 120 a minute of its
   * own, whatever others behind the same address do. It ends after 30 minutes, with the request, and when the
   * owner changes the PIN. A request has at most 50 sessions at a time, 40 of one network; one more is
   * answered with 409 `quota_exceeded`, and its sender goes on with the PIN. A closed request answers 404.
   * Needs no API key.
   */
  create(id: string, body: Given<PublicRequestsSessionsCreateData['body']>, options?: CallOptions): APIPromise<PublicRequestsSessionsCreateResponse> {
    return this.call<PublicRequestsSessionsCreateData>(['public.requests.sessions.create', 'POST', '/public/requests/{id}/sessions', 'pin', 'none'], { path: { id }, body }, options);
  }
}

export class PublicRequestsFilesResource extends Resource {

  /**
   * Announce files for an upload request: `POST /public/requests/{id}/files`.
   *
   * Checks the PIN, or the session, and answers an `uploadUrl` for each file, to which its bytes go next. A
   * file reaches the owner once its bytes are there. Several files are named in `files`; all of them are
   * announced, or none. A request takes at most 50 files; one more, or more bytes than are left, is answered
   * with 409 `quota_exceeded`. A closed request answers 404. Needs no API key.
   */
  create(id: string, body: Given<PublicRequestsFilesCreateData['body']>, options?: RequestOptions): APIPromise<PublicRequestsFilesCreateResponse> {
    return this.call<PublicRequestsFilesCreateData>(['public.requests.files.create', 'POST', '/public/requests/{id}/files', 'pin fileName mediaType size files', 'none key'], { path: { id }, body }, options);
  }
}

export class PublicRequestsResource extends Resource {
  readonly sessions: PublicRequestsSessionsResource = new PublicRequestsSessionsResource(this.context());
  readonly files: PublicRequestsFilesResource = new PublicRequestsFilesResource(this.context());

  /**
   * Look at an upload request before sending: `GET /public/requests/{id}`.
   *
   * Tells a sender what is asked for and whether files are still accepted, and how large ones. It needs no
   * PIN and shows nothing that others have sent. Needs no API key.
   */
  get(id: string, options?: CallOptions): APIPromise<PublicRequestsGetResponse> {
    return this.call<PublicRequestsGetData>(['public.requests.get', 'GET', '/public/requests/{id}', '', 'none'], { path: { id } }, options);
  }

  /**
   * Finish an upload request: `POST /public/requests/{id}/finish`.
   *
   * Tells the owner that everything has been sent, closes the request and emits `request.closed`. At least
   * one file must have arrived, else 400; an upload that is still running is dropped. Finishing a closed
   * request again answers the same and emits nothing. Needs no API key.
   */
  finish(id: string, body: Given<PublicRequestsFinishData['body']>, options?: CallOptions): APIPromise<PublicRequestsFinishResponse> {
    return this.call<PublicRequestsFinishData>(['public.requests.finish', 'POST', '/public/requests/{id}/finish', 'pin', 'none'], { path: { id }, body }, options);
  }
}

export class PublicRoomsSessionsResource extends Resource {

  /**
   * Start a session of a participant: `POST /public/rooms/{id}/sessions`.
   *
   * Enters the room once, with the access proof where it is `e2e`, and answers a token for the calls that
   * follow: each session has 120 a minute of its own, and all sessions of one address have 480 together. It
   * ends after 30 minutes, and with the room, or later where it follows the room's events. A room has at most
   * 50 sessions at a time, 40 of one network; one more is answered with 409 `quota_exceeded`, and its
   * participant goes on without. With `author` the others in the room see that name among those who are here,
   * for as long as the session follows the room's events; without it its holder is counted among the unnamed.
   * In an `e2e` room the name is a compact JWE, and anything else is answered with 400. Needs no API key.
   */
  create(id: string, body: Given<PublicRoomsSessionsCreateData['body']> = {}, options?: CallOptions): APIPromise<PublicRoomsSessionsCreateResponse> {
    return this.call<PublicRoomsSessionsCreateData>(['public.rooms.sessions.create', 'POST', '/public/rooms/{id}/sessions', 'author', 'none'], { path: { id }, body }, options);
  }
}

export class PublicRoomsMessagesResource extends Resource {

  /**
   * Read the messages of a room: `GET /public/rooms/{id}/messages`.
   *
   * Lists messages and files, newest first. Reading consumes nothing. Needs no API key.
   */
  list(id: string, query?: Given<PublicRoomsMessagesListData['query']>, options?: CallOptions): PagePromise<PublicRoomsMessagesListResponse, 'messages'> {
    return paginate('messages', query, (query) => this.call<PublicRoomsMessagesListData>(['public.rooms.messages.list', 'GET', '/public/rooms/{id}/messages', 'limit cursor', 'none'], { path: { id }, query }, options));
  }

  /**
   * Post a message as a participant: `POST /public/rooms/{id}/messages`.
   *
   * Posts a message; everyone who follows the room's events gets it at once. In an `e2e` room anything but a
   * compact JWE is answered with 400. Needs no API key.
   */
  create(id: string, body: Given<PublicRoomsMessagesCreateData['body']>, options?: RequestOptions): APIPromise<PublicRoomsMessagesCreateResponse> {
    return this.call<PublicRoomsMessagesCreateData>(['public.rooms.messages.create', 'POST', '/public/rooms/{id}/messages', 'text author', 'none key'], { path: { id }, body }, options);
  }
}

export class PublicRoomsFilesResource extends Resource {

  /**
   * Announce a file as a participant: `POST /public/rooms/{id}/files`.
   *
   * Answers an `uploadUrl`, to which the bytes go next. Once they are there the file appears among the room's
   * messages. In an `e2e` room the name and type are sent as `sealedMetadata` only. Needs no API key.
   */
  create(id: string, body: Given<PublicRoomsFilesCreateData['body']>, options?: RequestOptions): APIPromise<PublicRoomsFilesCreateResponse> {
    return this.call<PublicRoomsFilesCreateData>(['public.rooms.files.create', 'POST', '/public/rooms/{id}/files', 'fileName mediaType sealedMetadata size author', 'none key'], { path: { id }, body }, options);
  }

  /**
   * Download a file as a participant: `GET /public/rooms/{id}/files/{fileId}`.
   *
   * Answers the bytes as they were sent; in an `e2e` room these are sealed. Downloading consumes nothing.
   * Needs no API key.
   */
  download(id: string, fileId: string, options?: CallOptions): APIPromise<Response> {
    return this.call<PublicRoomsFilesDownloadData>(['public.rooms.files.download', 'GET', '/public/rooms/{id}/files/{fileId}', '', 'none bytes'], { path: { id, fileId } }, options);
  }
}

export class PublicRoomsParticipantsResource extends Resource {

  /**
   * See who is in a room: `GET /public/rooms/{id}/participants`.
   *
   * Tells who follows the room's events under a session of their own: the names that they gave, and how many
   * gave none. Those who follow the events learn it there, and of every change. Needs no API key.
   */
  list(id: string, options?: CallOptions): APIPromise<PublicRoomsParticipantsListResponse> {
    return this.call<PublicRoomsParticipantsListData>(['public.rooms.participants.list', 'GET', '/public/rooms/{id}/participants', '', 'none'], { path: { id } }, options);
  }
}

export class PublicRoomsResource extends Resource {
  readonly sessions: PublicRoomsSessionsResource = new PublicRoomsSessionsResource(this.context());
  readonly messages: PublicRoomsMessagesResource = new PublicRoomsMessagesResource(this.context());
  readonly files: PublicRoomsFilesResource = new PublicRoomsFilesResource(this.context());
  readonly participants: PublicRoomsParticipantsResource = new PublicRoomsParticipantsResource(this.context());

  /**
   * Look at a room before entering: `GET /public/rooms/{id}`.
   *
   * Tells a participant how the room is sealed and when it expires. For an `e2e` room the response comes
   * without the access proof too, because `kdfIterations` is needed to derive it, but then it leaves out the
   * `name`. Needs no API key.
   */
  get(id: string, options?: CallOptions): APIPromise<PublicRoomsGetResponse> {
    return this.call<PublicRoomsGetData>(['public.rooms.get', 'GET', '/public/rooms/{id}', '', 'none'], { path: { id } }, options);
  }

  /**
   * Follow a room live: `GET /public/rooms/{id}/events`.
   *
   * Streams what happens in the room as server-sent events, whichever node it happens on. One stream counts
   * as one request. The `data` of each event is one line of JSON: - `message`: a message or file is new in
   * the room; `data` is a `RoomMessage`, and the event's `id` is the message's. - `participants`: somebody
   * has come or gone; `data` is `RoomParticipants`, all who follow the room under a session. It comes first,
   * too, where somebody is here. - `deleted`: the owner has deleted a message; `data` is `{"messageId":
   * "…"}`, with the `fileId` if it had a file, and that message is in the room no more. The event has an `id`
   * of its own. - `closed`: the room has ended; `data` is `{"roomId": "…", "state": "expired"}` or
   * `"deleted"`. The stream ends, and reconnecting answers 404. A comment line (`:`) comes at least every 20
   * seconds to keep the connection alive. The server may end a stream at any time; a client that reconnects
   * with `Last-Event-ID` first gets what it has missed. Without it the stream starts with the next message.
   * Clients ignore events they do not know. At most 20 streams of a room, and at most 100 of all rooms of a
   * server, are open to one address; another one is answered with 429 (`rate_limited`). A server that has no
   * place for more streams answers 503. For an `e2e` room read the stream with `fetch`, because `EventSource`
   * in browsers cannot send `X-Access-Proof`. Needs no API key.
   */
  events(id: string, options?: CallOptions): APIPromise<Response> {
    return this.call<PublicRoomsEventsData>(['public.rooms.events', 'GET', '/public/rooms/{id}/events', '', 'none bytes'], { path: { id } }, options);
  }
}

export class PublicDropsItemsResource extends Resource {

  /**
   * Leave a message or a file: `POST /public/drops/{id}/items`.
   *
   * Leaves a message, a file or both as one item. With `file`, even an empty object, the response holds an
   * `uploadUrl`, to which the bytes go next; the item reaches the owner once they are there. Each of several
   * `files` is an item of its own; all of them are announced, or none. A full inbox answers 409
   * `quota_exceeded`. Needs no API key.
   */
  create(id: string, body: Given<PublicDropsItemsCreateData['body']>, options?: RequestOptions): APIPromise<PublicDropsItemsCreateResponse> {
    return this.call<PublicDropsItemsCreateData>(['public.drops.items.create', 'POST', '/public/drops/{id}/items', 'message file files', 'none key'], { path: { id }, body }, options);
  }
}

export class PublicDropsResource extends Resource {
  readonly items: PublicDropsItemsResource = new PublicDropsItemsResource(this.context());

  /**
   * Look at a drop inbox before leaving something: `GET /public/drops/{id}`.
   *
   * Tells a sender which inbox this is, and whether it takes more. It shows nothing that others have left.
   * Needs no API key.
   */
  get(id: string, options?: CallOptions): APIPromise<PublicDropsGetResponse> {
    return this.call<PublicDropsGetData>(['public.drops.get', 'GET', '/public/drops/{id}', '', 'none'], { path: { id } }, options);
  }
}

export class PublicLimitsResource extends Resource {

  /**
   * Show what this server takes: `GET /public/limits`.
   *
   * Answers the sizes, lengths, lifetimes and counts that this server allows, as its operator has set them.
   * Needs no API key.
   */
  get(options?: CallOptions): APIPromise<PublicLimitsGetResponse> {
    return this.call<PublicLimitsGetData>(['public.limits.get', 'GET', '/public/limits', '', 'none'], {}, options);
  }
}

export class PublicResource extends Resource {
  readonly transfers: PublicTransfersResource = new PublicTransfersResource(this.context());
  readonly secrets: PublicSecretsResource = new PublicSecretsResource(this.context());
  readonly requests: PublicRequestsResource = new PublicRequestsResource(this.context());
  readonly rooms: PublicRoomsResource = new PublicRoomsResource(this.context());
  readonly drops: PublicDropsResource = new PublicDropsResource(this.context());
  readonly limits: PublicLimitsResource = new PublicLimitsResource(this.context());
}

export abstract class SecretsResource extends Resource {

  /**
   * List secrets: `GET /secrets`.
   *
   * Lists the secrets of the calling key, newest first: their states, never their content, and never a read.
   * Read, expired and revoked ones stay listed for 30 days. Needs the scope secret:create.
   */
  list(query?: Given<SecretsListData['query']>, options?: CallOptions): PagePromise<SecretsListResponse, 'secrets'> {
    return paginate('secrets', query, (query) => this.call<SecretsListData>(['secrets.list', 'GET', '/secrets', 'limit cursor state'], { query }, options));
  }

  abstract create(...args: never): APIPromise<SecretsCreateResponse>;

  /**
   * Look at a secret's state: `GET /secrets/{id}`.
   *
   * Tells the owner whether the secret was read, and when, also once it was. Never the content, and never a
   * read. Needs the scope secret:create.
   */
  get(id: string, options?: CallOptions): APIPromise<SecretsGetResponse> {
    return this.call<SecretsGetData>(['secrets.get', 'GET', '/secrets/{id}'], { path: { id } }, options);
  }

  /**
   * Change the label or expiry of a secret: `PATCH /secrets/{id}`.
   *
   * Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier,
   * from one minute ahead to what the server allows, counted from now. A secret that is no longer waiting
   * answers 404, so nothing revives. Emits `secret.updated` if anything has changed, for webhook endpoints
   * that name it. Needs the scope secret:create.
   */
  update(id: string, body: Given<SecretsUpdateData['body']>, options?: CallOptions): APIPromise<SecretsUpdateResponse> {
    return this.call<SecretsUpdateData>(['secrets.update', 'PATCH', '/secrets/{id}', 'label expiresAt'], { path: { id }, body }, options);
  }

  /**
   * Revoke a secret: `DELETE /secrets/{id}`.
   *
   * Destroys the secret before anyone has read it. A secret that is no longer waiting answers 404. Needs the
   * scope secret:create.
   */
  delete(id: string, options?: CallOptions): APIPromise<SecretsDeleteResponse> {
    return this.call<SecretsDeleteData>(['secrets.delete', 'DELETE', '/secrets/{id}'], { path: { id } }, options);
  }

  /**
   * Forget the wrong passwords tried at a secret: `POST /secrets/{id}/unlock`.
   *
   * Forgets every wrong password that was tried, so that nobody has to wait any more. Guessing starts anew as
   * well: use it for a recipient who has to wait, not as a routine. Without any it changes nothing and
   * answers the same. Needs the scope secret:create.
   */
  unlock(id: string, options?: RequestOptions): APIPromise<SecretsUnlockResponse> {
    return this.call<SecretsUnlockData>(['secrets.unlock', 'POST', '/secrets/{id}/unlock', '', 'key'], { path: { id } }, options);
  }
}

export class RequestsFilesResource extends Resource {

  /**
   * List the files of an upload request: `GET /requests/{id}/files`.
   *
   * Lists the files whose bytes have arrived, newest first, whether or not the sender has finished. Needs the
   * scope request:read.
   */
  list(id: string, query?: Given<RequestsFilesListData['query']>, options?: CallOptions): PagePromise<RequestsFilesListResponse, 'files'> {
    return paginate('files', query, (query) => this.call<RequestsFilesListData>(['requests.files.list', 'GET', '/requests/{id}/files', 'limit cursor'], { path: { id }, query }, options));
  }

  /**
   * Download a file of an upload request: `GET /requests/{id}/files/{fileId}`.
   *
   * Answers the bytes as they were sent. Downloading is not limited in number and changes nothing. Needs the
   * scope request:read.
   */
  download(id: string, fileId: string, options?: CallOptions): APIPromise<Response> {
    return this.call<RequestsFilesDownloadData>(['requests.files.download', 'GET', '/requests/{id}/files/{fileId}', '', 'bytes'], { path: { id, fileId } }, options);
  }

  /**
   * Delete a file of an upload request: `DELETE /requests/{id}/files/{fileId}`.
   *
   * Destroys one file that has arrived, whether or not the sender has finished. What it took of the limits of
   * the request and of the key is free at once. A file that is gone answers 404. Needs the scope
   * request:create.
   */
  delete(id: string, fileId: string, options?: CallOptions): APIPromise<RequestsFilesDeleteResponse> {
    return this.call<RequestsFilesDeleteData>(['requests.files.delete', 'DELETE', '/requests/{id}/files/{fileId}'], { path: { id, fileId } }, options);
  }
}

export class RequestsResource extends Resource {
  readonly files: RequestsFilesResource = new RequestsFilesResource(this.context());

  /**
   * List upload requests: `GET /requests`.
   *
   * Lists the upload requests of the calling key, newest first. Closed and expired ones stay listed for 30
   * days after their last file has been wiped; deleted ones leave the list at once. Needs the scope
   * request:read.
   */
  list(query?: Given<RequestsListData['query']>, options?: CallOptions): PagePromise<RequestsListResponse, 'requests'> {
    return paginate('requests', query, (query) => this.call<RequestsListData>(['requests.list', 'GET', '/requests', 'limit cursor state'], { query }, options));
  }

  /**
   * Create an upload request: `POST /requests`.
   *
   * Creates a link through which others send files to you. The response holds the PIN they need; it is shown
   * this once, and the server keeps only a slow hash of it. Send the link and the PIN over separate channels.
   * Emits `request.created`. Needs the scope request:create.
   */
  create(body: Given<RequestsCreateData['body']>, options?: RequestOptions): APIPromise<RequestsCreateResponse> {
    return this.call<RequestsCreateData>(['requests.create', 'POST', '/requests', 'title expiration expiresAt label', 'key'], { body }, options);
  }

  /**
   * Look at an upload request: `GET /requests/{id}`.
   *
   * Answers the state of an upload request and the files that have arrived. The files stay until the later of
   * the expiry and 7 days after closing. Needs the scope request:read.
   */
  get(id: string, options?: CallOptions): APIPromise<RequestsGetResponse> {
    return this.call<RequestsGetData>(['requests.get', 'GET', '/requests/{id}'], { path: { id } }, options);
  }

  /**
   * Change the label or expiry of an upload request: `PATCH /requests/{id}`.
   *
   * Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier,
   * from one minute ahead to what the server allows, counted from now. Upload URLs and sessions of senders
   * follow it, and so does the time for which files are kept. A request that is closed or has expired answers
   * 404, so nothing revives. Emits `request.updated` if anything has changed, for webhook endpoints that name
   * it. Needs the scope request:create.
   */
  update(id: string, body: Given<RequestsUpdateData['body']>, options?: CallOptions): APIPromise<RequestsUpdateResponse> {
    return this.call<RequestsUpdateData>(['requests.update', 'PATCH', '/requests/{id}', 'label expiresAt'], { path: { id }, body }, options);
  }

  /**
   * Revoke an upload request: `DELETE /requests/{id}`.
   *
   * Closes the link at once and destroys every file that was sent through it. Needs the scope request:create.
   */
  delete(id: string, options?: CallOptions): APIPromise<RequestsDeleteResponse> {
    return this.call<RequestsDeleteData>(['requests.delete', 'DELETE', '/requests/{id}'], { path: { id } }, options);
  }

  /**
   * Forget the wrong PINs tried at a request: `POST /requests/{id}/unlock`.
   *
   * Forgets every wrong PIN that was tried, so that nobody has to wait any more. Guessing starts anew as
   * well: use it for a recipient who has to wait, not as a routine. Without any it changes nothing and
   * answers the same. Needs the scope request:create.
   */
  unlock(id: string, options?: RequestOptions): APIPromise<RequestsUnlockResponse> {
    return this.call<RequestsUnlockData>(['requests.unlock', 'POST', '/requests/{id}/unlock', '', 'key'], { path: { id } }, options);
  }

  /**
   * Change the PIN of an upload request: `POST /requests/{id}/rotate-pin`.
   *
   * Makes a new PIN and shows it this once. The old one is wrong from now on, what has arrived or is being
   * uploaded stays, and wrong PINs that were tried are forgotten. An expired request answers 404. Needs the
   * scope request:create.
   */
  rotatePin(id: string, options?: RequestOptions): APIPromise<RequestsRotatePinResponse> {
    return this.call<RequestsRotatePinData>(['requests.rotatePin', 'POST', '/requests/{id}/rotate-pin', '', 'key'], { path: { id } }, options);
  }
}

export abstract class RoomsMessagesResource extends Resource {

  /**
   * List the messages of a room: `GET /rooms/{id}/messages`.
   *
   * Lists messages and files, newest first. In an `e2e` room texts are compact JWEs which only holders of the
   * link key can open. Needs the scope room:create or room:write.
   */
  list(id: string, query?: Given<RoomsMessagesListData['query']>, options?: CallOptions): PagePromise<RoomsMessagesListResponse, 'messages'> {
    return paginate('messages', query, (query) => this.call<RoomsMessagesListData>(['rooms.messages.list', 'GET', '/rooms/{id}/messages', 'limit cursor'], { path: { id }, query }, options));
  }

  abstract create(...args: never): APIPromise<RoomsMessagesCreateResponse>;

  /**
   * Delete a message of a room: `DELETE /rooms/{id}/messages/{messageId}`.
   *
   * Destroys one message, with its file if it has one. Those who follow the room get the event `deleted`.
   * What it took of the limits of the room and of the key is free at once. A message that is gone answers
   * 404. Needs the scope room:create or room:write.
   */
  delete(id: string, messageId: string, options?: CallOptions): APIPromise<RoomsMessagesDeleteResponse> {
    return this.call<RoomsMessagesDeleteData>(['rooms.messages.delete', 'DELETE', '/rooms/{id}/messages/{messageId}'], { path: { id, messageId } }, options);
  }
}

export class RoomsAuthorsResource extends Resource {

  /**
   * Delete everything of one author in a room: `DELETE /rooms/{id}/authors/{authorId}`.
   *
   * Destroys all messages and files of one author, and what the author has announced and not sent yet. Those
   * who follow the room get the event `deleted` for each. A call that breaks off has deleted some; call it
   * again. An author who has nothing in the room answers 404. Needs the scope room:create or room:write.
   */
  delete(id: string, authorId: string, options?: CallOptions): APIPromise<RoomsAuthorsDeleteResponse> {
    return this.call<RoomsAuthorsDeleteData>(['rooms.authors.delete', 'DELETE', '/rooms/{id}/authors/{authorId}'], { path: { id, authorId } }, options);
  }
}

export abstract class RoomsFilesResource extends Resource {

  abstract create(...args: never): APIPromise<RoomsFilesCreateResponse>;

  /**
   * Download a file of a room: `GET /rooms/{id}/files/{fileId}`.
   *
   * Answers the bytes as they were sent; in an `e2e` room these are sealed. Needs the scope room:create or
   * room:write.
   */
  download(id: string, fileId: string, options?: CallOptions): APIPromise<Response> {
    return this.call<RoomsFilesDownloadData>(['rooms.files.download', 'GET', '/rooms/{id}/files/{fileId}', '', 'bytes'], { path: { id, fileId } }, options);
  }

  /**
   * Delete a file of a room: `DELETE /rooms/{id}/files/{fileId}`.
   *
   * Destroys one file, and takes its message out of the room. Those who follow the room get the event
   * `deleted`. What it took of the limits of the room and of the key is free at once. A file that is gone
   * answers 404. Needs the scope room:create or room:write.
   */
  delete(id: string, fileId: string, options?: CallOptions): APIPromise<RoomsFilesDeleteResponse> {
    return this.call<RoomsFilesDeleteData>(['rooms.files.delete', 'DELETE', '/rooms/{id}/files/{fileId}'], { path: { id, fileId } }, options);
  }
}

export abstract class RoomsResource extends Resource {
  abstract readonly messages: RoomsMessagesResource;
  readonly authors: RoomsAuthorsResource = new RoomsAuthorsResource(this.context());
  abstract readonly files: RoomsFilesResource;

  /**
   * List rooms: `GET /rooms`.
   *
   * Lists the rooms of the calling key, newest first. Expired ones stay listed for 30 days, without content;
   * deleted ones leave the list at once. Needs the scope room:create or room:write.
   */
  list(query?: Given<RoomsListData['query']>, options?: CallOptions): PagePromise<RoomsListResponse, 'rooms'> {
    return paginate('rooms', query, (query) => this.call<RoomsListData>(['rooms.list', 'GET', '/rooms', 'limit cursor state'], { query }, options));
  }

  abstract create(...args: never): APIPromise<RoomsCreateResponse>;

  /**
   * Look at a room: `GET /rooms/{id}`.
   *
   * Answers the state of a room to its owner. An expired room is shown without content for 30 days; a deleted
   * one answers 404. Needs the scope room:create or room:write.
   */
  get(id: string, options?: CallOptions): APIPromise<RoomsGetResponse> {
    return this.call<RoomsGetData>(['rooms.get', 'GET', '/rooms/{id}'], { path: { id } }, options);
  }

  /**
   * Change the label or expiry of a room: `PATCH /rooms/{id}`.
   *
   * Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier,
   * from one minute ahead to what the server allows and to 720 hours, counted from now. Upload URLs and
   * sessions of participants follow it. A room that has expired answers 404, so nothing revives. Needs the
   * scope room:create.
   */
  update(id: string, body: Given<RoomsUpdateData['body']>, options?: CallOptions): APIPromise<RoomsUpdateResponse> {
    return this.call<RoomsUpdateData>(['rooms.update', 'PATCH', '/rooms/{id}', 'label expiresAt'], { path: { id }, body }, options);
  }

  /**
   * Delete a room: `DELETE /rooms/{id}`.
   *
   * Closes the room at once for everyone in it and destroys its messages and files. Needs the scope
   * room:create or room:write.
   */
  delete(id: string, options?: CallOptions): APIPromise<RoomsDeleteResponse> {
    return this.call<RoomsDeleteData>(['rooms.delete', 'DELETE', '/rooms/{id}'], { path: { id } }, options);
  }
}

export class DropsItemsResource extends Resource {

  /**
   * List what was left in a drop inbox: `GET /drops/{id}/items`.
   *
   * Lists messages and files, newest first. An item with a file appears once its bytes have arrived. Needs
   * the scope request:read.
   */
  list(id: string, query?: Given<DropsItemsListData['query']>, options?: CallOptions): PagePromise<DropsItemsListResponse, 'items'> {
    return paginate('items', query, (query) => this.call<DropsItemsListData>(['drops.items.list', 'GET', '/drops/{id}/items', 'limit cursor'], { path: { id }, query }, options));
  }

  /**
   * Delete an item of a drop inbox: `DELETE /drops/{id}/items/{itemId}`.
   *
   * Destroys one item, its message and its file. What it took of the limits of the inbox and of the key is
   * free at once. An item that is gone answers 404. Needs the scope request:create.
   */
  delete(id: string, itemId: string, options?: CallOptions): APIPromise<DropsItemsDeleteResponse> {
    return this.call<DropsItemsDeleteData>(['drops.items.delete', 'DELETE', '/drops/{id}/items/{itemId}'], { path: { id, itemId } }, options);
  }

  /**
   * Download the file of an item: `GET /drops/{id}/items/{itemId}/content`.
   *
   * Answers the bytes as they were sent. An item that is only a message answers 404. Needs the scope
   * request:read.
   */
  download(id: string, itemId: string, options?: CallOptions): APIPromise<Response> {
    return this.call<DropsItemsDownloadData>(['drops.items.download', 'GET', '/drops/{id}/items/{itemId}/content', '', 'bytes'], { path: { id, itemId } }, options);
  }
}

export class DropsAuthorsResource extends Resource {

  /**
   * Delete everything of one author in a drop inbox: `DELETE /drops/{id}/authors/{authorId}`.
   *
   * Destroys all items of one author, and what the author has announced and not sent yet. A call that breaks
   * off has deleted some; call it again. An author who has nothing in the inbox answers 404. Needs the scope
   * request:create.
   */
  delete(id: string, authorId: string, options?: CallOptions): APIPromise<DropsAuthorsDeleteResponse> {
    return this.call<DropsAuthorsDeleteData>(['drops.authors.delete', 'DELETE', '/drops/{id}/authors/{authorId}'], { path: { id, authorId } }, options);
  }
}

export class DropsResource extends Resource {
  readonly items: DropsItemsResource = new DropsItemsResource(this.context());
  readonly authors: DropsAuthorsResource = new DropsAuthorsResource(this.context());

  /**
   * List drop inboxes: `GET /drops`.
   *
   * Lists the open inboxes of the calling key, newest first. Deleted ones leave the list at once. Needs the
   * scope request:read.
   */
  list(query?: Given<DropsListData['query']>, options?: CallOptions): PagePromise<DropsListResponse, 'drops'> {
    return paginate('drops', query, (query) => this.call<DropsListData>(['drops.list', 'GET', '/drops', 'limit cursor'], { query }, options));
  }

  /**
   * Create a drop inbox: `POST /drops`.
   *
   * Creates a standing link through which anyone who has it can leave messages and files for you, without a
   * PIN, until you delete the inbox. Nobody but you can read what is in it. Needs the scope request:create.
   */
  create(body: Given<DropsCreateData['body']>, options?: RequestOptions): APIPromise<DropsCreateResponse> {
    return this.call<DropsCreateData>(['drops.create', 'POST', '/drops', 'label', 'key'], { body }, options);
  }

  /**
   * Look at a drop inbox: `GET /drops/{id}`.
   *
   * Answers the state of an inbox and how much is in it. A deleted inbox answers 404. Needs the scope
   * request:read.
   */
  get(id: string, options?: CallOptions): APIPromise<DropsGetResponse> {
    return this.call<DropsGetData>(['drops.get', 'GET', '/drops/{id}'], { path: { id } }, options);
  }

  /**
   * Rename a drop inbox: `PATCH /drops/{id}`.
   *
   * Changes the label, which senders see. An inbox has no expiry time, so there is none to change: it stays
   * until it is deleted. Needs the scope request:create.
   */
  update(id: string, body: Given<DropsUpdateData['body']>, options?: CallOptions): APIPromise<DropsUpdateResponse> {
    return this.call<DropsUpdateData>(['drops.update', 'PATCH', '/drops/{id}', 'label'], { path: { id }, body }, options);
  }

  /**
   * Delete a drop inbox: `DELETE /drops/{id}`.
   *
   * Closes the link at once and destroys everything that was left in the inbox. Needs the scope
   * request:create.
   */
  delete(id: string, options?: CallOptions): APIPromise<DropsDeleteResponse> {
    return this.call<DropsDeleteData>(['drops.delete', 'DELETE', '/drops/{id}'], { path: { id } }, options);
  }
}

export class DebugSharesResource extends Resource {

  /**
   * Share diagnostics and logs, masked: `POST /debug-share`.
   *
   * Masks tokens and credentials in both texts before anything is stored or logged, then shares the result
   * under a link. If masking fails nothing is stored and the response is 500, or 503 if it broke off or took
   * too long. Texts of different keys are masked in turns. A key of which more than 8,000,000 characters or
   * 30 requests would wait gets 429 `rate_limited` with a `Retry-After` by which what waits is masked; 503
   * says the same of the whole server. At least one of the two texts must be there and not empty. Recipients
   * open the link like a transfer, with `public.transfers.open`. Needs the scope transfer:create.
   */
  create(body: Given<DebugSharesCreateData['body']>, options?: RequestOptions): APIPromise<DebugSharesCreateResponse> {
    return this.call<DebugSharesCreateData>(['debugShares.create', 'POST', '/debug-share', 'diagnostics logs expiration expiresAt label', 'key'], { body }, options);
  }
}

export class FilesResource extends Resource {

  /**
   * Upload the bytes of a file: `PUT /public/uploads/{token}`.
   *
   * Takes the bytes for an `uploadUrl`, raw and streamed: at most 26,214,400, or 26,214,800 for a file that
   * is end-to-end encrypted (25 MiB, and what sealing adds). They are counted as they arrive and cut off with
   * 413. The URL is the permission; no key, PIN or proof is needed. It serves one complete upload and dies
   * one hour after it was made: a transfer that breaks off may be tried again until then, and once the bytes
   * are in it answers 404. Where a `size` was announced the bytes must be exactly that many, else 400 and
   * nothing is kept. A `Content-Encoding` is answered with 415. With an API key the upload counts against the
   * limit of the key instead of the address's; any key will do, whatever its scopes. Needs no API key.
   */
  upload(token: string, body: FilesUploadData['body'], options?: CallOptions): APIPromise<FilesUploadResponse> {
    return this.call<FilesUploadData>(['files.upload', 'PUT', '/public/uploads/{token}', '', 'optional'], { path: { token }, body }, options);
  }

  /**
   * Download the bytes of a file: `GET /public/downloads/{token}`.
   *
   * Answers the bytes for a `downloadUrl`, always as an attachment. The URL is the permission and lives until
   * its bytes have not flowed for 10 minutes, at most 8 hours and not beyond the expiry of a transfer that
   * others may still open. Once it has completed its 10 minutes are renewed no more. It stands for one
   * opening, and so for one view: that counts, and `transfer.completed` is sent, when its last byte was
   * fetched for the first time and the client has closed the connection, as `Connection: close` asks it to,
   * or has kept it open for a minute with all bytes acknowledged; not when it has reset it. A download that
   * broke off goes on with `Range`. The file of a last allowed view is wiped when its last byte was fetched,
   * or when the URL dies; a range that does not reach that byte ends nothing. While one response sends the
   * last bytes of such a file, another one that asks for them is answered with 429, or is broken off before
   * them if it has begun. Refused with 400 to a browser that fetches ahead (`Sec-Purpose`). Needs no API key.
   */
  download(token: string, options?: CallOptions): APIPromise<Response> {
    return this.call<FilesDownloadData>(['files.download', 'GET', '/public/downloads/{token}', '', 'none bytes'], { path: { token } }, options);
  }
}

export class WebhookEndpointsDeliveriesResource extends Resource {

  /**
   * List the deliveries to an endpoint: `GET /webhook-endpoints/{id}/deliveries`.
   *
   * Lists which events were sent, newest first, with every attempt and the time of the next one. Kept for 30
   * days. `webhookEndpoints.deliveries.get` shows what the receiver answered. Needs the scope webhook:read.
   */
  list(id: string, query?: Given<WebhookEndpointsDeliveriesListData['query']>, options?: CallOptions): PagePromise<WebhookEndpointsDeliveriesListResponse, 'deliveries'> {
    return paginate('deliveries', query, (query) => this.call<WebhookEndpointsDeliveriesListData>(['webhookEndpoints.deliveries.list', 'GET', '/webhook-endpoints/{id}/deliveries', 'limit cursor state'], { path: { id }, query }, options));
  }

  /**
   * Look at a delivery: `GET /webhook-endpoints/{id}/deliveries/{deliveryId}`.
   *
   * Answers a delivery with its attempts, and of each response the headers and the first KiB of the body.
   * Responses are stored encrypted, and go with their delivery after 30 days, or at once with their endpoint.
   * Needs the scope webhook:read.
   */
  get(id: string, deliveryId: string, options?: CallOptions): APIPromise<WebhookEndpointsDeliveriesGetResponse> {
    return this.call<WebhookEndpointsDeliveriesGetData>(['webhookEndpoints.deliveries.get', 'GET', '/webhook-endpoints/{id}/deliveries/{deliveryId}'], { path: { id, deliveryId } }, options);
  }

  /**
   * Deliver an event once more: `POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver`.
   *
   * Makes the next attempt of this delivery now, whatever its state, with the same event id and body and a
   * new signature. If it fails, a delivery that was still pending goes on with its schedule; any other is
   * `failed` again. A disabled endpoint must be enabled first, else 400. Needs the scope webhook:write.
   */
  redeliver(id: string, deliveryId: string, options?: RequestOptions): APIPromise<WebhookEndpointsDeliveriesRedeliverResponse> {
    return this.call<WebhookEndpointsDeliveriesRedeliverData>(['webhookEndpoints.deliveries.redeliver', 'POST', '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver', '', 'key'], { path: { id, deliveryId } }, options);
  }
}

export class WebhookEndpointsRedeliveriesResource extends Resource {

  /**
   * Redeliver what has failed: `POST /webhook-endpoints/{id}/redeliveries`.
   *
   * Makes one more attempt of each delivery of the period that has failed, tests aside: the oldest 1,000.
   * Called again it takes what has failed again or was left, and nothing twice. A disabled endpoint must be
   * enabled first, else 400. Needs the scope webhook:write.
   */
  create(id: string, body: Given<WebhookEndpointsRedeliveriesCreateData['body']>, options?: CallOptions): APIPromise<WebhookEndpointsRedeliveriesCreateResponse> {
    return this.call<WebhookEndpointsRedeliveriesCreateData>(['webhookEndpoints.redeliveries.create', 'POST', '/webhook-endpoints/{id}/redeliveries', 'from until'], { path: { id }, body }, options);
  }

  /**
   * Look at the progress of a redelivery: `GET /webhook-endpoints/{id}/redeliveries/{redeliveryId}`.
   *
   * Counts what has become of the deliveries of a redelivery. A delivery that a later redelivery has taken is
   * counted there. One that consisted of nothing, or whose deliveries are all counted elsewhere, is answered
   * with 404. Needs the scope webhook:read.
   */
  get(id: string, redeliveryId: string, options?: CallOptions): APIPromise<WebhookEndpointsRedeliveriesGetResponse> {
    return this.call<WebhookEndpointsRedeliveriesGetData>(['webhookEndpoints.redeliveries.get', 'GET', '/webhook-endpoints/{id}/redeliveries/{redeliveryId}'], { path: { id, redeliveryId } }, options);
  }
}

export class WebhookEndpointsResource extends Resource {
  readonly deliveries: WebhookEndpointsDeliveriesResource = new WebhookEndpointsDeliveriesResource(this.context());
  readonly redeliveries: WebhookEndpointsRedeliveriesResource = new WebhookEndpointsRedeliveriesResource(this.context());

  /**
   * List webhook endpoints: `GET /webhook-endpoints`.
   *
   * Lists the webhook endpoints of the calling key, newest first. Signing secrets are never shown again.
   * Needs the scope webhook:read.
   */
  list(query?: Given<WebhookEndpointsListData['query']>, options?: CallOptions): PagePromise<WebhookEndpointsListResponse, 'webhookEndpoints'> {
    return paginate('webhookEndpoints', query, (query) => this.call<WebhookEndpointsListData>(['webhookEndpoints.list', 'GET', '/webhook-endpoints', 'limit cursor'], { query }, options));
  }

  /**
   * Register a webhook endpoint: `POST /webhook-endpoints`.
   *
   * Registers a URL to which the events of what the calling key creates are sent, from now on. The response
   * holds the signing secret; it is shown this once. A key has at most 20 endpoints; one more is answered
   * with 400. Private, loopback and metadata addresses are refused, here with 400 and again at every attempt.
   * Needs the scope webhook:write.
   */
  create(body: Given<WebhookEndpointsCreateData['body']>, options?: RequestOptions): APIPromise<WebhookEndpointsCreateResponse> {
    return this.call<WebhookEndpointsCreateData>(['webhookEndpoints.create', 'POST', '/webhook-endpoints', 'url description events', 'key'], { body }, options);
  }

  /**
   * Look at a webhook endpoint: `GET /webhook-endpoints/{id}`.
   *
   * Answers how an endpoint is set up, whether it is enabled, and why not if not. Never its signing secret.
   * Needs the scope webhook:read.
   */
  get(id: string, options?: CallOptions): APIPromise<WebhookEndpointsGetResponse> {
    return this.call<WebhookEndpointsGetData>(['webhookEndpoints.get', 'GET', '/webhook-endpoints/{id}'], { path: { id } }, options);
  }

  /**
   * Change a webhook endpoint: `PATCH /webhook-endpoints/{id}`.
   *
   * Changes the fields that are sent and leaves the others. `enabled: true` enables an endpoint again,
   * whoever had disabled it. Events from the time it was disabled are not sent afterwards; redeliver the
   * failed ones or read the event log. Needs the scope webhook:write.
   */
  update(id: string, body: Given<WebhookEndpointsUpdateData['body']>, options?: CallOptions): APIPromise<WebhookEndpointsUpdateResponse> {
    return this.call<WebhookEndpointsUpdateData>(['webhookEndpoints.update', 'PATCH', '/webhook-endpoints/{id}', 'url description events enabled'], { path: { id }, body }, options);
  }

  /**
   * Remove a webhook endpoint: `DELETE /webhook-endpoints/{id}`.
   *
   * Removes the endpoint, its signing secrets and its deliveries. What was not yet delivered is not sent.
   * Needs the scope webhook:write.
   */
  delete(id: string, options?: CallOptions): APIPromise<WebhookEndpointsDeleteResponse> {
    return this.call<WebhookEndpointsDeleteData>(['webhookEndpoints.delete', 'DELETE', '/webhook-endpoints/{id}'], { path: { id } }, options);
  }

  /**
   * Begin to rotate the signing secret: `POST /webhook-endpoints/{id}/rotate-secret`.
   *
   * Makes a new signing secret and shows it this once. For the overlap the old secret goes on signing
   * `X-Service-Signature` while the new one signs `X-Service-Signature-Next`, so that the receiver can be
   * changed without a gap. Then, or as soon as `webhookEndpoints.confirmSecret` is called, the new secret
   * takes over and the old one is destroyed. Rotating again during the overlap replaces the new secret. With
   * an overlap of 0 the change is immediate, for a secret that has leaked. Needs the scope webhook:write.
   */
  rotateSecret(id: string, body: Given<WebhookEndpointsRotateSecretData['body']> = {}, options?: RequestOptions): APIPromise<WebhookEndpointsRotateSecretResponse> {
    return this.call<WebhookEndpointsRotateSecretData>(['webhookEndpoints.rotateSecret', 'POST', '/webhook-endpoints/{id}/rotate-secret', 'overlapHours', 'key'], { path: { id }, body }, options);
  }

  /**
   * Complete the rotation of the signing secret: `POST /webhook-endpoints/{id}/rotate-secret/confirm`.
   *
   * Ends the overlap: the new secret signs `X-Service-Signature` from the next attempt on, and the old one is
   * destroyed. Without a rotation under way it changes nothing and answers the same. Needs the scope
   * webhook:write.
   */
  confirmSecret(id: string, options?: RequestOptions): APIPromise<WebhookEndpointsConfirmSecretResponse> {
    return this.call<WebhookEndpointsConfirmSecretData>(['webhookEndpoints.confirmSecret', 'POST', '/webhook-endpoints/{id}/rotate-secret/confirm', '', 'key'], { path: { id } }, options);
  }

  /**
   * Send a test event: `POST /webhook-endpoints/{id}/test`.
   *
   * Sends a made-up event of the chosen type, with the example of this document as its data, to this
   * endpoint, whatever its filter and even if it is disabled. It is signed like any other and says `test:
   * true` and `livemode: false`. It is tried once, does not count towards disabling the endpoint, and is not
   * in the event log; its outcome is among the endpoint's deliveries. Needs the scope webhook:write.
   */
  test(id: string, body: Given<WebhookEndpointsTestData['body']> = {}, options?: RequestOptions): APIPromise<WebhookEndpointsTestResponse> {
    return this.call<WebhookEndpointsTestData>(['webhookEndpoints.test', 'POST', '/webhook-endpoints/{id}/test', 'type', 'key'], { path: { id }, body }, options);
  }

  /**
   * Count the deliveries of 24 hours: `GET /webhook-statistics`.
   *
   * Counts what has become of the deliveries of the last 24 hours, tests aside, for each endpoint of the
   * calling key and for each hour. Needs the scope webhook:read.
   */
  statistics(options?: CallOptions): APIPromise<WebhookEndpointsStatisticsResponse> {
    return this.call<WebhookEndpointsStatisticsData>(['webhookEndpoints.statistics', 'GET', '/webhook-statistics'], {}, options);
  }
}

export class EventsResource extends Resource {

  /**
   * List what was emitted: `GET /events`.
   *
   * Lists the events of what the calling key has created, newest first, whether or not an endpoint was there
   * to receive them. Kept for 30 days. Use it to catch up after an outage: page until you meet an id you
   * know. Needs the scope webhook:read.
   */
  list(query?: Given<EventsListData['query']>, options?: CallOptions): PagePromise<EventsListResponse, 'events'> {
    return paginate('events', query, (query) => this.call<EventsListData>(['events.list', 'GET', '/events', 'limit cursor type itemId from until'], { query }, options));
  }

  /**
   * Look at an event: `GET /events/{id}`.
   *
   * Answers an event exactly as it is sent to webhook endpoints. Needs the scope webhook:read.
   */
  get(id: string, options?: CallOptions): APIPromise<EventsGetResponse> {
    return this.call<EventsGetData>(['events.get', 'GET', '/events/{id}'], { path: { id } }, options);
  }

  /**
   * List the deliveries of an event: `GET /events/{id}/deliveries`.
   *
   * Lists where an event is sent, one delivery for each endpoint of the calling key, with its attempts. Needs
   * the scope webhook:read.
   */
  deliveries(id: string, options?: CallOptions): APIPromise<EventsDeliveriesResponse> {
    return this.call<EventsDeliveriesData>(['events.deliveries', 'GET', '/events/{id}/deliveries'], { path: { id } }, options);
  }
}

export class KeyResource extends Resource {

  /**
   * Show the calling key: `GET /key`.
   *
   * Answers what the API key of this request is and may do. Any valid key may ask; no scope is needed.
   */
  get(options?: CallOptions): APIPromise<KeyGetResponse> {
    return this.call<KeyGetData>(['key.get', 'GET', '/key'], {}, options);
  }
}

export class OpenapiResource extends Resource {

  /**
   * Fetch this document: `GET /openapi.json`.
   *
   * Answers this OpenAPI document as JSON. It needs no key. Needs no API key.
   */
  get(options?: CallOptions): APIPromise<OpenapiGetResponse> {
    return this.call<OpenapiGetData>(['openapi.get', 'GET', '/openapi.json', '', 'none'], {}, options);
  }
}

export abstract class Resources extends Resource {
  abstract readonly transfers: TransfersResource;
  readonly public: PublicResource = new PublicResource(this.context());
  abstract readonly secrets: SecretsResource;
  readonly requests: RequestsResource = new RequestsResource(this.context());
  abstract readonly rooms: RoomsResource;
  readonly drops: DropsResource = new DropsResource(this.context());
  readonly debugShares: DebugSharesResource = new DebugSharesResource(this.context());
  readonly files: FilesResource = new FilesResource(this.context());
  readonly webhookEndpoints: WebhookEndpointsResource = new WebhookEndpointsResource(this.context());
  readonly events: EventsResource = new EventsResource(this.context());
  readonly key: KeyResource = new KeyResource(this.context());
  readonly openapi: OpenapiResource = new OpenapiResource(this.context());
}
